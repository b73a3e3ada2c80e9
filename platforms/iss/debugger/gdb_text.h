// SPDX-License-Identifier: Apache-2.0
// Numbers and bytes as the remote serial protocol of gdb spells them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace platform::iss {

/// Takes text off from the front of a packet.
class packet_text {
public:
    explicit packet_text(std::string_view text) : m_rest(text) {}

    std::string_view rest() const { return m_rest; }
    bool is_empty() const { return m_rest.empty(); }
    /// \return whether it was there
    bool skip(std::string_view what);
    /// What comes before `end`, which is taken off with it; all where there is none.
    std::string_view until(char end);
    /// Hexadecimal digits, at least one, up to 32 bits; nothing, and nothing is taken off, if there
    /// is no such number.
    std::optional<std::uint32_t> number();

private:
    std::string_view m_rest;
};

/// The value of a hexadecimal digit; -1: it is none.
constexpr int digit_value(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/// A word, its lowest byte first, as registers are told.
std::string hex_of_word(std::uint32_t word);
/// A number without leading zeros.
std::string hex_of_number(std::uint32_t value);
/// \return nothing: these are not pairs of digits
std::optional<std::vector<std::uint8_t>> bytes_of_hex(std::string_view digits);
/// A word, its lowest byte first; nothing: these are not eight digits.
std::optional<std::uint32_t> word_of_hex(std::string_view digits);

/// Binary data where some characters are escaped; nothing: the last one is.
std::optional<std::vector<std::uint8_t>> unescaped(std::string_view text);

/// A whole packet: `$`, the payload with what must be escaped, `#` and the checksum.
std::string framed(std::string_view payload);

} // namespace platform::iss
