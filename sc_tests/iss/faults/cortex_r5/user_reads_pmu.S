// SPDX-License-Identifier: Apache-2.0
// User mode reads a register of the PMU, without a handler.
#include "../fault.inc"

    mov     r0, #0x10
    msr     cpsr_c, r0
    mrc     p15, 0, r0, c9, c12, 0      // PMCR
