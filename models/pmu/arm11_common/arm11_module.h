// SPDX-License-Identifier: Apache-2.0
// A PMU of an ARM11 core as a SystemC module: the wrapper, and the pins that every part has.
#pragma once

#include <pmu/arm11_common/arm11_tables.h>
#include <pmu/tlm/pmu_module.h>

namespace PMU_API pmu {

/// The module of every part.
/// \tparam Core arm1136_core or arm1176_core
template <class Core>
class arm11_module : public pmu_module<Core> {
public:
    /// Outputs of the ETM, counted by the events 0x20 to 0x22.
    sc_core::sc_in<sc_dt::sc_uint<arm11_etmextout_width>> ETMEXTOUT{"ETMEXTOUT"};
    /// The processor is in halting debug state: nothing counts, EVNTBUS is 0.
    sc_core::sc_in<bool> DEBUG_STATE{"DEBUG_STATE"};
    /// The event lines of the last edge while PMNC.X is 1, else 0.
    sc_core::sc_out<sc_dt::sc_uint<arm11_evntbus_width>> EVNTBUS{"EVNTBUS"};

    /// \param name of the module
    /// \param parameters of the unit
    explicit arm11_module(const sc_core::sc_module_name& name,
                          const typename Core::config& parameters = {});

protected:
    /// Writes EVNTBUS.
    void drive_pins(const typename Core::outputs& levels) override;
};

} // namespace pmu
