// SPDX-License-Identifier: Apache-2.0
// What has changed between two runs that `stat --by` has counted by function, line or task.
#pragma once

#include <report/diff_table.h>

#include <string>
#include <string_view>
#include <vector>

namespace platform::pmu_run {

/// Whether a file that begins so has what `stat --by ... -j` has written.
bool begins_as_places(std::string_view start);

/// A table for each event that both have.
/// \param events names; empty: all
/// \throws std::runtime_error for files that are damaged or by different things, and for events
/// that are not in both
std::vector<report::diff_table> diff_places(const std::string& before, const std::string& after,
                                            const std::vector<std::string>& events);

} // namespace platform::pmu_run
