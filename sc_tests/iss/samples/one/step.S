// SPDX-License-Identifier: Apache-2.0
// A function whose name another file has for its own, and who calls it.
    .syntax unified
    .text
    .type   step, %function
step:                       // 1 + 2 * 40 + 1 = 82 instructions
    mov     r5, #40         // 0x8060, of file one
1:  subs    r5, r5, #1
    bne     1b
    bx      lr
    .size   step, . - step

    .global one
    .type   one, %function
one:
    mov     r6, lr          // 0x8070; 3 instructions
    bl      step
    bx      r6
    .size   one, . - one
