// SPDX-License-Identifier: Apache-2.0
// The driver of the PMUs of the ARM11 cores (ARM DDI 0211, 3.3.39 to 3.3.41).
//
// UNIT(NAME): what the header of the part calls PART_NAME.
#pragma once

#define PMNC_FIELD(macro) UNIT(PMNC_##macro)
#define PMNC_STORED                                                                                \
    (UNIT(PMNC_EvtCount0_MASK) | UNIT(PMNC_EvtCount1_MASK) | UNIT(PMNC_X_MASK) |                   \
     UNIT(PMNC_ECC_MASK) | UNIT(PMNC_EC1_MASK) | UNIT(PMNC_EC0_MASK) | UNIT(PMNC_D_MASK) |         \
     UNIT(PMNC_E_MASK))
#define PMNC_EVENT_SHIFT(counter)                                                                  \
    ((counter) == 0 ? UNIT(PMNC_EvtCount0_SHIFT) : UNIT(PMNC_EvtCount1_SHIFT))
#define PMNC_ENABLE_SHIFT UNIT(PMNC_EC0_SHIFT)
#define PMNC_FLAG_SHIFT UNIT(PMNC_CR0_SHIFT)
#define PMNC_START_DELAY 3u
// ETMEXTOUT[0]: silent while PMNC.X keeps EVNTBUS at 0. The manual has no number for "nothing".
#define EVENT_NOTHING UNIT(EVENT_ETMEXTOUT0)

#include "pmu_pmnc.h"

int pmu_event_number(enum pmu_event event) {
    switch (event) {
    case PMU_NOTHING: return EVENT_NOTHING;
    case PMU_INSTRUCTIONS: return UNIT(EVENT_INSTR_EXEC);
    case PMU_CYCLES: return UNIT(EVENT_CPU_CYCLES);
    case PMU_BRANCHES: return UNIT(EVENT_BR_EXEC);
    case PMU_BRANCH_MISSES: return UNIT(EVENT_BR_MISPREDICT);
    case PMU_PC_CHANGES: return UNIT(EVENT_SW_PC_CHANGE);
    case PMU_DCACHE_ACCESSES: return UNIT(EVENT_DCACHE_ACCESS);
    case PMU_DCACHE_MISSES: return UNIT(EVENT_DCACHE_MISS);
    case PMU_DCACHE_WRITEBACKS: return UNIT(EVENT_DCACHE_WBACK);
    case PMU_ICACHE_MISSES: return UNIT(EVENT_ICACHE_MISS);
    case PMU_ICACHE_STALLS: return UNIT(EVENT_IBUF_STALL);
    case PMU_DATA_STALLS: return UNIT(EVENT_DDEP_STALL);
    case PMU_BUFFER_STALLS: return UNIT(EVENT_LSU_FULL_STALL);
    case PMU_ITLB_MISSES: return UNIT(EVENT_ITLB_MISS);
    case PMU_DTLB_MISSES: return UNIT(EVENT_DTLB_MISS);
    default: return -1;
    }
}
