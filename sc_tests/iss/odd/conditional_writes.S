// SPDX-License-Identifier: Apache-2.0
// Write buffer drains and context ID writes under conditions: of the 100 passes, 50 drain once and
// 50 drain twice (each one more by DSB where there are IT blocks), and 50 change the context ID.
    .syntax unified
    .text
#if __ARM_ARCH == 7
    .thumb
#elif __ARM_ARCH < 7
    .arm
#endif
    .global test_main
    .type test_main, %function
test_main:
    mov     r0, #0
    mov     r2, #100
1:  tst     r2, #1
    add     r1, r1, #1
    mcreq   p15, 0, r0, c7, c10, 4
    mcrne   p15, 0, r0, c7, c10, 4
    add     r1, r1, #1
    mcreq   p15, 0, r0, c7, c10, 4
    mcrne   p15, 0, r2, c13, c0, 1
#if __ARM_ARCH == 7
    ite     eq
    dsbeq
    dsbne
#endif
    subs    r2, r2, #1
    bne     1b
    mov     r0, #0
    bx      lr
