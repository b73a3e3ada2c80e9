// SPDX-License-Identifier: Apache-2.0
// A load of which the last two bytes are after the memory.
#include "../fault.inc"

    mov     r1, #0x01000000
    nop
    nop
    ldr     r0, [r1, #-2]
