// SPDX-License-Identifier: Apache-2.0
// The IXP42X's performance monitor (XSC2) as a SystemC module.
#pragma once

#include <pmu/ixp42x/ixp42x_core.h>
#include <pmu/tlm/with_socket.h>
#include <pmu/xscale_common/xsc_module.h>

namespace PMU_API pmu {

extern template class pmu_module<ixp42x_core>;
extern template class xsc_module<ixp42x_core>;

/// IXP42X PMU: the counters CCNT and PMN0 to PMN3, controlled by PMNC, INTEN, FLAG and EVTSEL, in
/// CP14.
///
/// Registers are words of a coprocessor window (coprocessor_address.h). The pins are those of
/// pmu_module; all but `clk` may stay unbound. See ixp42x_core for what is not modelled.
class ixp42x_module : public xsc_module<ixp42x_core> {
public:
    using xsc_module::xsc_module; ///< name and parameters

    const char* kind() const override { return "pmu::ixp42x_pmu"; }
};

/// The PMU for a bus of this width, in bits: the pins of ixp42x_module, and its `socket`.
template <unsigned BUSWIDTH>
using basic_ixp42x_pmu = with_socket<ixp42x_module, BUSWIDTH>;
/// The PMU for a bus of 32 bits.
using ixp42x_pmu = basic_ixp42x_pmu<32>;

extern template class with_socket<ixp42x_module, 32>;
extern template class with_socket<ixp42x_module, 64>;
extern template class with_socket<ixp42x_module, 128>;

} // namespace pmu
