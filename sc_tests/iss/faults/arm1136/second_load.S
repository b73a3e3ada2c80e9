// SPDX-License-Identifier: Apache-2.0
// A load, and one after it that has no memory: its registers are those that the first one leaves.
#include "../fault.inc"

    ldr     r3, =0x00FFFFFC
    ldr     r0, [r3], #4
    ldr     r1, [r3]
    add     r2, r1, #1
