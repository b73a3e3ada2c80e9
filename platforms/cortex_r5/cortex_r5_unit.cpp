// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/cortex_r5_unit.h>

namespace platform::cortex_r5 {

namespace {

constexpr program::pin_info pin_table[] = {
    {"CFLR_4A", false, 32, "location word of event 0x4A", 0},
    {"CFLR_4B", false, 32, "location word of event 0x4B", 0},
    {"CFLR_4C", false, 32, "location word of event 0x4C", 0},
    {"CFLR_4D", false, 32, "location word of event 0x4D", 0},
    {"CFLR_6A", false, 32, "location word of event 0x6A", 0},
    {"CFLR_6B", false, 32, "location word of event 0x6B", 0},
    {"CFLR_6D", false, 32, "location word of event 0x6D", 0},
    {"DBGEN", false, 1, "invasive debug is enabled", 0},
    {"NIDEN", false, 1, "non-invasive debug is enabled", 1},
    {"DBG_HALT", false, 1, "the processor is in debug halt", 0},
    {"EVNTBUS", true, pmu::cortex_r5_event_bus_width, "exported events", 0},
    {"VALIRQ", true, 1, "validation request: IRQ", 0},
    {"VALFIQ", true, 1, "validation request: FIQ", 0},
    {"VALRESET", true, 1, "validation request: reset", 0},
    {"VALEDBGRQ", true, 1, "validation request: external debug request", 0},
    {"PMUIRQ", true, 1, "interrupt request", 0},
};
constexpr program::pin_map_of<cortex_r5_pin, pin_table> pins;

} // namespace

const program::unit_info& cortex_r5_unit() {
    static const program::table_unit unit({
        "cortex_r5",
        "Cortex-R5",
        &pmu::cortex_r5_registers,
        true,
        pmu::coprocessor_window_size,
        &pmu::cortex_r5_parameters,
        &pins,
        pmu::cortex_r5_event_bus_width,
        &pmu::cortex_r5_events,
        pmu::cortex_r5_aux_line + pmu::cortex_r5_aux_width,
        pmu::cortex_r5_aux_line,
    });
    return unit;
}

} // namespace platform::cortex_r5
