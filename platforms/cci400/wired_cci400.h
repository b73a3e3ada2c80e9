// SPDX-License-Identifier: Apache-2.0
// A CCI-400 PMU with a signal at each of its own pins.
#pragma once

#include <components/event_recorder.h>
#include <components/interrupt_controller.h>
#include <components/interrupt_wires.h>
#include <pmu/cci400/cci400_pmu.h>

#include <systemc>

#include <cstdint>

namespace platform::cci400 {

/// The PMU, an event recorder on EVNTBUS, and the signals between them and the platform. No module:
/// what it has belongs to the module that derives from it, which binds socket, clock, reset and
/// PMUIRQ.
class wired_cci400 {
public:
    using bus_type = pmu::cci400_pmu::event_bus_type;
    using evntbus_type = sc_dt::sc_bv<pmu::cci400_evntbus_width>;

    /// Where every platform maps it.
    static constexpr std::uint64_t base = 0x2C09'0000;
    static constexpr std::uint64_t window_size = pmu::cci400_core::window_size; ///< bytes
    static constexpr unsigned pmuirq_line = 2;   ///< of the interrupt controller: combined PMUIRQ
    static constexpr unsigned overflow_line = 3; ///< its line for overflow 0; 4 more follow

    pmu::cci400_pmu unit;
    components::event_recorder<evntbus_type> recorder;
    sc_core::sc_signal<bus_type> event_bus{"event_bus"};               ///< Non-secure transactions
    sc_core::sc_signal<bus_type> secure_event_bus{"secure_event_bus"}; ///< Secure transactions

    wired_cci400(const wired_cci400&) = delete;
    wired_cci400& operator=(const wired_cci400&) = delete;

protected:
    wired_cci400(const pmu::cci400_config& parameters, const sc_core::sc_time& period);
    ~wired_cci400() = default;

    /// Connects the overflow lines to their lines of the interrupt controller.
    void connect_overflow(components::interrupt_controller& vic);
    /// The request of a line: 0 to 4, as in nEVNTCNTOVERFLOW.
    sc_core::sc_signal<bool>& overflow_request(unsigned n) { return m_n_overflow.requests[n]; }

    sc_core::sc_signal<bool> m_niden{"NIDEN", true};
    sc_core::sc_signal<bool> m_spniden{"SPNIDEN"};
    sc_core::sc_signal<sc_dt::sc_uint<4>> m_ecorevnum{"ECOREVNUM"};
    components::active_low_wires<pmu::cci400_core::overflow_lines> m_n_overflow{"nEVNTCNTOVERFLOW"};
    sc_core::sc_signal<evntbus_type> m_evntbus{"EVNTBUS"};
};

/// The interconnect's PMU among other units of a platform.
class cci400_node final : public sc_core::sc_module, public wired_cci400 {
public:
    cci400_node(const sc_core::sc_module_name& name, const sc_core::sc_time& period,
                const pmu::cci400_config& parameters = {})
        : sc_core::sc_module(name), wired_cci400(parameters, period) {
        pmuirq.set_active_low(parameters.irq_active_low);
    }

    components::interrupt_wire pmuirq{"pmuirq"};

    using wired_cci400::connect_overflow;
    using wired_cci400::overflow_request;
};

} // namespace platform::cci400
