// SPDX-License-Identifier: Apache-2.0
// The counters select INSTR_EXEC and BR_EXEC in turn, 600 times; then counter 0 event 0x00, which
// nobody can report without caches, for one instruction.
#include "../fault.inc"

    mov     r2, #600
    ldr     r0, =0x00707001
    ldr     r1, =0x00505001
1:  mcr     p15, 0, r0, c15, c12, 0
    mcr     p15, 0, r1, c15, c12, 0
    subs    r2, r2, #1
    bne     1b
    ldr     r0, =0x00007001
    mcr     p15, 0, r0, c15, c12, 0
    mcr     p15, 0, r1, c15, c12, 0
    mov     r0, #1
    mov     r1, #0x20000000
    bx      r1
