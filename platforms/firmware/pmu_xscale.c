// SPDX-License-Identifier: Apache-2.0
// The PMU of the XScale core, first generation (XScale Core Developer's Manual, 8.2).
//
// A-stepping silicon loses an overflow flag when another counter overflows; nothing helps but to
// let one counter overflow only, as the programs here do.
#include "xscale_events.h"

#define PMNC_STORED 0x0FFFF079u
#define PMNC_EVENT_SHIFT(counter) ((counter) == 0 ? 12u : 20u) // ARM1136: the other way round
#define PMNC_START_DELAY 0u

#include "pmu_pmnc.h"

const char* pmu_name(void) {
    return "xscale";
}
