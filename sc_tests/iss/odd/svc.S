// SPDX-License-Identifier: Apache-2.0
// SVC in both states with a handler of our own, whose SPSR, LR and banked registers must be right;
// Undefined instructions that a handler skips or emulates; in Thumb the return address is after
// by 2, or 4 in ARM.
    .syntax unified
    .text
    .arm
    .global svc_handler, undefined_handler, test_main
    .type svc_handler, %function
    .type undefined_handler, %function
    .type test_main, %function
test_main:
    push {r4-r11, lr}
    mov r4, #0
    mov r5, #0
    mrs r11, cpsr
    @ to User... System mode first, with its own stack
    mov r0, sp
    msr cpsr_c, #0xDF
    mov r10, sp
    ldr sp, =usr_stack_top
    ldr r6, =300
1:  msr cpsr_f, #0x90000000         @ N and V
    svc #0x11
    bpl bad1
    bvc bad1
    ldr r0, =thumb_part
    blx r0
    .word 0xE7F123F4                @ UDF, skipped: r5 += 1
    .word 0x07F123F4                @ UDF under EQ, which does not hold
    .word 0xE7F000F5                @ emulated: r0 = r0 + 5
    mrs r1, cpsr
    and r1, r1, #0x1F
    cmp r1, #0x1F
    bne bad2
    subs r6, r6, #1
    bne 1b
    ldr r0, =300 * (0x11 + 0x22 + 0x33)
    cmp r4, r0
    bne bad3
    ldr r0, =300 * 4
    cmp r5, r0
    bne bad4
    mov r0, #0
out:
    mov sp, r10
    msr cpsr_c, r11
    pop {r4-r11, pc}
bad1: mov r0, #1
    b out
bad2: mov r0, #2
    b out
bad3: mov r0, #3
    b out
bad4: mov r0, #4
    b out
    .ltorg
    .thumb
    .thumb_func
thumb_part:
    svc #0x22
    udf #7
    svc #0x33
#if __ARM_ARCH == 7
    cmp r4, #0
    itet ne
    svcne #0
    svceq #0x44
    udfne #9
    udf.w #0x123
#elif __ARM_ARCH < 7
    udf #9
    udf #8
#endif
    movs r0, #1
    negs r0, r0
    bx lr
    .arm
svc_handler:
    push {r0-r3, lr}
    mrs r0, spsr
    tst r0, #0x20
    ldrbne r1, [lr, #-2]
    ldreq r1, [lr, #-4]
    and r1, r1, #0xFF
    add r4, r4, r1
    ldm sp!, {r0-r3, pc}^
undefined_handler:
    push {r0-r3, lr}
    mrs r0, spsr
    tst r0, #0x20
    bne 2f
    ldr r1, [lr, #-4]
    ldr r2, =0xE7F000F5
    cmp r1, r2
    ldreq r1, [sp]
    addeq r1, r1, #5
    streq r1, [sp]
    addne r5, r5, #1
    ldm sp!, {r0-r3, pc}^
2:  add r5, r5, #1
    ldrh r1, [lr, #-2]      @ a 32-bit one is skipped as a whole
    mov r1, r1, lsr #11
    cmp r1, #0x1D
    addhs lr, lr, #2
    strhs lr, [sp, #16]
#if __ARM_ARCH == 7
    bic r0, r0, #0x0000FC00 @ the IT block ends with it
    bic r0, r0, #0x06000000
    msr spsr_cxsf, r0
#endif
    ldm sp!, {r0-r3, pc}^
    .ltorg
    .bss
    .balign 8
    .space 1024
usr_stack_top:
