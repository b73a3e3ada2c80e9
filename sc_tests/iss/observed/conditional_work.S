// SPDX-License-Identifier: Apache-2.0
// Loads, stores and arithmetic under conditions, in one basic block: whether they execute is only
// looked at if somebody counts what depends on it. No KiB of code ends inside.
    .syntax unified
    .arm
    .text
    .balign 1024
    .global conditional_work, conditional_work_middle, conditional_work_end
    .type conditional_work, %function
// r0: passes, r1: a word
conditional_work:
1:  subs    r0, r0, #1
    .macro work
    ldrne   r2, [r1]
    addne   r2, r2, #1
    strne   r2, [r1]
    ldreq   r3, [r1]
    .endm
    .rept 6
    work
    .endr
    .type conditional_work_middle, %function
conditional_work_middle:
    .rept 6
    work
    .endr
    bne     1b
    .size conditional_work, . - conditional_work
    .type conditional_work_end, %function
conditional_work_end:
    bx      lr
