// SPDX-License-Identifier: Apache-2.0
// The demonstration of the ARM11 PMUs: the Linux ARMv6 perf driver counts every event.
#pragma once

#include <activity/activity_source.h>
#include <activity/event_mapping.h>
#include <part/part_entry.h>
#include <part/pmu_platform.h>
#include <pmu/core/event_table.h>

#include <iosfwd>

namespace platform::arm11_common {

/// Runs the plan on a platform that has been built and not yet simulated.
/// \param title of the table
/// \param source drives the lines of the platform
/// \param kinds,events of the part
/// \return whether every count is the generator's
bool run_arm11_demo(const char* title, part::pmu_platform& target,
                    const pmu::register_map& registers, activity::activity_source& source,
                    const activity::event_map& kinds, const pmu::event_table& events,
                    const part::demo_request& request, std::ostream& out);

} // namespace platform::arm11_common
