// SPDX-License-Identifier: Apache-2.0
// The performance monitor of the CCI-400 as a SystemC module.
#pragma once

#include <pmu/cci400/cci400_core.h>
#include <pmu/tlm/pmu_module.h>
#include <pmu/tlm/with_socket.h>

#include <memory>

namespace PMU_API pmu {

extern template class pmu_module<cci400_core>;

/// CCI-400 PMU: CCNT and four event counters, controlled by PMCR, in a register window of 64 KiB.
///
/// `event_bus` carries the event lines of Non-secure transactions: line n is the event with code n
/// in ESR[7:0]. All pins but `clk` may stay unbound; NIDEN then reads as 1, every other input as 0.
/// See cci400_core for what is not modelled.
class cci400_module : public pmu_module<cci400_core> {
public:
    /// The event lines of Secure transactions, numbered as those of `event_bus`.
    sc_core::sc_in<event_bus_type> secure_event_bus{"secure_event_bus"};
    /// Non-invasive debug enable: while LOW no event counts and none is exported.
    sc_core::sc_in<bool> NIDEN{"NIDEN"};
    /// Secure privileged non-invasive debug enable: while HIGH the events of Secure transactions
    /// are counted and exported too.
    sc_core::sc_in<bool> SPNIDEN{"SPNIDEN"};
    /// Read as PIDR3[7:4].
    sc_core::sc_in<sc_dt::sc_uint<4>> ECOREVNUM{"ECOREVNUM"};
    /// The overflow flags, active LOW: 3 to 0 are the event counters, 4 is CCNT. `pmuirq` is their
    /// combination, active HIGH.
    sc_core::sc_out<sc_dt::sc_uint<cci400_core::overflow_lines>> nEVNTCNTOVERFLOW{
        "nEVNTCNTOVERFLOW"};
    /// The events of the last edge while PMCR.EX and NIDEN are 1, else 0, in the order of their
    /// codes without gaps; the r0 list uses the low 121 lines.
    sc_core::sc_out<sc_dt::sc_bv<cci400_evntbus_width>> EVNTBUS{"EVNTBUS"};

    /// \param name of the module
    /// \param parameters of the unit; a revision above 15 is the error `/pmu/cci400/revision`
    explicit cci400_module(const sc_core::sc_module_name& name,
                           const cci400_config& parameters = {});

    const char* kind() const override { return "pmu::cci400_pmu"; }

private:
    void drive_pins(const outputs& levels) override;
    const event_table& traced_events() const override;

    const event_table& m_events; ///< of the revision
    /// What EVNTBUS is driven with. It owns memory, so it is made when it is first needed.
    std::unique_ptr<sc_dt::sc_bv<cci400_evntbus_width>> m_exported;
};

/// The PMU for a bus of this width, in bits: the pins of cci400_module, and its `socket`.
template <unsigned BUSWIDTH>
using basic_cci400_pmu = with_socket<cci400_module, BUSWIDTH>;
/// The PMU for a bus of 32 bits.
using cci400_pmu = basic_cci400_pmu<32>;

extern template class with_socket<cci400_module, 32>;
extern template class with_socket<cci400_module, 64>;
extern template class with_socket<cci400_module, 128>;

} // namespace pmu
