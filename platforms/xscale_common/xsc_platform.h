// SPDX-License-Identifier: Apache-2.0
// A platform around an XScale PMU, XSC1 or XSC2, and how access programs see one.
#pragma once

#include <part/part_entry.h>
#include <part/pmu_platform.h>
#include <pmu/xscale_common/xsc_core.h>

#include <systemc>

namespace platform::xscale_common {

/// Positions in the pins of the unit.
enum class xsc_pin : std::size_t { PMUIRQ };

/// The part as access programs see it: the pin PMUIRQ; the event bus, of which `events` and `pulse`
/// know the lines of the core's own events.
program::unit_description xsc_unit(const char* name, const char* title,
                                   const pmu::register_map& registers,
                                   const pmu::event_table& events,
                                   const pmu::parameter_map& parameters);

/// Stub CPU, bus, interrupt controller and the PMU; it exports no events, so nothing records them.
template <class Pmu>
class xsc_platform final : public part::pmu_platform {
public:
    using bus_type = sc_dt::sc_uint<pmu::xsc_event_bus_width>;

    xsc_platform(const sc_core::sc_module_name& name, const components::clock_choice& clock,
                 const typename Pmu::core_type::config& parameters)
        : part::pmu_platform(name, clock, components::memory_map::coprocessor(0)),
          unit("pmu", parameters) {
        connect(unit, pmu::coprocessor_window_size, parameters.irq_active_low);
        unit.event_bus(event_bus);
    }

    Pmu unit;
    sc_core::sc_signal<bus_type> event_bus{"event_bus"}; ///< what the core does, in each cycle

    void drive_lines(const program::line_set& lines) override {
        event_bus.write(
            (lines & program::line_set((1U << pmu::xsc_event_bus_width) - 1U)).to_ullong());
    }
    void drive_pin(std::size_t pin, const program::wide_value& /*value*/) override {
        switch (static_cast<xsc_pin>(pin)) {
        case xsc_pin::PMUIRQ: break;
        }
        refuse_direction();
    }
    program::wide_value read_pin(std::size_t pin) const override {
        switch (static_cast<xsc_pin>(pin)) {
        case xsc_pin::PMUIRQ: return unit.pmuirq.read();
        }
        refuse_direction();
    }
    void trace(sc_core::sc_trace_file* file) const override {
        part::pmu_platform::trace(file);
        sc_core::sc_trace(file, event_bus, "event_bus");
    }
};

} // namespace platform::xscale_common
