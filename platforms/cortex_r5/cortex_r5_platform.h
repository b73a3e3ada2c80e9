// SPDX-License-Identifier: Apache-2.0
// A platform around the Cortex-R5 PMU.
#pragma once

#include <parts/event_recorder/event_recorder.h>
#include <parts/platform/part_entry.h>
#include <parts/platform/pmu_platform.h>
#include <pmu/cortex_r5/cortex_r5_pmu.h>

namespace platform {

/// Stub CPU, bus, interrupt controller, the PMU of one Cortex-R5 CPU, and an event recorder on
/// EVNTBUS. The validation requests go to lines of the interrupt controller, too.
class cortex_r5_platform final : public pmu_platform {
public:
    using bus_type = sc_dt::sc_uint<pmu::cortex_r5_event_bus_width>;
    using aux_type = sc_dt::sc_uint<pmu::cortex_r5_aux_width>;

    cortex_r5_platform(const sc_core::sc_module_name& name, const clock_choice& clock,
                       const pmu::cortex_r5_config& parameters);

    pmu::cortex_r5_pmu unit;
    event_recorder<bus_type> recorder;
    sc_core::sc_signal<bus_type> event_bus{"event_bus"};   ///< what the core does, in each cycle
    sc_core::sc_signal<aux_type> aux_events{"aux_events"}; ///< what has no bit of the bus

    void drive_lines(const line_set& lines) override;
    void drive_pin(std::size_t pin, const wide_value& value) override;
    wide_value read_pin(std::size_t pin) const override;
    void trace(sc_core::sc_trace_file* file) const override;

private:
    sc_core::sc_signal<bool> m_dbgen{"DBGEN"};
    sc_core::sc_signal<bool> m_niden{"NIDEN", true};
    sc_core::sc_signal<bool> m_dbg_halt{"DBG_HALT"};
    sc_core::sc_signal<bus_type> m_evntbus{"EVNTBUS"};
    sc_core::sc_signal<bool> m_valirq{"VALIRQ"};
    sc_core::sc_signal<bool> m_valfiq{"VALFIQ"};
    sc_core::sc_signal<bool> m_valreset{"VALRESET"};
    sc_core::sc_signal<bool> m_valedbgrq{"VALEDBGRQ"};
};

/// The part for the command line.
const part_entry& cortex_r5_part();

/// The demonstration: the Linux ARMv7 perf driver's register sequence over generated activity.
bool cortex_r5_demo(const demo_request& request, std::ostream& out);

} // namespace platform
