// SPDX-License-Identifier: Apache-2.0
// XScale core, first generation (Developer's Manual, chapter 8) and perf_event_xscale.c. The clock
// counter has no event number; the driver knows it by one that the part does not have, 0xFE.
#include "xscale_events.h"

#include "coprocessor.h"
#include "pmu_registers.h"

PMU_REGISTERS(COPROCESSOR_ACCESS)

static unsigned selected(unsigned counter) {
    return read_PMNC() >> (counter == 0 ? 12 : 20) & 0xFF;
}

const struct driver_part part = {
    .driver = "xscale-pmu",
    .compatible = NULL,
    .knows_cpu_id = true,
    .pmu = "armv5_xscale1",
    .counters = 2,
    .hardware = XSCALE_HARDWARE_EVENTS,
    .caches = caches,
    .stops_in_handler = true,
    .flags_in_control = true,
    .cycles_twice = false,
    .selected = selected,
};
