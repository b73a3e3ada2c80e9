@ SPDX-License-Identifier: Apache-2.0
@ Counter 2 of a Cortex-R5, which the programs leave alone otherwise. Changes r0.

    .macro  start_counter_2 event
    mov     r0, #2
    mcr     p15, 0, r0, c9, c12, 5          @ PMSELR
    mov     r0, #\event
    mcr     p15, 0, r0, c9, c13, 1          @ PMXEVTYPER
    mov     r0, #0
    mcr     p15, 0, r0, c9, c13, 2          @ PMXEVCNTR
    mov     r0, #4
    mcr     p15, 0, r0, c9, c12, 1          @ PMCNTENSET
    .endm

    .macro  read_counter_2
    mov     r0, #2
    mcr     p15, 0, r0, c9, c12, 5          @ PMSELR
    mrc     p15, 0, r0, c9, c13, 2          @ PMXEVCNTR
    .endm
