// SPDX-License-Identifier: Apache-2.0
#include <arm1136/arm1136_unit.h>

#include <pmu/arm1136/arm1136_registers.h>

namespace platform::arm1136 {

namespace {

/// Positions in the unit's options.
enum option : std::size_t {
    user_access,
    start_delay_cycles,
    two_bit_mode,
    erratum_double_increment,
    irq_active_low,
    stop_delay_cycles,
    irq_clear_needs_e,
    irq_set_needs_e,
    flag_clear_needs_e,
    c_resets_prescaler,
    ccnt_reset_value,
};

} // namespace

const program::unit_info& arm1136_unit() {
    static const program::table_unit unit({
        "arm1136",
        "ARM1136JF-S",
        &pmu::arm1136_registers,
        true,
        pmu::coprocessor_window_size,
        {
            {"user_access", 0, 0, 1, "0: Undefined from User mode, 1: allowed"},
            {"start_delay_cycles", 3, 0, 1000, "edges that do not count after E goes to 1"},
            {"two_bit_mode", 0, 0, 1, "two-wire events: 0 population count, 1 binary"},
            {"erratum_double_increment", 0, 0, 1, "r0p2: a wrap that steps over 0 sets no flag"},
            {"irq_active_low", 0, 0, 1, "inverts the pin PMUIRQ"},
            {"stop_delay_cycles", 0, 0, 1000, "edges that still count after E goes to 0"},
            {"irq_clear_needs_e", 1, 0, 1, "PMUIRQ drops only while E is 1"},
            {"irq_set_needs_e", 0, 0, 1, "PMUIRQ rises only while E is 1"},
            {"flag_clear_needs_e", 0, 0, 1, "flags can be cleared only while E is 1"},
            {"c_resets_prescaler", 1, 0, 1, "PMNC.C zeroes the prescaler too"},
            {"ccnt_reset_value", 0, 0, UINT32_MAX, "CCNT after reset"},
        },
        {
            {"ETMEXTOUT", false, 2, "outputs of the ETM, counted by 0x20 to 0x22"},
            {"DEBUG_STATE", false, 1, "the processor is in halting debug state"},
            {"EVNTBUS", true, pmu::arm1136_event_bus_width, "exported events"},
            {"PMUIRQ", true, 1, "interrupt request"},
        },
        pmu::arm1136_event_bus_width,
        &pmu::arm1136_events,
        pmu::arm1136_event_bus_width,
    });
    return unit;
}

pmu::arm1136_config arm1136_configuration(const std::vector<std::uint64_t>& option_values) {
    pmu::arm1136_config config;
    config.user_access = option_values[user_access] != 0;
    config.start_delay_cycles = static_cast<std::uint32_t>(option_values[start_delay_cycles]);
    config.two_bit =
        option_values[two_bit_mode] != 0 ? pmu::two_bit_mode::binary : pmu::two_bit_mode::popcount;
    config.erratum_double_increment = option_values[erratum_double_increment] != 0;
    config.irq_active_low = option_values[irq_active_low] != 0;
    config.stop_delay_cycles = static_cast<std::uint32_t>(option_values[stop_delay_cycles]);
    config.irq_clear_needs_e = option_values[irq_clear_needs_e] != 0;
    config.irq_set_needs_e = option_values[irq_set_needs_e] != 0;
    config.flag_clear_needs_e = option_values[flag_clear_needs_e] != 0;
    config.c_resets_prescaler = option_values[c_resets_prescaler] != 0;
    config.ccnt_reset_value = static_cast<std::uint32_t>(option_values[ccnt_reset_value]);
    return config;
}

} // namespace platform::arm1136
