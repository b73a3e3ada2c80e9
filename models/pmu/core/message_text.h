// SPDX-License-Identifier: Apache-2.0
// Numbers, and texts from outside, in a message of one line.
#pragma once

#include <pmu/core/api.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace PMU_API pmu {

/// `1F` with at least so many digits.
inline std::string hex_digits(std::uint64_t value, std::size_t digits = 1) {
    std::string text;
    for (; value != 0 || text.size() < digits; value >>= 4U) {
        text.insert(text.begin(), "0123456789ABCDEF"[value & 0xFU]);
    }
    return text;
}

/// `0x1F` with at least so many digits.
inline std::string hex(std::uint64_t value, std::size_t digits = 1) {
    return "0x" + hex_digits(value, digits);
}

/// A text with '?' for what is no printable ASCII character, and "..." for what comes after the
/// first 40.
inline std::string excerpt(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string shown;
    for (const char c : text.substr(0, longest)) {
        shown += c >= ' ' && c <= '~' ? c : '?';
    }
    return text.size() > longest ? shown + "..." : shown;
}

} // namespace pmu
