// SPDX-License-Identifier: Apache-2.0
// Counts in words that a test can compare.
#pragma once

#include <iss/meter/activity_counts.h>

#include <cstddef>
#include <string>

namespace platform::iss {

/// All that is not 0, in the order of the kinds: "instruction data_read=3 cycle=3"; "nothing".
inline std::string text_of(const activity_counts& counts) {
    std::string text;
    for (std::size_t k = 0; k < activity::activity_kinds; ++k) {
        const auto kind = static_cast<activity::activity_kind>(k);
        if (counts[kind] != 0) {
            text += text.empty() ? "" : " ";
            text += activity::name_of(kind);
            text += counts[kind] != 1 ? "=" + std::to_string(counts[kind]) : "";
        }
    }
    return text.empty() ? "nothing" : text;
}

inline std::string text_of(const activity_list& list) {
    activity_counts counts;
    list.add_to(counts);
    return text_of(counts);
}

} // namespace platform::iss
