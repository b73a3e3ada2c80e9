// SPDX-License-Identifier: Apache-2.0
// An event whose counts a profile shows.
#pragma once

#include <activity/cycle_activity.h>
#include <iss/meter/activity_counts.h>

#include <cstdint>
#include <string>
#include <vector>

namespace platform::iss {

struct profiled_event {
    std::string name;        ///< one word
    std::string description; ///< one line
    activity::activity_kind kind = activity::activity_kind::cycle;
};

using profiled_events = std::vector<profiled_event>;

/// The counts of events, in their order.
inline std::vector<std::uint64_t> columns_of(const activity_counts& counts,
                                             const profiled_events& events) {
    std::vector<std::uint64_t> columns;
    columns.reserve(events.size());
    for (const profiled_event& e : events) {
        columns.push_back(counts[e.kind]);
    }
    return columns;
}

} // namespace platform::iss
