// SPDX-License-Identifier: Apache-2.0
// What a demonstration counts on a Cortex-R5: every event that the generated activity knows.
#pragma once

#include <activity/activity_source.h>
#include <cortex_r5/wired_cortex_r5.h>
#include <demo/perf_plan.h>

namespace platform::cortex_r5 {

/// Shows the activity of a core on the event lines of its PMU. Before the simulation only.
void drive_activity(activity::activity_source& source, wired_cortex_r5& unit);

/// The plan without a title.
/// \param source whose totals are right; it is restarted with every pass
demo::demo_plan cortex_r5_plan(activity::activity_source& source);

} // namespace platform::cortex_r5
