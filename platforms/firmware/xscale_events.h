// SPDX-License-Identifier: Apache-2.0
// The event numbers that both generations of the XScale PMU have (XScale Core Developer's Manual,
// chapter 8; IXP42X Developer's Manual, table 60). The driver of a part includes this once.
#pragma once

#include "common_events.h"

#define EVENT_NOTHING 0xFF // unlike ARM's 0xFF it does not count cycles

int pmu_event_number(enum pmu_event event) {
    switch (event) {
    case PMU_NOTHING: return EVENT_NOTHING;
    case PMU_BUFFER_STALLS: return 0x08;
    case PMU_BUFFER_STALL_RUNS: return 0x09;
    default: return common_event_number(event);
    }
}
