// SPDX-License-Identifier: Apache-2.0
// A program of Linux whose events are known. With HOT and COLD turns of its two loops there are in User mode
//
//   instructions  2 bl, 3 for the exit; in each function a load, two in each turn, and bx: 2 * (HOT + COLD) + 9
//   branches      2 bl, HOT + COLD bne, 2 bx: HOT + COLD + 4
//   mispredicted  the bne that leaves each loop: 2
//   PC changes    all branches but those two
//   calls         2 bl, and as many returns by bx lr
        .arm
        .global _start
_start: bl      hot
        bl      cold
        mov     r0, #0
        mov     r7, #1          @ exit
        svc     0

        .type   hot, %function
hot:    ldr     r4, =HOT
1:      subs    r4, r4, #1
        bne     1b
        bx      lr
        .size   hot, . - hot
        .ltorg

        .type   cold, %function
cold:   ldr     r4, =COLD
1:      subs    r4, r4, #1
        bne     1b
        bx      lr
        .size   cold, . - cold
        .ltorg
