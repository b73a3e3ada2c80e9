// SPDX-License-Identifier: Apache-2.0
// The event numbers that the PMU of the ARM1136 has taken over from the XScale's (ARM DDI 0211,
// 3.3.39; XScale Core Developer's Manual, chapter 8; IXP42X Developer's Manual, table 60).
#pragma once

#include "pmu.h"

/// As pmu_event_number(), for the events whose number is the same in all three parts.
static inline int common_event_number(enum pmu_event event) {
    switch (event) {
    case PMU_INSTRUCTIONS: return 0x07;
    case PMU_BRANCHES: return 0x05;
    case PMU_BRANCH_MISSES: return 0x06;
    case PMU_PC_CHANGES: return 0x0D;
    case PMU_DCACHE_ACCESSES: return 0x0A;
    case PMU_DCACHE_MISSES: return 0x0B;
    case PMU_DCACHE_WRITEBACKS: return 0x0C;
    case PMU_ICACHE_MISSES: return 0x00;
    case PMU_ICACHE_STALLS: return 0x01;
    case PMU_DATA_STALLS: return 0x02;
    case PMU_ITLB_MISSES: return 0x03;
    case PMU_DTLB_MISSES: return 0x04;
    default: return -1;
    }
}
