// SPDX-License-Identifier: Apache-2.0
// What programs need to know of the XScale: see pmu_registers.h.
#pragma once

#include "xscale_unit.h"

#define PMU_REGISTERS(X) XSCALE_REGISTERS(X)
#define UNLISTED_REGISTERS(X)                                                                      \
    X(c0_c1_0, 14, 0, 0, 1, 0, RW, refused)                                                        \
    X(c2_c0_1, 14, 0, 2, 0, 1, RW, refused)

/// How the CPU waits for an interrupt: PWRMODE: idle.
#define WAIT_FOR_INTERRUPT() __asm__ volatile("mcr p14, 0, %0, c7, c0, 0" ::"r"(1) : "memory")

/// The events that are selected, as the register with E has them.
#define SELECTED_EVENTS() (read_PMNC() & 0x0FFFF000u)
