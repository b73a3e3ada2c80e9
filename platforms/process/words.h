// SPDX-License-Identifier: Apache-2.0
// Numbers and lists in messages, tables and files.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace platform::process {

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
