// SPDX-License-Identifier: Apache-2.0
// A function whose name another file has for its own, and who calls it.
    .syntax unified
    .text
    .type   step, %function
step:                       // 1 + 2 * 5 + 1 = 12 instructions
    mov     r5, #5         // 0x807C, of file two
1:  subs    r5, r5, #1
    bne     1b
    bx      lr
    .size   step, . - step

    .global two
    .type   two, %function
two:
    mov     r6, lr          // 0x808C; 3 instructions
    bl      step
    bx      r6
    .size   two, . - two
