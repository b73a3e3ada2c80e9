// SPDX-License-Identifier: Apache-2.0
// The events that both generations of the XScale PMU have. The driver of a part includes this once.
//
// EVENT(name): the part's number of an event.
#pragma once

#include "pmu.h"

#define EVENT_NOTHING EVENT(UNUSED) // unlike ARM's 0xFF it does not count cycles

int pmu_event_number(enum pmu_event event) {
    switch (event) {
    case PMU_NOTHING: return EVENT_NOTHING;
    case PMU_INSTRUCTIONS: return EVENT(INSTR_EXEC);
    case PMU_BRANCHES: return EVENT(BR_EXEC);
    case PMU_BRANCH_MISSES: return EVENT(BR_MISPREDICT);
    case PMU_PC_CHANGES: return EVENT(SW_PC_CHANGE);
    case PMU_DCACHE_ACCESSES: return EVENT(DCACHE_ACCESS);
    case PMU_DCACHE_MISSES: return EVENT(DCACHE_MISS);
    case PMU_DCACHE_WRITEBACKS: return EVENT(DCACHE_WRITEBACK);
    case PMU_ICACHE_MISSES: return EVENT(ICACHE_MISS);
    case PMU_ICACHE_STALLS: return EVENT(ICACHE_NO_DELIVERY);
    case PMU_DATA_STALLS: return EVENT(DATA_STALL);
    case PMU_BUFFER_STALLS: return EVENT(DBUFFER_STALL_DURATION);
    case PMU_BUFFER_STALL_RUNS: return EVENT(DBUFFER_STALL);
    case PMU_ITLB_MISSES: return EVENT(ITLB_MISS);
    case PMU_DTLB_MISSES: return EVENT(DTLB_MISS);
    default: return -1;
    }
}
