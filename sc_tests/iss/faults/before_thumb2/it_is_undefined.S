// SPDX-License-Identifier: Apache-2.0
// IT, which came with Thumb-2: before, 0xBFxx is not allocated (ARM DDI 0100I, A6.2.1).
#include "../fault.inc"

    ldr     r0, =1f + 1
    bx      r0
    .thumb
1:  movs    r0, #1
    .inst.n 0xBF08                      // it eq
    adds    r0, #1
    udf     #1
