// SPDX-License-Identifier: Apache-2.0
// Names and words in any case, as configurations and access programs may spell them.
#pragma once

#include <pmu/core/api.h>

#include <algorithm>
#include <string_view>

namespace PMU_API pmu {

/// Whether two texts are the same but for the case of ASCII letters.
inline bool is_same_word(std::string_view a, std::string_view b) {
    const auto lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [=](char x, char y) { return lower(x) == lower(y); });
}

} // namespace pmu
