// SPDX-License-Identifier: Apache-2.0
// A platform around the CCI-400 PMU.
#pragma once

#include <parts/event_recorder/event_recorder.h>
#include <parts/platform/part_entry.h>
#include <parts/platform/pmu_platform.h>
#include <pmu/cci400/cci400_pmu.h>

namespace platform {

/// Stub CPU, bus, interrupt controller, CCI-400 PMU, and an event recorder on EVNTBUS. The combined
/// PMUIRQ and each of the five overflow lines have a line of the interrupt controller.
class cci400_platform final : public pmu_platform {
public:
    using bus_type = pmu::cci400_pmu::event_bus_type;
    using evntbus_type = sc_dt::sc_bv<pmu::cci400_evntbus_width>;

    cci400_platform(const sc_core::sc_module_name& name, const clock_choice& clock,
                    const pmu::cci400_config& parameters);

    pmu::cci400_pmu unit;
    event_recorder<evntbus_type> recorder;
    sc_core::sc_signal<bus_type> event_bus{"event_bus"};               ///< Non-secure transactions
    sc_core::sc_signal<bus_type> secure_event_bus{"secure_event_bus"}; ///< Secure transactions

    void drive_lines(const line_set& lines) override;
    void drive_pin(std::size_t pin, const wide_value& value) override;
    wide_value read_pin(std::size_t pin) const override;
    void trace(sc_core::sc_trace_file* file) const override;

private:
    static constexpr unsigned overflow_lines = pmu::cci400_core::overflow_lines;

    void forward_overflow();

    sc_core::sc_signal<bool> m_niden{"NIDEN", true};
    sc_core::sc_signal<bool> m_spniden{"SPNIDEN"};
    sc_core::sc_signal<sc_dt::sc_uint<4>> m_ecorevnum{"ECOREVNUM"};
    sc_core::sc_signal<sc_dt::sc_uint<overflow_lines>> m_n_overflow{"nEVNTCNTOVERFLOW"};
    sc_core::sc_signal<evntbus_type> m_evntbus{"EVNTBUS"};
    /// The overflow lines as the interrupt controller wants them: high.
    sc_core::sc_vector<sc_core::sc_signal<bool>> m_overflow{"overflow", overflow_lines};
};

/// The part for the command line.
const part_entry& cci400_part();

/// The demonstration: the Linux arm-cci driver's register sequence over generated traffic.
bool cci400_demo(const demo_request& request, std::ostream& out);

} // namespace platform
