// SPDX-License-Identifier: Apache-2.0
// Interrupts are enabled, but nothing requests one: the cycle counter overflows some cycles later, with its request disabled.
// The firmware waits for it by a branch to itself, or with WAITS by WFI.
    .arm
    .text
    .global _start
_start:
    mov     r0, #0x80000000
    mcr     p15, 0, r0, c9, c12, 1      // PMCNTENSET: the cycle counter
    mvn     r0, #99
    mcr     p15, 0, r0, c9, c13, 0      // PMCCNTR
    mov     r0, #1
    mcr     p15, 0, r0, c9, c12, 0      // PMCR.E
    msr     cpsr_c, #0x1F
wait:
#ifdef WAITS
    wfi
#endif
    b       wait
