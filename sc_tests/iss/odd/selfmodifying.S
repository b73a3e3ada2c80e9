// SPDX-License-Identifier: Apache-2.0
// Code that is written, executed, written again, in ARM and Thumb state; copied over; modified by
// the block before.
    .syntax unified
    .text
    .global test_main
    .type test_main, %function
    .macro barriers
#if __ARM_ARCH == 7
    dsb
    isb
#elif __ARM_ARCH == 6
    mov r12, #0
    mcr p15, 0, r12, c7, c10, 4
    mcr p15, 0, r12, c7, c5, 0
    mcr p15, 0, r12, c7, c5, 4
#elif __ARM_ARCH == 5
    mov r12, #0
    mcr p15, 0, r12, c7, c10, 4
    mcr p15, 0, r12, c7, c5, 0
    mrc p15, 0, r12, c2, c0, 0      @ CPWAIT
    mov r12, r12
    sub pc, pc, #4
#endif
    .endm
    .arm
test_main:
    push {r4-r9, lr}
    mov r4, #0
    mov r5, #0
1:  @ ARM: mov r0, #n; bx lr
    ldr r1, =arena
    ldr r0, =0xE3A00000
    orr r0, r0, r5
    str r0, [r1]
    ldr r0, =0xE12FFF1E
    str r0, [r1, #4]
    barriers
    blx r1
    add r4, r4, r0
    mov r6, r0
    blx r1
    cmp r0, r6
    movne r0, #1
    bne out
    @ the same place in Thumb: movs r0, #n; bx lr
    orr r0, r5, #0x2000
    strh r0, [r1]
    ldr r0, =0x4770
    strh r0, [r1, #2]
    barriers
    orr r0, r1, #1
    blx r0
    add r4, r4, r0
    @ an instruction patched inside a loop body, n NOPs before
    ldr r2, =0xE2800001         @ add r0, r0, #1
    tst r5, #1
    ldrne r2, =0xE2800002
    ldr r3, =patched
    str r2, [r3]
    barriers
    mov r0, #0
    mov r7, #10
2:  nop
patched:
    nop
    subs r7, r7, #1
    bne 2b
    add r4, r4, r0
    add r5, r5, #1
    cmp r5, #50
    bne 1b
    @ sum: 2 * 1225 + 25 * 10 + 25 * 20
    ldr r0, =2 * 1225 + 750
    cmp r4, r0
    movne r0, #2
    bne out
    @ overlays: two functions of different lengths copied to the same place in turn
    mov r5, #0
    mov r4, #0
3:  tst r5, #1
    ldreq r0, =overlay_a
    ldreq r2, =overlay_a_end
    ldrne r0, =overlay_b
    ldrne r2, =overlay_b_end
    ldr r1, =arena
4:  ldr r3, [r0], #4
    str r3, [r1], #4
    cmp r0, r2
    bne 4b
    barriers
    ldr r1, =arena
    blx r1
    add r5, r5, #1
    cmp r5, #40
    bne 3b
    ldr r0, =20 * 1 + 20 * 1100
    cmp r4, r0
    moveq r0, #0
    movne r0, #3
out:
    pop {r4-r9, pc}
    .ltorg
overlay_a:
    add r4, r4, #1
    bx lr
overlay_a_end:
overlay_b:
    mov r0, #100
5:  add r4, r4, #10
    subs r0, r0, #1
    bne 5b
    add r4, r4, #100
    bx lr
overlay_b_end:
    .data
    .balign 4096
arena: .space 4096
