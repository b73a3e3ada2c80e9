// SPDX-License-Identifier: Apache-2.0
// A counter of external requests, event 0x43, is enabled by the second word of eight bytes that are fetched at once: those
// are requested before it counts, whoever else counts. So the first read sees none, and the second the fetch of the reads.
    .syntax unified
    .arm
    .section .v, "ax"
    b       _start
    .text
    .balign 8
    .global _start
_start:
    mov     r0, #0x43
    mcr     p15, 0, r0, c9, c13, 1
    mov     r0, #1
    mcr     p15, 0, r0, c9, c12, 0
    nop
    mcr     p15, 0, r0, c9, c12, 1      @ PMCNTENSET
    mrc     p15, 0, r4, c9, c13, 2      @ PMXEVCNTR0
    mrc     p15, 0, r5, c9, c13, 2
    mov     r0, #0x18
    ldr     r1, =0x20026
    svc     0x123456
