// SPDX-License-Identifier: Apache-2.0
// What programs need to know of the Cortex-R5: see pmu_registers.h.
#pragma once

#include "cortex_r5_unit.h"

#define PMU_REGISTERS(X) CORTEX_R5_REGISTERS(X)
#define UNLISTED_REGISTERS(X)                                                                      \
    X(c9_c12_6, 15, 0, 9, 12, 6, RW, refused)                                                      \
    X(c9_c13_3, 15, 0, 9, 13, 3, RW, refused)

/// How the CPU waits for an interrupt.
#define WAIT_FOR_INTERRUPT() __asm__ volatile("wfi" ::: "memory")

/// User mode may use the PMU once PMUSERENR says so.
#define HAS_PMUSERENR 1

/// The events are selected elsewhere than in the register with E.
#define SELECTED_EVENTS() 0u
