// SPDX-License-Identifier: Apache-2.0
// See counter.h. MRC and MCR are ARM code, since Thumb code of ARMv5 and ARMv6 has none; the lines
// that are counted are in the state that is compiled for.
    .syntax unified
    .text

    .macro  function name
    .balign 4
    .global \name
    .type   \name, %function
\name:
    .endm

#include PART_COUNTER // PART.inc

    .arm
    function start_counting
    start_first_counter
    bx      lr
    .ltorg

    function read_counter
    read_first_counter
    bx      lr

#ifdef __thumb__
    .thumb
#endif

    // Between the reads: MRC, BX, MOVS, the line, BLX.
    .macro  count n
    function count_\n
    push    {r4, r5, r6, lr}
    movs    r5, r0
    blx     r5
    movs    r4, r0
    .rept   \n
    nop
    .endr
    blx     r5
    subs    r0, r0, r4
    pop     {r4, r5, r6, pc}
    .endm

    count   0
    count   1
    count   10
    count   1000
