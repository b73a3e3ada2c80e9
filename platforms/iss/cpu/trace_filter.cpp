// SPDX-License-Identifier: Apache-2.0
#include <iss/cpu/trace_filter.h>

#include <algorithm>

namespace platform::iss {

bool trace_filter::lets_pass(std::uint32_t pc, const activity_counts& counts) const {
    const bool is_in_range =
        ranges.empty() || std::any_of(ranges.begin(), ranges.end(), [pc](const range& r) {
            return pc >= r.first && pc <= r.last;
        });
    return is_in_range && (kinds == 0 || (counts.kinds() & kinds) != 0);
}

} // namespace platform::iss
