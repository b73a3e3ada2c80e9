// SPDX-License-Identifier: Apache-2.0
// A platform around the ARM1136 PMU.
#pragma once

#include <arm11_common/arm11_platform.h>
#include <pmu/arm1136/arm1136_pmu.h>

#include <iosfwd>

extern template class platform::arm11_common::arm11_platform<pmu::arm1136_pmu>;

namespace platform::arm1136 {

/// The ARM1136 PMU as access programs see it: options, pins, event lines.
const program::unit_info& arm1136_unit();

/// Its platform.
using arm1136_platform = arm11_common::arm11_platform<pmu::arm1136_pmu>;

/// The part for the command line.
const part::part_entry& arm1136_part();

/// The demonstration: the Linux ARMv6 perf driver's register sequence over generated activity.
bool arm1136_demo(const part::demo_request& request, std::ostream& out);

} // namespace platform::arm1136
