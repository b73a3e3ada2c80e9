// SPDX-License-Identifier: Apache-2.0
// The XScale core's performance monitor (XSC1) as a SystemC module.
#pragma once

#include <pmu/xscale/xscale_core.h>
#include <pmu/xscale_common/xsc_pmu.h>

namespace pmu {

extern template class pmu_module<xscale_core>;
extern template class xsc_pmu<xscale_core>;

/// XScale core PMU: the counters CCNT, PMN0 and PMN1, controlled by PMNC, in CP14.
///
/// Registers are words of a coprocessor window (coprocessor_address.h). The pins are those of
/// pmu_module; all but `clk` may stay unbound. See xscale_core for what is not modelled.
class xscale_pmu : public xsc_pmu<xscale_core> {
public:
    using xsc_pmu::xsc_pmu; ///< name and parameters

    const char* kind() const override { return "pmu::xscale_pmu"; }
};

} // namespace pmu
