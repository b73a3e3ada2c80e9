// SPDX-License-Identifier: Apache-2.0
// The event numbers that both generations of the XScale PMU have (XScale Core Developer's Manual,
// chapter 8; IXP42X Developer's Manual, table 60). The driver of a part includes this once.
#pragma once

#include "pmu.h"

#define EVENT_NOTHING 0xFF // unlike ARM's 0xFF it does not count cycles

int pmu_event_number(enum pmu_event event) {
    switch (event) {
    case PMU_NOTHING: return EVENT_NOTHING;
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
    case PMU_BUFFER_STALLS: return 0x08;
    case PMU_BUFFER_STALL_RUNS: return 0x09;
    case PMU_ITLB_MISSES: return 0x03;
    case PMU_DTLB_MISSES: return 0x04;
    default: return -1;
    }
}
