// SPDX-License-Identifier: Apache-2.0
// A load of four words, the last two after the memory.
#include "../fault.inc"

    mov     r1, #0x01000000
    nop
    sub     r1, r1, #8
    ldm     r1, {r2-r5}
