// SPDX-License-Identifier: Apache-2.0
// A branch that must not be there, inside of an IT block: back to where there is none.
#include "../fault.inc"

    movs    r0, #1
1:  adds    r1, r1, #1
    movs    r0, #1
    .inst.n 0xBF1E                      // ittt ne
    .inst.n 0x3201                      // addne r2, #1
    .inst.n 0xE7F9                      // bne 1b
    .inst.n 0x3301                      // addne r3, #1
    udf     #1
