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

    .arm
    function start_counting
#if defined(PMU_PART_ARM1136) || defined(PMU_PART_ARM1176)           // ARM1136: both counters on event 7, E
    ldr     r0, =0x00707007
    mcr     p15, 0, r0, c15, c12, 0
    nop                                 // they begin with the third cycle from here
    nop
    nop
#elif defined(PMU_PART_XSCALE)          // PMN0 on event 7, E
    ldr     r0, =0x00707007
    mcr     p14, 0, r0, c0, c0, 0
#elif defined(PMU_PART_IXP42X)          // PMN0 on event 7, E and P
    mov     r0, #0x07
    mcr     p14, 0, r0, c8, c1, 0       // EVTSEL
    mov     r0, #0x03
    mcr     p14, 0, r0, c0, c1, 0       // PMNC
#elif defined(PMU_PART_CORTEX_R5)       // counter 0 on event 8
    mov     r0, #0
    mcr     p15, 0, r0, c9, c12, 5      // PMSELR
    mov     r0, #8
    mcr     p15, 0, r0, c9, c13, 1      // PMXEVTYPER
    mov     r0, #1
    mcr     p15, 0, r0, c9, c12, 1      // PMCNTENSET
    mov     r0, #7
    mcr     p15, 0, r0, c9, c12, 0      // PMCR: E, P, C
    isb
#else
#error a part without a counter
#endif
    bx      lr
    .ltorg

    function read_counter
#if defined(PMU_PART_ARM1136) || defined(PMU_PART_ARM1176)
    mrc     p15, 0, r0, c15, c12, 2     // PMN0
#elif defined(PMU_PART_XSCALE)
    mrc     p14, 0, r0, c2, c0, 0       // PMN0
#elif defined(PMU_PART_IXP42X)
    mrc     p14, 0, r0, c0, c2, 0       // PMN0
#else
    mrc     p15, 0, r0, c9, c13, 2      // PMXEVCNTR
#endif
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
