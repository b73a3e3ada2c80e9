// SPDX-License-Identifier: Apache-2.0
// A platform around the XScale core's PMU (XSC1).
#pragma once

#include <pmu/xscale/xscale_pmu.h>
#include <xscale_common/xsc_platform.h>

extern template class platform::xscale_common::xsc_platform<pmu::xscale_pmu>;

namespace platform::xscale {

/// The XScale core's PMU (XSC1) as access programs see it: options, pins, event lines.
const program::unit_info& xscale_unit();

using xscale_platform = xscale_common::xsc_platform<pmu::xscale_pmu>;

/// The part for the command line.
const part::part_entry& xscale_part();

/// The demonstration: the manual's modes one after the other over generated activity.
bool xscale_demo(const part::demo_request& request, std::ostream& out);

} // namespace platform::xscale
