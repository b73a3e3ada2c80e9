// SPDX-License-Identifier: Apache-2.0
// Ends with an exit code that shows what a parameter of the part is: the low byte of a register.
#include "../faults/fault.inc"

#if defined(START_AND_STOP)
// CCNT, after the PMU has run for 30 instructions of one cycle each.
    mov     r1, #5                      // C, E
    mov     r2, #0
    mcr     p15, 0, r1, c15, c12, 0     // PMNC
    .rept   30
    nop
    .endr
    mcr     p15, 0, r2, c15, c12, 0
    .rept   30
    nop
    .endr
    mrc     p15, 0, r4, c15, c12, 1     // CCNT
#else
#include PART_OPTION // PART.inc
#endif
    and     r4, r4, #0xFF
    ldr     r1, =exit_block
    ldr     r0, =0x20026                // ADP_Stopped_ApplicationExit
    stm     r1, {r0, r4}
    mov     r0, #0x20                   // SYS_EXIT_EXTENDED
#if defined(__thumb__)
    svc     #0xAB
#else
    svc     #0x123456
#endif
    .bss
    .balign 4
exit_block:
    .skip   8
