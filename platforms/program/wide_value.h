// SPDX-License-Identifier: Apache-2.0
// A value of up to 256 bits: what a program drives on a pin or an event bus, or expects of one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace platform::program {

/// An unsigned number of 256 bits, the least significant word first.
struct wide_value {
    static constexpr unsigned bits = 256;

    std::array<std::uint64_t, bits / 64> words{};

    constexpr wide_value() = default;
    // Not explicit: a plain number is a value.
    constexpr wide_value(std::uint64_t low) : words{low, 0, 0, 0} {} // NOLINT

    /// The lowest 64 bits.
    constexpr std::uint64_t low() const { return words[0]; }

    /// Bit `n`; false from 256 on.
    constexpr bool bit(unsigned n) const { return n < bits && (words[n / 64] >> n % 64 & 1U) != 0; }

    /// Sets bit `n`, 0 to 255, to 1.
    constexpr void set_bit(unsigned n) {
        words[n / 64 % words.size()] |= std::uint64_t{1} << n % 64;
    }

    /// Whether the value needs at most `n` bits.
    constexpr bool fits(unsigned n) const {
        for (unsigned i = n; i < bits; ++i) {
            if (bit(i)) {
                return false;
            }
        }
        return true;
    }

    /// Replaces the value by value * factor + addend.
    /// \return false if the result needs more than 256 bits; the value is then meaningless
    bool multiply_add(std::uint32_t factor, std::uint32_t addend);

    /// `0x` and the hexadecimal digits of a value of `width` bits, more if the value is wider.
    std::string to_hex(unsigned width = 1) const;

    friend constexpr bool operator==(const wide_value& a, const wide_value& b) {
        for (std::size_t i = 0; i < a.words.size(); ++i) {
            if (a.words[i] != b.words[i]) {
                return false;
            }
        }
        return true;
    }
    friend constexpr bool operator!=(const wide_value& a, const wide_value& b) { return !(a == b); }
};

} // namespace platform::program
