// SPDX-License-Identifier: Apache-2.0
#include <iss/debugger/gdb_text.h>
#include <process/words.h>

#include <charconv>

namespace platform::iss {

namespace {

constexpr char escape = '}';
constexpr unsigned char escape_mask = 0x20;

} // namespace

bool packet_text::skip(std::string_view what) {
    const bool is_there = m_rest.substr(0, what.size()) == what;
    m_rest.remove_prefix(is_there ? what.size() : 0);
    return is_there;
}

std::string_view packet_text::until(char end) {
    const std::size_t at = m_rest.find(end);
    const std::string_view before = m_rest.substr(0, at);
    m_rest.remove_prefix(at == std::string_view::npos ? m_rest.size() : at + 1);
    return before;
}

std::optional<std::uint32_t> packet_text::number() {
    std::uint64_t value = 0;
    std::size_t digits = 0;
    while (digits < m_rest.size() && digit_value(m_rest[digits]) >= 0) {
        value = value << 4U | static_cast<unsigned>(digit_value(m_rest[digits]));
        if (value > UINT32_MAX) {
            return std::nullopt;
        }
        ++digits;
    }
    if (digits == 0) {
        return std::nullopt;
    }
    m_rest.remove_prefix(digits);
    return static_cast<std::uint32_t>(value);
}

std::string hex_of_word(std::uint32_t word) {
    std::string bytes;
    for (unsigned shift = 0; shift < 32; shift += 8) {
        bytes += static_cast<char>(word >> shift & 0xFFU);
    }
    return process::hex_of_bytes(bytes);
}

std::string hex_of_number(std::uint32_t value) {
    char text[8];
    return {text, std::to_chars(text, text + sizeof text, value, 16).ptr};
}

std::optional<std::vector<std::uint8_t>> bytes_of_hex(std::string_view digits) {
    if (digits.size() % 2 != 0) {
        return std::nullopt;
    }
    std::vector<std::uint8_t> bytes;
    bytes.reserve(digits.size() / 2);
    for (std::size_t at = 0; at < digits.size(); at += 2) {
        const int high = digit_value(digits[at]);
        const int low = digit_value(digits[at + 1]);
        if (high < 0 || low < 0) {
            return std::nullopt;
        }
        bytes.push_back(static_cast<std::uint8_t>(16 * high + low));
    }
    return bytes;
}

std::optional<std::uint32_t> word_of_hex(std::string_view digits) {
    const auto bytes = bytes_of_hex(digits);
    if (!bytes || bytes->size() != 4) {
        return std::nullopt;
    }
    const std::vector<std::uint8_t>& b = *bytes;
    return b[0] | b[1] << 8U | b[2] << 16U | static_cast<std::uint32_t>(b[3]) << 24U;
}

std::optional<std::vector<std::uint8_t>> unescaped(std::string_view text) {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        auto byte = static_cast<std::uint8_t>(text[at]);
        if (text[at] == escape) {
            if (++at == text.size()) {
                return std::nullopt;
            }
            byte = static_cast<std::uint8_t>(text[at]) ^ escape_mask;
        }
        bytes.push_back(byte);
    }
    return bytes;
}

std::string framed(std::string_view payload) {
    std::string packet = "$";
    unsigned sum = 0;
    const auto put = [&](char c) {
        packet += c;
        sum += static_cast<unsigned char>(c);
    };
    for (const char c : payload) {
        if (c == '$' || c == '#' || c == '*' || c == escape) {
            put(escape);
            put(static_cast<char>(static_cast<unsigned char>(c) ^ escape_mask));
        } else {
            put(c);
        }
    }
    packet += '#';
    return packet + process::hex_of_bytes({reinterpret_cast<const char*>(&sum), 1});
}

} // namespace platform::iss
