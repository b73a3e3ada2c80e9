// SPDX-License-Identifier: Apache-2.0
// A call of ARM code from the middle of an IT block, after an instruction that the simulator
// executes itself: ITSTATE is not of that code.
#include "../fault.inc"

    movs    r0, #1
    .inst.n 0xBF1E                      // ittt ne
    .inst.n 0xBF20                      // wfene
    .inst.w 0xF000E802                  // blxne 1f
    .inst.n 0x3301                      // addne r3, #1
    nop
    .balign 4
    .arm
1:  add     r1, r1, #1
    add     r2, r2, #1
    b       1b
