// SPDX-License-Identifier: Apache-2.0
#include <arm1136/arm1136_platform.h>

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

arm1136_platform::arm1136_platform(const sc_core::sc_module_name& name,
                                   const components::clock_choice& clock,
                                   const pmu::arm1136_config& parameters)
    : part::pmu_platform(name, clock, components::memory_map::coprocessor(0)),
      unit("pmu", parameters), recorder("recorder", clock.period) {
    connect(unit, pmu::coprocessor_window_size, parameters.irq_active_low);
    unit.event_bus(event_bus);
    unit.ETMEXTOUT(m_etmextout);
    unit.DEBUG_STATE(m_debug_state);
    unit.EVNTBUS(m_evntbus);
    recorder.evntbus(m_evntbus);
}

void arm1136_platform::drive_lines(const program::line_set& lines) {
    event_bus.write(
        (lines & program::line_set((1U << pmu::arm1136_event_bus_width) - 1U)).to_ullong());
}

void arm1136_platform::drive_pin(std::size_t pin, const program::wide_value& value) {
    switch (static_cast<arm1136_pin>(pin)) {
    case arm1136_pin::ETMEXTOUT: m_etmextout.write(value.low()); return;
    case arm1136_pin::DEBUG_STATE: m_debug_state.write(value.bit(0)); return;
    case arm1136_pin::EVNTBUS:
    case arm1136_pin::PMUIRQ: break;
    }
    refuse_direction();
}

program::wide_value arm1136_platform::read_pin(std::size_t pin) const {
    switch (static_cast<arm1136_pin>(pin)) {
    case arm1136_pin::EVNTBUS: return m_evntbus.read().to_uint64();
    case arm1136_pin::PMUIRQ: return unit.pmuirq.read();
    case arm1136_pin::ETMEXTOUT:
    case arm1136_pin::DEBUG_STATE: break;
    }
    refuse_direction();
}

void arm1136_platform::trace(sc_core::sc_trace_file* file) const {
    part::pmu_platform::trace(file);
    sc_core::sc_trace(file, event_bus, "event_bus");
    sc_core::sc_trace(file, m_etmextout, "ETMEXTOUT");
    sc_core::sc_trace(file, m_debug_state, "DEBUG_STATE");
    sc_core::sc_trace(file, m_evntbus, "EVNTBUS");
}

const part::part_entry& arm1136_part() {
    static const part::part_entry entry{
        arm1136_unit(),
        {{&pmu::arm1136_events}},
        [](const components::clock_choice& clock,
           const program::option_values& options) -> std::unique_ptr<part::pmu_platform> {
            return std::make_unique<arm1136_platform>("platform", clock,
                                                      options.to(pmu::arm1136_parameters));
        },
        arm1136_demo,
    };
    return entry;
}

} // namespace platform::arm1136
