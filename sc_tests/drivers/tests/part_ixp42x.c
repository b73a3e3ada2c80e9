// SPDX-License-Identifier: Apache-2.0
// IXP42X (Developer's Manual, table 60) and perf_event_xscale.c. The clock counter has no
// event number; the driver knows it by one that the part does not have, 0xFE.
#include "xscale_events.h"

#include "coprocessor.h"
#include "pmu_registers.h"

PMU_REGISTERS(COPROCESSOR_ACCESS)

static unsigned selected(unsigned counter) {
    return read_EVTSEL() >> 8 * counter & 0xFF;
}

const struct driver_part part = {
    .driver = "xscale-pmu",
    .compatible = NULL,
    .knows_cpu_id = true,
    .pmu = "armv5_xscale2",
    .counters = 4,
    .hardware = XSCALE_HARDWARE_EVENTS,
    .caches = caches,
    .stops_in_handler = true,
    .flags_in_control = false,
    .cycles_twice = true,
    .selected = selected,
};
