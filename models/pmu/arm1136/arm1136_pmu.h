// SPDX-License-Identifier: Apache-2.0
// The ARM1136JF-S performance monitor as a SystemC module.
#pragma once

#include <pmu/arm1136/arm1136_core.h>
#include <pmu/arm11_common/arm11_module.h>
#include <pmu/tlm/with_socket.h>

namespace PMU_API pmu {

extern template class pmu_module<arm1136_core>;
extern template class arm11_module<arm1136_core>;

/// ARM1136JF-S PMU: the counters CCNT, PMN0 and PMN1, controlled by PMNC, in CP15 c15.
///
/// Registers are words of a coprocessor window (coprocessor_address.h). All pins but `clk` may stay
/// unbound. See arm1136_core for what is not modelled.
class arm1136_module : public arm11_module<arm1136_core> {
public:
    using arm11_module::arm11_module; ///< name and parameters

    const char* kind() const override { return "pmu::arm1136_pmu"; }
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
