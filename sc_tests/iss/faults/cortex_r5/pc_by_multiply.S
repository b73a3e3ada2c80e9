// SPDX-License-Identifier: Apache-2.0
// A multiplication whose destination is PC is unpredictable (ARM Architecture Reference Manual, SMLABT). The engine goes where
// the result says, in a loop that must end by its limit.
#include "../fault.inc"

    adr     r0, 1f
    bx      r0
    .balign 4
    .arm
1:  nop
    .inst   0xE10F00C7          @ smlabt pc, r7, r0, r0: pc = r0, whose top half is 0
