// SPDX-License-Identifier: Apache-2.0
// User mode reads a register of the PMU, without a handler.
#include "../fault.inc"

    nop
    msr     cpsr_c, #0x10
    mrc     p15, 0, r0, c15, c12, 0     // PMNC
