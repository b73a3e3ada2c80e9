// SPDX-License-Identifier: Apache-2.0
// A program of Linux whose events are known: in User mode
//
//   instructions  2 bl, 3 for the exit; in each function a load, two in each turn, and bx: 2,000,009
//   branches      2 bl, 1,000,000 bne, 2 bx: 1,000,004
//   mispredicted  the bne that leaves each loop: 2
//   cycles        one an instruction; one more where PC changes as predicted, which is 999,998 bne, 2 bl and 2 bx;
//                 five more where it was mispredicted: 3,000,021
        .arm
        .global _start
_start: bl      hot
        bl      cold
        mov     r0, #0
        mov     r7, #1          @ exit
        svc     0

        .type   hot, %function
hot:    ldr     r4, =900000
1:      subs    r4, r4, #1
        bne     1b
        bx      lr
        .size   hot, . - hot
        .ltorg

        .type   cold, %function
cold:   ldr     r4, =100000
1:      subs    r4, r4, #1
        bne     1b
        bx      lr
        .size   cold, . - cold
        .ltorg
