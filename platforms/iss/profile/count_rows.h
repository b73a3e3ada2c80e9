// SPDX-License-Identifier: Apache-2.0
// The counts of a profile by function, or by source line.
#pragma once

#include <iss/profile/call_profile.h>

#include <cstdint>
#include <string>
#include <vector>

namespace platform::iss {

/// What a row of counts is about.
enum class count_scope : std::uint8_t {
    function,
    line,
    task, ///< all that was executed on a stack, by the function that began on it
};

/// What a function, or a line of one, has counted itself; or what a task has.
struct count_row {
    std::string function;
    std::string file;       ///< empty: not known, or of a function
    std::uint32_t line = 0; ///< the same: 0
    activity_counts counts;
};

/// A row for each that has counted anything.
/// \param by the greatest of this kind first
std::vector<count_row> count_rows(const call_profile& profile, count_scope scope,
                                  activity::activity_kind by);

} // namespace platform::iss
