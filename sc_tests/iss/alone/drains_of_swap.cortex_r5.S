// SPDX-License-Identifier: Apache-2.0
// Event 0x45, and nothing else that depends on addresses: SWP of memory that is not cached drains
// the store buffer, each time (DDI 0460, table 6-1, "Strongly Ordered memory access, or similar").
    .syntax unified
    .arm
    .text
    .global _start
_start:
    mrc     p15, 0, r0, c1, c0, 0
    bic     r0, r0, #4                  // C
    mcr     p15, 0, r0, c1, c0, 0
    mov     r0, #0
    mcr     p15, 0, r0, c9, c12, 5      // PMSELR
    mov     r0, #0x45
    mcr     p15, 0, r0, c9, c13, 1      // PMXEVTYPER
    mov     r0, #1
    mcr     p15, 0, r0, c9, c12, 1      // PMCNTENSET
    ldr     r4, =0x200000
    mov     r0, #7
    mcr     p15, 0, r0, c9, c12, 0      // PMCR: E, P, C
    swp     r0, r1, [r4]
    swp     r0, r1, [r4]
    swp     r0, r1, [r4]
    mrc     p15, 0, r3, c9, c13, 2      // PMXEVCNTR
    cmp     r3, #3
    ldr     r1, =0x20026
    movne   r1, #0
    mov     r0, #0x18
    svc     #0x123456
    .ltorg
