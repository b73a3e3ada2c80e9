// SPDX-License-Identifier: Apache-2.0
// A store to where nothing is, between other instructions.
#include "../fault.inc"

    mov     r1, #0x20000000
    nop
    str     r0, [r1, #4]
    nop
