// SPDX-License-Identifier: Apache-2.0
// What follows from counts of the XScales' events.
#pragma once

#include <report/metric.h>

#include <vector>

namespace platform::xscale_common {

/// Of a PMU with two event counters: the modes of pmu_modes(), and what perf users ask for.
const std::vector<report::metric>& xsc_metrics();

} // namespace platform::xscale_common
