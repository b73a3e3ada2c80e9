// SPDX-License-Identifier: Apache-2.0
// What programs need to know of the ARM1136: see pmu_registers.h.
#pragma once

#include "arm1136_unit.h"

#define PMU_REGISTERS(X) ARM1136_REGISTERS(X)
#define UNLISTED_REGISTERS(X) X(c15_c12_4, 15, 0, 15, 12, 4, RW, refused)

/// How the CPU waits for an interrupt.
#define WAIT_FOR_INTERRUPT() __asm__ volatile("mcr p15, 0, %0, c7, c0, 4" ::"r"(0) : "memory")

/// The events that are selected, as the register with E has them.
#define SELECTED_EVENTS() (read_PMNC() & 0x0FFFF000u)
