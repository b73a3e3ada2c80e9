// SPDX-License-Identifier: Apache-2.0
// The third of four stores has no memory; what comes after changes memory, flags and registers.
#include "../fault.inc"

    ldr     r3, =0x00FFFFF8
    ldr     r4, =0x00100000
    str     r0, [r3], #4
    str     r0, [r3], #4
    str     r0, [r3], #4
    str     r0, [r3], #4
    adds    r0, r0, #1
    ldr     r2, [r4]
    add     r2, r2, #1
    str     r2, [r4]
    mrc     p15, 0, r5, c15, c12, 0
