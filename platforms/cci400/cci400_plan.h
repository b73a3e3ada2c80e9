// SPDX-License-Identifier: Apache-2.0
// What a demonstration counts on a CCI-400: the traffic of a processor cluster, some of another's
// and of a display controller's, and a memory interface.
#pragma once

#include <cci400/traffic_source.h>
#include <cci400/wired_cci400.h>
#include <demo/perf_plan.h>

namespace platform::cci400 {

/// Shows the traffic on the event lines of the PMU. During construction only.
void drive_traffic(traffic_source& source, wired_cci400& unit);

/// The plan without a title. Each overflow line has its interrupt.
/// \param source whose totals are right; it is restarted with every pass
demo::demo_plan cci400_plan(traffic_source& source);

} // namespace platform::cci400
