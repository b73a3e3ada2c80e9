// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/cortex_r5_platform.h>

#include <cortex_r5/cortex_r5_aliases.h>

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

namespace {

/// A word with ones in `count` bits from bit 0 on.
constexpr std::uint64_t ones(unsigned count) {
    return (std::uint64_t{1} << count) - 1;
}

} // namespace

cortex_r5_platform::cortex_r5_platform(const sc_core::sc_module_name& name,
                                       const components::clock_choice& clock,
                                       const pmu::cortex_r5_config& parameters)
    : part::pmu_platform(name, clock, components::memory_map::coprocessor(0)),
      wired_cortex_r5(parameters, clock.period) {
    connect(unit, pmu::coprocessor_window_size, parameters.irq_active_low);
    connect_requests(vic);
}

void cortex_r5_platform::drive_lines(const program::line_set& lines) {
    const program::line_set on_bus(ones(pmu::cortex_r5_event_bus_width));
    const program::line_set beside(ones(pmu::cortex_r5_aux_width));
    event_bus.write((lines & on_bus).to_ullong());
    aux_events.write((lines >> pmu::cortex_r5_event_bus_width & beside).to_ullong());
}

void cortex_r5_platform::drive_pin(std::size_t pin, const program::wide_value& value) {
    const auto locate = [&](std::uint32_t event) {
        unit.set_fault_location(event, static_cast<std::uint32_t>(value.low()));
    };
    switch (static_cast<cortex_r5_pin>(pin)) {
    case cortex_r5_pin::CFLR_4A: locate(0x4A); return;
    case cortex_r5_pin::CFLR_4B: locate(0x4B); return;
    case cortex_r5_pin::CFLR_4C: locate(0x4C); return;
    case cortex_r5_pin::CFLR_4D: locate(0x4D); return;
    case cortex_r5_pin::CFLR_6A: locate(0x6A); return;
    case cortex_r5_pin::CFLR_6B: locate(0x6B); return;
    case cortex_r5_pin::CFLR_6D: locate(0x6D); return;
    case cortex_r5_pin::DBGEN: m_dbgen.write(value.bit(0)); return;
    case cortex_r5_pin::NIDEN: m_niden.write(value.bit(0)); return;
    case cortex_r5_pin::DBG_HALT: m_dbg_halt.write(value.bit(0)); return;
    case cortex_r5_pin::EVNTBUS:
    case cortex_r5_pin::VALIRQ:
    case cortex_r5_pin::VALFIQ:
    case cortex_r5_pin::VALRESET:
    case cortex_r5_pin::VALEDBGRQ:
    case cortex_r5_pin::PMUIRQ: break;
    }
    refuse_direction();
}

program::wide_value cortex_r5_platform::read_pin(std::size_t pin) const {
    switch (static_cast<cortex_r5_pin>(pin)) {
    case cortex_r5_pin::EVNTBUS: return m_evntbus.read().to_uint64();
    case cortex_r5_pin::VALIRQ: return m_valirq.read();
    case cortex_r5_pin::VALFIQ: return m_valfiq.read();
    case cortex_r5_pin::VALRESET: return m_valreset.read();
    case cortex_r5_pin::VALEDBGRQ: return m_valedbgrq.read();
    case cortex_r5_pin::PMUIRQ: return unit.pmuirq.read();
    case cortex_r5_pin::CFLR_4A:
    case cortex_r5_pin::CFLR_4B:
    case cortex_r5_pin::CFLR_4C:
    case cortex_r5_pin::CFLR_4D:
    case cortex_r5_pin::CFLR_6A:
    case cortex_r5_pin::CFLR_6B:
    case cortex_r5_pin::CFLR_6D:
    case cortex_r5_pin::DBGEN:
    case cortex_r5_pin::NIDEN:
    case cortex_r5_pin::DBG_HALT: break;
    }
    refuse_direction();
}

void cortex_r5_platform::trace(sc_core::sc_trace_file* file) const {
    part::pmu_platform::trace(file);
    sc_core::sc_trace(file, event_bus, "event_bus");
    sc_core::sc_trace(file, aux_events, "aux_events");
    sc_core::sc_trace(file, m_dbgen, "DBGEN");
    sc_core::sc_trace(file, m_niden, "NIDEN");
    sc_core::sc_trace(file, m_dbg_halt, "DBG_HALT");
    sc_core::sc_trace(file, m_evntbus, "EVNTBUS");
    sc_core::sc_trace(file, m_valirq, "VALIRQ");
    sc_core::sc_trace(file, m_valfiq, "VALFIQ");
    sc_core::sc_trace(file, m_valreset, "VALRESET");
    sc_core::sc_trace(file, m_valedbgrq, "VALEDBGRQ");
}

const part::part_entry& cortex_r5_part() {
    static const part::part_entry entry{
        cortex_r5_unit(),
        {{&pmu::cortex_r5_events, cortex_r5_aliases, pmu::cortex_r5_aux_line}},
        [](const components::clock_choice& clock,
           const program::option_values& options) -> std::unique_ptr<part::pmu_platform> {
            return std::make_unique<cortex_r5_platform>("platform", clock,
                                                        options.to(pmu::cortex_r5_parameters));
        },
        cortex_r5_demo,
    };
    return entry;
}

} // namespace platform::cortex_r5
