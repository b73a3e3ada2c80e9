// SPDX-License-Identifier: Apache-2.0
// The IXP42X's performance monitor (XSC2) as a SystemC module.
#pragma once

#include <pmu/ixp42x/ixp42x_core.h>
#include <pmu/xscale_common/xsc_pmu.h>

namespace pmu {

extern template class pmu_module<ixp42x_core>;
extern template class xsc_pmu<ixp42x_core>;

/// IXP42X PMU: the counters CCNT and PMN0 to PMN3, controlled by PMNC, INTEN, FLAG and EVTSEL, in
/// CP14.
///
/// Registers are words of a coprocessor window (coprocessor_address.h). The pins are those of
/// pmu_module; all but `clk` may stay unbound. See ixp42x_core for what is not modelled.
class ixp42x_pmu : public xsc_pmu<ixp42x_core> {
public:
    using xsc_pmu::xsc_pmu; ///< name and parameters

    const char* kind() const override { return "pmu::ixp42x_pmu"; }
};

} // namespace pmu
