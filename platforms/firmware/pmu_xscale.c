// SPDX-License-Identifier: Apache-2.0
// The PMU of the XScale core, first generation (XScale Core Developer's Manual, 8.2).
//
// A-stepping silicon loses an overflow flag when another counter overflows; nothing helps but to
// let one counter overflow only, as the programs here do.
#include "xscale_unit.h"

#define EVENT(name) XSCALE_EVENT_##name
#include "xsc_events.h"

#define PMNC_FIELD(macro) XSCALE_PMNC_##macro
#define PMNC_STORED                                                                                \
    (XSCALE_PMNC_evtCount1_MASK | XSCALE_PMNC_evtCount0_MASK | XSCALE_PMNC_inten_CCNT_MASK |       \
     XSCALE_PMNC_inten_PMN1_MASK | XSCALE_PMNC_inten_PMN0_MASK | XSCALE_PMNC_D_MASK |              \
     XSCALE_PMNC_E_MASK)
#define PMNC_EVENT_SHIFT(counter)                                                                  \
    ((counter) == 0 ? XSCALE_PMNC_evtCount0_SHIFT : XSCALE_PMNC_evtCount1_SHIFT)
#define PMNC_ENABLE_SHIFT XSCALE_PMNC_inten_PMN0_SHIFT
#define PMNC_FLAG_SHIFT XSCALE_PMNC_flag_PMN0_SHIFT
#define PMNC_START_DELAY 0u

#include "pmu_pmnc.h"

const char* pmu_name(void) {
    return "xscale";
}
