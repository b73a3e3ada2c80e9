// SPDX-License-Identifier: Apache-2.0
// The demonstration that all parts share: a driver counts generated activity, pass after pass,
// takes overflow interrupts, and its counts are held against the generator's.
#pragma once

#include <activity/activity_source.h>
#include <demo/perf_plan.h>
#include <part/part_entry.h>

#include <iosfwd>

namespace platform::demo {

/// What a core does, all of it: every event of `kinds`, each pass with the activity started afresh.
/// \param source whose totals are right
/// \param cycles name and number of the cycle counter
demo_plan core_plan(activity::activity_source& source, const activity::event_map& kinds,
                    const pmu::event_table& events, const char* cycles, std::uint32_t number);

/// Runs the plan on a platform that has been built and not yet simulated: passes over the same
/// activity until all events are counted. Prints the table.
/// \return whether every count is the generator's
bool run_perf_demo(part::pmu_platform& target, perf_driver& driver, const demo_plan& plan,
                   const part::demo_request& request, std::ostream& out);

} // namespace platform::demo
