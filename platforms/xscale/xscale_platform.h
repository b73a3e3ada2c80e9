// SPDX-License-Identifier: Apache-2.0
// A platform around the XScale core's PMU (XSC1).
#pragma once

#include <pmu/xscale/xscale_pmu.h>
#include <xscale_common/xsc_platform.h>

namespace platform {

using xscale_platform = xsc_platform<pmu::xscale_pmu>;
extern template class xsc_platform<pmu::xscale_pmu>;

/// The part for the command line.
const part_entry& xscale_part();

/// The demonstration: the manual's modes one after the other over generated activity.
bool xscale_demo(const demo_request& request, std::ostream& out);

} // namespace platform
