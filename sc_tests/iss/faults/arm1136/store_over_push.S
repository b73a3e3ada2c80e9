// SPDX-License-Identifier: Apache-2.0
// Of two PUSHs the second one has no memory. Both have been overwritten just before, which comes too
// late for this time.
#include "../fault.inc"

    adr     r5, first
    ldr     r6, =0xE1A00000                 @ nop
    mov     sp, #0x10
    str     r6, [r5]
    str     r6, [r5, #4]
first:
    push    {r0-r3}
    push    {r0-r3}
