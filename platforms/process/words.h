// SPDX-License-Identifier: Apache-2.0
// Numbers and lists in messages, tables and files.
#pragma once

#include <pmu/core/message_text.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace platform::process {

using pmu::hex;
using pmu::hex_digits;

/// What the name of a function ends with where it is inlined in another.
inline constexpr const char* inlined_mark = " (inlined)";

inline bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// Two digits a byte, in lower case.
inline std::string hex_of_bytes(std::string_view bytes) {
    std::string text;
    text.reserve(2 * bytes.size());
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += {"0123456789abcdef"[byte >> 4U], "0123456789abcdef"[byte & 0xFU]};
    }
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
