// SPDX-License-Identifier: Apache-2.0
// A platform around the IXP42X's PMU (XSC2).
#pragma once

#include <pmu/ixp42x/ixp42x_pmu.h>
#include <xscale_common/xsc_platform.h>

extern template class platform::xscale_common::xsc_platform<pmu::ixp42x_pmu>;

namespace platform::ixp42x {

/// The IXP42X's PMU (XSC2) as access programs see it: options, pins, event lines.
const program::unit_info& ixp42x_unit();

using ixp42x_platform = xscale_common::xsc_platform<pmu::ixp42x_pmu>;

/// The part for the command line.
const part::part_entry& ixp42x_part();

/// The demonstration: the manual's modes one after the other over generated activity.
bool ixp42x_demo(const part::demo_request& request, std::ostream& out);

} // namespace platform::ixp42x
