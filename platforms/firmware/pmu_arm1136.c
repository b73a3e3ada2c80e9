// SPDX-License-Identifier: Apache-2.0
// The PMU of the ARM1136JF-S (ARM DDI 0211, 3.3.39 to 3.3.41).
#define PMNC_STORED 0x0FFFF879u
#define PMNC_EVENT_SHIFT(counter) ((counter) == 0 ? 20u : 12u)
#define PMNC_START_DELAY 3u
// ETMEXTOUT[0]: silent while PMNC.X keeps EVNTBUS at 0. The manual has no number for "nothing".
#define EVENT_NOTHING 0x20

#include "common_events.h"
#include "pmu_pmnc.h"

const char* pmu_name(void) {
    return "arm1136";
}

int pmu_event_number(enum pmu_event event) {
    switch (event) {
    case PMU_NOTHING: return EVENT_NOTHING;
    case PMU_CYCLES: return 0xFF;
    case PMU_BUFFER_STALLS: return 0x11;
    default: return common_event_number(event);
    }
}
