// SPDX-License-Identifier: Apache-2.0
// The ARM1136JF-S performance monitor as a SystemC module.
#pragma once

#include <pmu/arm1136/arm1136_core.h>
#include <pmu/tlm/pmu_module.h>
#include <pmu/tlm/with_socket.h>

namespace PMU_API pmu {

extern template class pmu_module<arm1136_core>;

/// ARM1136JF-S PMU: the counters CCNT, PMN0 and PMN1, controlled by PMNC, in CP15 c15.
///
/// Registers are words of a coprocessor window (coprocessor_address.h). All pins but `clk` may stay
/// unbound. See arm1136_core for what is not modelled.
class arm1136_module : public pmu_module<arm1136_core> {
public:
    /// Outputs of the ETM, counted by the events 0x20 to 0x22.
    sc_core::sc_in<sc_dt::sc_uint<2>> ETMEXTOUT{"ETMEXTOUT"};
    /// The processor is in halting debug state: nothing counts, EVNTBUS is 0.
    sc_core::sc_in<bool> DEBUG_STATE{"DEBUG_STATE"};
    /// The event lines of the last edge while PMNC.X is 1, else 0.
    sc_core::sc_out<sc_dt::sc_uint<arm1136_event_bus_width>> EVNTBUS{"EVNTBUS"};

    /// \param name of the module
    /// \param parameters of the unit
    explicit arm1136_module(const sc_core::sc_module_name& name,
                            const arm1136_config& parameters = {});

    const char* kind() const override { return "pmu::arm1136_pmu"; }

private:
    inputs sample_pins() const override;
    void drive_pins(const outputs& levels) override;

    sampled_pin<sc_dt::sc_uint<2>> m_etmextout;
    sampled_pin<bool> m_debug_state;
};

/// The PMU for a bus of this width, in bits: the pins of arm1136_module, and its `socket`.
template <unsigned BUSWIDTH>
using basic_arm1136_pmu = with_socket<arm1136_module, BUSWIDTH>;
/// The PMU for a bus of 32 bits.
using arm1136_pmu = basic_arm1136_pmu<32>;

extern template class with_socket<arm1136_module, 32>;
extern template class with_socket<arm1136_module, 64>;
extern template class with_socket<arm1136_module, 128>;

} // namespace pmu
