// SPDX-License-Identifier: Apache-2.0
// A load that has no memory, and one after it that could be the one by its registers, then.
#include "../fault.inc"

    ldr     r3, =0x01000000
    ldr     r0, [r3], #4
    ldr     r1, [r3]
    add     r2, r1, #1
