// SPDX-License-Identifier: Apache-2.0
// High vectors (SCTLR.V) in RAM at 0xFFFF0000, with exceptions entered in ARM and, on the
// Cortex-R5, in Thumb state (SCTLR.TE). Needs --ram 0:16M --ram 0xFFFF0000:64K.
    .syntax unified
    .text
    .arm
    .global test_main
    .type test_main, %function
test_main:
    push {r4-r11, lr}
    mov r4, #0
    mrc p15, 0, r8, c1, c0, 0
    ldr r0, =vectors
    ldr r1, =vectors_end
    ldr r2, =0xFFFF0000
1:  ldr r3, [r0], #4
    str r3, [r2], #4
    cmp r0, r1
    bne 1b
    orr r0, r8, #0x2000
    mcr p15, 0, r0, c1, c0, 0
    mov r6, #20
2:  mov r9, lr
    svc #3
    .word 0xE7F000F0
    mov lr, r9
    subs r6, r6, #1
    bne 2b
    ldr r0, =20 * 1 + 20 * 256
    cmp r4, r0
    movne r0, #1
    bne out
#if __ARM_ARCH == 7
    ldr r0, =tvectors
    ldr r1, =tvectors_end
    ldr r2, =0xFFFF0000
1:  ldr r3, [r0], #4
    str r3, [r2], #4
    cmp r0, r1
    bne 1b
    dsb
    isb
    orr r0, r8, #0x2000
    orr r0, r0, #0x40000000
    mcr p15, 0, r0, c1, c0, 0
    isb
    mov r4, #0
    mov r6, #20
2:  mov r9, lr
    svc #3
    .word 0xE7F000F0
    mov lr, r9
    ldr r0, =thumb_part + 1
    blx r0
    mov lr, r9
    subs r6, r6, #1
    bne 2b
    ldr r0, =20 * 3 + 20 * 3 * 256
    cmp r4, r0
    movne r0, #2
    bne out
#endif
    mov r0, #0
out:
    mcr p15, 0, r8, c1, c0, 0
    pop {r4-r11, pc}
    .ltorg
    .thumb
thumb_part:
    push {lr}
    svc #1
    svc #2
    udf #3
    udf #4
    pop {pc}
    .arm
vectors:
    b .
    b 3f
    add r4, r4, #1
    movs pc, lr
    b .
    b .
    b .
    b .
3:  add r4, r4, #256
    movs pc, lr
vectors_end:
#if __ARM_ARCH == 7
    .thumb
tvectors:
    b.w .
    b.w 3f
    b.w 4f
    b.w .
    b.w .
    b.w .
    b.w .
    b.w .
3:  add.w r4, r4, #256
    subs pc, lr, #0
4:  add.w r4, r4, #1
    subs pc, lr, #0
    .balign 4
tvectors_end:
#endif
