// SPDX-License-Identifier: Apache-2.0
// Ends with an exit code that shows what a parameter of the part is: the low byte of a register.
#include "../faults/fault.inc"

#if defined(PMU_PART_ARM1136_DELAY) || defined(PMU_PART_ARM1176)
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
#elif defined(PMU_PART_ARM1136)
    mrc     p15, 0, r4, c15, c12, 1     // CCNT
#elif defined(PMU_PART_XSCALE)
    mrc     p14, 0, r4, c1, c0, 0       // CCNT
#elif defined(PMU_PART_IXP42X)
    mrc     p14, 0, r4, c0, c1, 0       // PMNC
    mov     r4, r4, lsr #24             // ID
#elif defined(PMU_PART_CORTEX_R5)
    mrc     p15, 0, r4, c9, c13, 0      // PMCCNTR
#elif defined(PMU_PART_CCI400)
    ldr     r4, =0x2C090FE8             // PIDR2
    ldr     r4, [r4]
    mov     r4, r4, lsr #4              // the revision
#else
#error a part whose parameter nothing shows
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
