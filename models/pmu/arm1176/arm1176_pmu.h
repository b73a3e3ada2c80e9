// SPDX-License-Identifier: Apache-2.0
// The ARM1176JZF-S performance monitor as a SystemC module.
#pragma once

#include <pmu/arm1176/arm1176_core.h>
#include <pmu/arm11_common/arm11_module.h>
#include <pmu/tlm/with_socket.h>

namespace PMU_API pmu {

extern template class pmu_module<arm1176_core>;
extern template class arm11_module<arm1176_core>;

/// ARM1176JZF-S PMU: the counters CCNT, PMN0 and PMN1, controlled by PMNC, in CP15 c15.
///
/// Registers are words of a coprocessor window (coprocessor_address.h). All pins but `clk` may stay
/// unbound. See arm1176_core for what is not modelled.
class arm1176_module : public arm11_module<arm1176_core> {
public:
    /// Events 0x23 to 0x26, which have no bit of EVNTBUS; levels, sampled per edge (D17).
    sc_core::sc_in<sc_dt::sc_uint<arm1176_return_stack_width>> aux_events{"aux_events"};
    /// The V bit of the Secure User and Non-secure Access Validation Control Register: User mode
    /// has access (D1). Where nothing is bound it has the level of the parameter `user_access`.
    sc_core::sc_in<bool> V{"V"};

    /// \param name of the module
    /// \param parameters of the unit
    explicit arm1176_module(const sc_core::sc_module_name& name,
                            const arm1176_config& parameters = {});

    const char* kind() const override { return "pmu::arm1176_pmu"; }
};

/// The PMU for a bus of this width, in bits: the pins of arm1176_module, and its `socket`.
template <unsigned BUSWIDTH>
using basic_arm1176_pmu = with_socket<arm1176_module, BUSWIDTH>;
/// The PMU for a bus of 32 bits.
using arm1176_pmu = basic_arm1176_pmu<32>;

extern template class with_socket<arm1176_module, 32>;
extern template class with_socket<arm1176_module, 64>;
extern template class with_socket<arm1176_module, 128>;

} // namespace pmu
