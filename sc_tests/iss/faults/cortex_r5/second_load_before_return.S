// SPDX-License-Identifier: Apache-2.0
// Of two loads the second one has no memory; the block goes on into ARM state.
#include "../fault.inc"

    ldr     r3, =0x00FFFFFC
    ldm     r3!, {r0}
    ldm     r3!, {r1, r2}
    bx      r0
