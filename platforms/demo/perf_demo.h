// SPDX-License-Identifier: Apache-2.0
// The demonstration that all parts share: a driver counts generated activity, pass after pass,
// takes overflow interrupts, and its counts are held against the generator's.
#pragma once

#include <demo/perf_plan.h>
#include <part/part_entry.h>

#include <iosfwd>

namespace platform::demo {

/// Runs the plan on a platform that has been built and not yet simulated: passes over the same
/// activity until all events are counted. Prints the table.
/// \return whether every count is the generator's
bool run_perf_demo(part::pmu_platform& target, perf_driver& driver, const demo_plan& plan,
                   const part::demo_request& request, std::ostream& out);

} // namespace platform::demo
