// SPDX-License-Identifier: Apache-2.0
#include <pmu/core/message_text.h>
#include <pmu/cortex_r5/cortex_r5_pmu.h>
#include <pmu/tlm/pmu_module_definitions.h>

#include <string>

namespace PMU_API pmu {

template <>
struct sampled_inputs<cortex_r5_core> {
    using module = cortex_r5_module;

    sampled_pin<sc_dt::sc_uint<cortex_r5_aux_width>> aux_events;
    sampled_pin<bool> dbgen;
    sampled_pin<bool> niden;
    sampled_pin<bool> dbg_halt;

    cortex_r5_core::inputs sample(const module& ports, const module::event_bus_type& lines) const {
        cortex_r5_core::inputs in;
        in.lines = (lines.to_uint64() & cortex_r5_bus_lines) |
                   aux_events.read(ports.aux_events).to_uint64() << cortex_r5_aux_line;
        in.dbgen = dbgen.read(ports.DBGEN);
        in.niden = niden.read(ports.NIDEN);
        in.dbg_halt = dbg_halt.read(ports.DBG_HALT);
        return in;
    }
};

template class timed_unit<cortex_r5_core>;
template class pmu_module<cortex_r5_core>;
template class with_socket<cortex_r5_module, 32>;
template class with_socket<cortex_r5_module, 64>;
template class with_socket<cortex_r5_module, 128>;

cortex_r5_module::cortex_r5_module(const sc_core::sc_module_name& name,
                                   const cortex_r5_config& parameters)
    : pmu_module(name, parameters) {
    optional_lines(aux_events, sampled().aux_events, cortex_r5_aux_line);
    optional_pin(DBGEN, sampled().dbgen, false);
    optional_pin(NIDEN, sampled().niden, true);
    optional_pin(DBG_HALT, sampled().dbg_halt, false);
    optional_pin(EVNTBUS, sc_dt::sc_uint<cortex_r5_event_bus_width>{});
    optional_pin(VALIRQ, false);
    optional_pin(VALFIQ, false);
    optional_pin(VALRESET, false);
    optional_pin(VALEDBGRQ, false);
}

void cortex_r5_module::set_fault_location(std::uint32_t event, std::uint32_t word) {
    bool is_known = false;
    configure_core([&](cortex_r5_core& core) { is_known = core.set_fault_location(event, word); });
    if (!is_known) {
        const std::string text =
            std::string(name()) +
            ": expected an event that updates CFLR (0x4A to 0x4D, 0x6A, 0x6B, 0x6D), got " +
            hex(event, 2);
        SC_REPORT_ERROR("/pmu/cortex_r5/fault_location", text.c_str());
    }
}

void cortex_r5_module::drive_pins(const outputs& levels) {
    EVNTBUS.write(levels.evntbus);
    VALIRQ.write(levels.valirq);
    VALFIQ.write(levels.valfiq);
    VALRESET.write(levels.valreset);
    VALEDBGRQ.write(levels.valedbgrq);
}

} // namespace pmu
