// SPDX-License-Identifier: Apache-2.0
// The interrupt controller has a register at the first address, and none at the second.
#include "../fault.inc"

    ldr     r3, =0x1014023C         // VICVECTCNTL15
    ldr     r0, [r3], #4
    ldr     r1, [r3]
    add     r2, r1, #1
