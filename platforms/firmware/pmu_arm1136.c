// SPDX-License-Identifier: Apache-2.0
// The PMU of the ARM1136JF-S (ARM DDI 0211, 3.3.39 to 3.3.41).
#include "arm1136_unit.h"

#define PMNC_FIELD(macro) ARM1136_PMNC_##macro
#define PMNC_STORED                                                                                \
    (ARM1136_PMNC_EvtCount0_MASK | ARM1136_PMNC_EvtCount1_MASK | ARM1136_PMNC_X_MASK |             \
     ARM1136_PMNC_ECC_MASK | ARM1136_PMNC_EC1_MASK | ARM1136_PMNC_EC0_MASK | ARM1136_PMNC_D_MASK | \
     ARM1136_PMNC_E_MASK)
#define PMNC_EVENT_SHIFT(counter)                                                                  \
    ((counter) == 0 ? ARM1136_PMNC_EvtCount0_SHIFT : ARM1136_PMNC_EvtCount1_SHIFT)
#define PMNC_ENABLE_SHIFT ARM1136_PMNC_EC0_SHIFT
#define PMNC_FLAG_SHIFT ARM1136_PMNC_CR0_SHIFT
#define PMNC_START_DELAY 3u
// ETMEXTOUT[0]: silent while PMNC.X keeps EVNTBUS at 0. The manual has no number for "nothing".
#define EVENT_NOTHING ARM1136_EVENT_ETMEXTOUT0

#include "pmu_pmnc.h"

const char* pmu_name(void) {
    return "arm1136";
}

int pmu_event_number(enum pmu_event event) {
    switch (event) {
    case PMU_NOTHING: return EVENT_NOTHING;
    case PMU_INSTRUCTIONS: return ARM1136_EVENT_INSTR_EXEC;
    case PMU_CYCLES: return ARM1136_EVENT_CPU_CYCLES;
    case PMU_BRANCHES: return ARM1136_EVENT_BR_EXEC;
    case PMU_BRANCH_MISSES: return ARM1136_EVENT_BR_MISPREDICT;
    case PMU_PC_CHANGES: return ARM1136_EVENT_SW_PC_CHANGE;
    case PMU_DCACHE_ACCESSES: return ARM1136_EVENT_DCACHE_ACCESS;
    case PMU_DCACHE_MISSES: return ARM1136_EVENT_DCACHE_MISS;
    case PMU_DCACHE_WRITEBACKS: return ARM1136_EVENT_DCACHE_WBACK;
    case PMU_ICACHE_MISSES: return ARM1136_EVENT_ICACHE_MISS;
    case PMU_ICACHE_STALLS: return ARM1136_EVENT_IBUF_STALL;
    case PMU_DATA_STALLS: return ARM1136_EVENT_DDEP_STALL;
    case PMU_BUFFER_STALLS: return ARM1136_EVENT_LSU_FULL_STALL;
    case PMU_ITLB_MISSES: return ARM1136_EVENT_ITLB_MISS;
    case PMU_DTLB_MISSES: return ARM1136_EVENT_DTLB_MISS;
    default: return -1;
    }
}
