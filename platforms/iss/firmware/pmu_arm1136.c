// SPDX-License-Identifier: Apache-2.0
// The PMU of the ARM1136JF-S (ARM DDI 0211, 3.3.39 to 3.3.41).
#define PMNC_STORED 0x0FFFF879u
#define PMNC_EVENT_SHIFT(counter) ((counter) == 0 ? 20u : 12u)
#define PMNC_START_DELAY 3u
// ETMEXTOUT[0]: silent while PMNC.X keeps EVNTBUS at 0. The manual has no number for "nothing".
#define EVENT_NOTHING 0x20

#include "pmu_pmnc.h"

const char* pmu_name(void) {
    return "arm1136";
}

int pmu_event_number(enum pmu_event event) {
    switch (event) {
    case PMU_NOTHING: return EVENT_NOTHING;
    case PMU_INSTRUCTIONS: return 0x07;
    case PMU_CYCLES: return 0xFF;
    case PMU_BRANCHES: return 0x05;
    case PMU_BRANCH_MISSES: return 0x06;
    case PMU_PC_CHANGES: return 0x0D;
    case PMU_DCACHE_ACCESSES: return 0x0A;
    case PMU_DCACHE_MISSES: return 0x0B;
    case PMU_DCACHE_WRITEBACKS: return 0x0C;
    case PMU_ICACHE_MISSES: return 0x00;
    case PMU_ICACHE_STALLS: return 0x01;
    case PMU_DATA_STALLS: return 0x02;
    case PMU_BUFFER_STALLS: return 0x11;
    case PMU_ITLB_MISSES: return 0x03;
    case PMU_DTLB_MISSES: return 0x04;
    default: return -1;
    }
}
