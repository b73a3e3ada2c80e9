// SPDX-License-Identifier: Apache-2.0
// The XScale core's performance monitor (XSC1) as a SystemC module.
#pragma once

#include <pmu/tlm/with_socket.h>
#include <pmu/xscale/xscale_core.h>
#include <pmu/xscale_common/xsc_module.h>

namespace PMU_API pmu {

extern template class pmu_module<xscale_core>;
extern template class xsc_module<xscale_core>;

/// XScale core PMU: the counters CCNT, PMN0 and PMN1, controlled by PMNC, in CP14.
///
/// Registers are words of a coprocessor window (coprocessor_address.h). The pins are those of
/// pmu_module; all but `clk` may stay unbound. See xscale_core for what is not modelled.
class xscale_module : public xsc_module<xscale_core> {
public:
    using xsc_module::xsc_module; ///< name and parameters

    const char* kind() const override { return "pmu::xscale_pmu"; }
};

/// The PMU for a bus of this width, in bits: the pins of xscale_module, and its `socket`.
template <unsigned BUSWIDTH>
using basic_xscale_pmu = with_socket<xscale_module, BUSWIDTH>;
/// The PMU for a bus of 32 bits.
using xscale_pmu = basic_xscale_pmu<32>;

extern template class with_socket<xscale_module, 32>;
extern template class with_socket<xscale_module, 64>;
extern template class with_socket<xscale_module, 128>;

} // namespace pmu
