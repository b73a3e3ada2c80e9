// SPDX-License-Identifier: Apache-2.0
#include <arm1136/arm1136_unit.h>

#include <pmu/arm1136/arm1136_registers.h>

namespace platform::arm1136 {

namespace {

constexpr program::pin_info pin_table[] = {
    {"ETMEXTOUT", false, 2, "outputs of the ETM, counted by 0x20 to 0x22", 0},
    {"DEBUG_STATE", false, 1, "the processor is in halting debug state", 0},
    {"EVNTBUS", true, pmu::arm1136_event_bus_width, "exported events", 0},
    {"PMUIRQ", true, 1, "interrupt request", 0},
};
constexpr program::pin_map_of<arm1136_pin, pin_table> pins;

} // namespace

const program::unit_info& arm1136_unit() {
    static const program::table_unit unit({
        "arm1136",
        "ARM1136JF-S",
        &pmu::arm1136_registers,
        true,
        pmu::coprocessor_window_size,
        &pmu::arm1136_parameters,
        &pins,
        pmu::arm1136_event_bus_width,
        &pmu::arm1136_events,
        pmu::arm1136_event_bus_width,
    });
    return unit;
}

} // namespace platform::arm1136
