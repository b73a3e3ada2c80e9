// SPDX-License-Identifier: Apache-2.0
// A Cortex-R5 PMU with a signal at each of its own pins.
#pragma once

#include <components/event_recorder.h>
#include <components/interrupt_controller.h>
#include <pmu/cortex_r5/cortex_r5_pmu.h>

#include <systemc>

namespace platform::cortex_r5 {

/// The PMU, an event recorder on EVNTBUS, and the signals between them and the platform. No module:
/// what it has belongs to the module that derives from it, which binds socket, clock, reset and
/// PMUIRQ.
class wired_cortex_r5 {
public:
    using bus_type = sc_dt::sc_uint<pmu::cortex_r5_event_bus_width>;
    using aux_type = sc_dt::sc_uint<pmu::cortex_r5_aux_width>;

    /// The line of the interrupt controller for VALIRQ; VALFIQ, VALRESET and VALEDBGRQ follow.
    static constexpr unsigned validation_line = 8;

    pmu::cortex_r5_pmu unit;
    components::event_recorder<bus_type> recorder;
    sc_core::sc_signal<bus_type> event_bus{"event_bus"};   ///< what the core does, in each cycle
    sc_core::sc_signal<aux_type> aux_events{"aux_events"}; ///< what has no bit of the bus

    wired_cortex_r5(const wired_cortex_r5&) = delete;
    wired_cortex_r5& operator=(const wired_cortex_r5&) = delete;

protected:
    wired_cortex_r5(const pmu::cortex_r5_config& parameters, const sc_core::sc_time& period);
    ~wired_cortex_r5() = default;

    /// Connects the validation requests to their lines of the interrupt controller.
    void connect_requests(components::interrupt_controller& vic);

    sc_core::sc_signal<bool> m_dbgen{"DBGEN"};
    sc_core::sc_signal<bool> m_niden{"NIDEN", true};
    sc_core::sc_signal<bool> m_dbg_halt{"DBG_HALT"};
    sc_core::sc_signal<bus_type> m_evntbus{"EVNTBUS"};
    sc_core::sc_signal<bool> m_valirq{"VALIRQ"};
    sc_core::sc_signal<bool> m_valfiq{"VALFIQ"};
    sc_core::sc_signal<bool> m_valreset{"VALRESET"};
    sc_core::sc_signal<bool> m_valedbgrq{"VALEDBGRQ"};
};

} // namespace platform::cortex_r5
