// SPDX-License-Identifier: Apache-2.0
// Numbers and lists in messages, tables and files.
#pragma once

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <string>

namespace platform::process {

/// `0x1F` with at least so many digits.
inline std::string hex(std::uint64_t value, int digits = 1) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%0*" PRIX64, digits, value);
    return text;
}

inline std::string decimal(double value, int decimals = 2) {
    char text[400]; // the largest double has 309 digits
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

/// `1 byte`, `2 bytes`
inline std::string counted(std::uint64_t n, const std::string& what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

/// \param text_of makes a text of an item
template <class Items, class TextOf>
std::string joined(const Items& items, const char* between, const TextOf& text_of) {
    std::string text;
    for (const auto& item : items) {
        text += (text.empty() ? "" : between) + std::string(text_of(item));
    }
    return text;
}

template <class Words>
std::string joined(const Words& words, const char* between = ", ") {
    return joined(
        words, between, [](const auto& word) -> const auto& { return word; });
}

} // namespace platform::process
