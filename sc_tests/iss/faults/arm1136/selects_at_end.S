// SPDX-License-Identifier: Apache-2.0
// Counter 0 selects event 0x00, which nobody can report without caches, right before the end.
#include "../fault.inc"

    mov     r0, #1
    mov     r1, #0x20000000
    mcr     p15, 0, r0, c15, c12, 0
    add     r2, r1, #1
    add     r2, r1, #2
    bx      r1
