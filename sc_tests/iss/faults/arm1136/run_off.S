// SPDX-License-Identifier: Apache-2.0
// The last instruction of the memory, and nothing after it.
#include "../fault.inc"

    ldr     r0, =0xE1A00000             // nop
    ldr     r1, =0x0000FFFC
    str     r0, [r1]
    bx      r1
