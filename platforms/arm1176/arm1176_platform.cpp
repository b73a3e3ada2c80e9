// SPDX-License-Identifier: Apache-2.0
#include <arm1176/arm1176_platform.h>

#include <arm11_common/arm11_aliases.h>

template class platform::arm11_common::arm11_platform<pmu::arm1176_pmu>;

namespace platform::arm1176 {

namespace {

constexpr program::pin_info pin_table[] = {
    arm11_common::arm11_pins[0],
    arm11_common::arm11_pins[1],
    arm11_common::arm11_pins[2],
    arm11_common::arm11_pins[3],
    {"V", false, 1, "the V bit: User mode has access", 0},
};
constexpr program::pin_map_of<arm1176_pin, pin_table> pins;

} // namespace

const program::unit_info& arm1176_unit() {
    static const program::table_unit unit({
        "arm1176",
        "ARM1176JZF-S",
        &pmu::arm1176_registers,
        true,
        pmu::coprocessor_window_size,
        &pmu::arm1176_parameters,
        &pins,
        pmu::arm1176_event_bus_width,
        &pmu::arm1176_events,
        pmu::arm11_return_stack_line + pmu::arm1176_return_stack_width,
        pmu::arm11_return_stack_line,
    });
    return unit;
}

arm1176_platform::arm1176_platform(const sc_core::sc_module_name& name,
                                   const components::clock_choice& clock,
                                   const pmu::arm1176_config& parameters)
    : arm11_platform(name, clock, parameters), m_v("V", parameters.user_access) {
    unit.aux_events(aux_events);
    unit.V(m_v);
}

void arm1176_platform::drive_lines(const program::line_set& lines) {
    arm11_platform::drive_lines(lines);
    const program::line_set beside((1U << pmu::arm1176_return_stack_width) - 1U);
    aux_events.write((lines >> pmu::arm1176_event_bus_width & beside).to_ullong());
}

void arm1176_platform::drive_pin(std::size_t pin, const program::wide_value& value) {
    if (static_cast<arm1176_pin>(pin) == arm1176_pin::V) {
        m_v.write(value.bit(0));
    } else {
        arm11_platform::drive_pin(pin, value);
    }
}

void arm1176_platform::trace(sc_core::sc_trace_file* file) const {
    arm11_platform::trace(file);
    sc_core::sc_trace(file, aux_events, "aux_events");
    sc_core::sc_trace(file, m_v, "V");
}

const part::part_entry& arm1176_part() {
    static const part::part_entry entry{
        arm1176_unit(),
        {{&pmu::arm1176_events, arm11_common::arm11_aliases}},
        [](const components::clock_choice& clock,
           const program::option_values& options) -> std::unique_ptr<part::pmu_platform> {
            return std::make_unique<arm1176_platform>("platform", clock,
                                                      options.to(pmu::arm1176_parameters));
        },
        arm1176_demo,
    };
    return entry;
}

} // namespace platform::arm1176
