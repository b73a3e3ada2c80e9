// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/cortex_r5_unit.h>

namespace platform::cortex_r5 {

namespace {

/// Positions in the unit's options.
enum option : std::size_t {
    irq_gated_by_e,
    evntbus_auth_gate,
    user_validation,
    reset_fill,
    irq_active_low,
};

constexpr std::uint32_t fault_events[] = {0x4A, 0x4B, 0x4C, 0x4D, 0x6A, 0x6B, 0x6D};

} // namespace

const program::unit_info& cortex_r5_unit() {
    static const program::table_unit unit({
        "cortex_r5",
        "Cortex-R5",
        &pmu::cortex_r5_registers,
        true,
        pmu::coprocessor_window_size,
        {
            {"irq_gated_by_e", 0, 0, 1, "PMUIRQ is asserted only while PMCR.E is 1"},
            {"evntbus_auth_gate", 1, 0, 1, "EVNTBUS is 0 without DBGEN and NIDEN"},
            {"user_validation", 1, 0, 1, "PMUSERENR opens the validation registers to User mode"},
            {"reset_fill", 0, 0, UINT32_MAX, "what counters and event selections hold after reset"},
            {"irq_active_low", 0, 0, 1, "inverts the pin PMUIRQ"},
        },
        {
            {"CFLR_4A", false, 32, "location word of event 0x4A"},
            {"CFLR_4B", false, 32, "location word of event 0x4B"},
            {"CFLR_4C", false, 32, "location word of event 0x4C"},
            {"CFLR_4D", false, 32, "location word of event 0x4D"},
            {"CFLR_6A", false, 32, "location word of event 0x6A"},
            {"CFLR_6B", false, 32, "location word of event 0x6B"},
            {"CFLR_6D", false, 32, "location word of event 0x6D"},
            {"DBGEN", false, 1, "invasive debug is enabled"},
            {"NIDEN", false, 1, "non-invasive debug is enabled"},
            {"DBG_HALT", false, 1, "the processor is in debug halt"},
            {"EVNTBUS", true, pmu::cortex_r5_event_bus_width, "exported events"},
            {"VALIRQ", true, 1, "validation request: IRQ"},
            {"VALFIQ", true, 1, "validation request: FIQ"},
            {"VALRESET", true, 1, "validation request: reset"},
            {"VALEDBGRQ", true, 1, "validation request: external debug request"},
            {"PMUIRQ", true, 1, "interrupt request"},
        },
        pmu::cortex_r5_event_bus_width,
        &pmu::cortex_r5_events,
        pmu::cortex_r5_aux_line + pmu::cortex_r5_aux_width,
        pmu::cortex_r5_aux_line,
    });
    return unit;
}

std::uint32_t cortex_r5_fault_event(cortex_r5_pin pin) {
    return pin <= cortex_r5_pin::CFLR_6D ? fault_events[static_cast<std::size_t>(pin)] : 0;
}

pmu::cortex_r5_config cortex_r5_configuration(const std::vector<std::uint64_t>& option_values) {
    pmu::cortex_r5_config config;
    config.irq_gated_by_e = option_values[irq_gated_by_e] != 0;
    config.evntbus_auth_gate = option_values[evntbus_auth_gate] != 0;
    config.user_validation = option_values[user_validation] != 0;
    config.reset_fill = static_cast<std::uint32_t>(option_values[reset_fill]);
    config.irq_active_low = option_values[irq_active_low] != 0;
    return config;
}

} // namespace platform::cortex_r5
