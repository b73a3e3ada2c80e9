// SPDX-License-Identifier: Apache-2.0
// A platform around the IXP42X's PMU (XSC2).
#pragma once

#include <pmu/ixp42x/ixp42x_pmu.h>
#include <xscale_common/xsc_platform.h>

namespace platform {

using ixp42x_platform = xsc_platform<pmu::ixp42x_pmu>;
extern template class xsc_platform<pmu::ixp42x_pmu>;

/// The part for the command line.
const part_entry& ixp42x_part();

/// The demonstration: the manual's modes one after the other over generated activity.
bool ixp42x_demo(const demo_request& request, std::ostream& out);

} // namespace platform
