// SPDX-License-Identifier: Apache-2.0
// Texts from outside, for a message of one line.
#pragma once

#include <pmu/core/api.h>

#include <string>
#include <string_view>

namespace PMU_API pmu {

/// A text with '?' for what is no printable ASCII character, and "..." for what comes after the
/// first 40.
inline std::string printable(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string shown;
    for (const char c : text.substr(0, longest)) {
        shown += c >= ' ' && c <= '~' ? c : '?';
    }
    return text.size() > longest ? shown + "..." : shown;
}

} // namespace pmu
