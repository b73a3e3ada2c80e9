// SPDX-License-Identifier: Apache-2.0
// A platform around the ARM1136 PMU.
#pragma once

#include <components/event_recorder.h>
#include <part/part_entry.h>
#include <part/pmu_platform.h>
#include <pmu/arm1136/arm1136_pmu.h>

namespace platform::arm1136 {

/// The ARM1136 PMU as access programs see it: options, pins, event lines.
const program::unit_info& arm1136_unit();

/// Positions in the unit's pins.
enum class arm1136_pin : std::size_t { ETMEXTOUT, DEBUG_STATE, EVNTBUS, PMUIRQ };

/// Stub CPU, bus, interrupt controller, ARM1136 PMU, and an event recorder on EVNTBUS.
class arm1136_platform final : public part::pmu_platform {
public:
    using bus_type = sc_dt::sc_uint<pmu::arm1136_event_bus_width>;

    arm1136_platform(const sc_core::sc_module_name& name, const components::clock_choice& clock,
                     const pmu::arm1136_config& parameters);

    pmu::arm1136_pmu unit;
    components::event_recorder<bus_type> recorder;
    sc_core::sc_signal<bus_type> event_bus{"event_bus"}; ///< what the core does, in each cycle

    void drive_lines(const program::line_set& lines) override;
    void drive_pin(std::size_t pin, const program::wide_value& value) override;
    program::wide_value read_pin(std::size_t pin) const override;
    void trace(sc_core::sc_trace_file* file) const override;

private:
    sc_core::sc_signal<sc_dt::sc_uint<2>> m_etmextout{"ETMEXTOUT"};
    sc_core::sc_signal<bool> m_debug_state{"DEBUG_STATE"};
    sc_core::sc_signal<bus_type> m_evntbus{"EVNTBUS"};
};

/// The part for the command line.
const part::part_entry& arm1136_part();

/// The demonstration: the Linux ARMv6 perf driver's register sequence over generated activity.
bool arm1136_demo(const part::demo_request& request, std::ostream& out);

} // namespace platform::arm1136
