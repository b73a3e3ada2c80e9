// SPDX-License-Identifier: Apache-2.0
// The program status register.
#pragma once

#include <cstdint>

namespace platform::iss {

/// Bits of the CPSR.
namespace psr {
constexpr std::uint32_t mode = 0x1F;
constexpr std::uint32_t user_mode = 0x10;
constexpr std::uint32_t supervisor_mode = 0x13;
constexpr std::uint32_t thumb = 1U << 5;
constexpr std::uint32_t fiq_masked = 1U << 6;
constexpr std::uint32_t irq_masked = 1U << 7;
constexpr std::uint32_t abort_masked = 1U << 8;
constexpr std::uint32_t big_endian = 1U << 9;
constexpr std::uint32_t jazelle = 1U << 24;
constexpr std::uint32_t it = 0x0600'FC00;
constexpr std::uint32_t flags = 0xF000'0000;
constexpr std::uint32_t carry = 1U << 29;

/// ITSTATE in its two places of the CPSR.
constexpr std::uint32_t it_in_place(std::uint8_t it_state) {
    return (it_state & 3U) << 25U | (it_state >> 2U & 0x3FU) << 10U;
}

/// ITSTATE of a CPSR.
constexpr std::uint8_t it_of(std::uint32_t cpsr) {
    return static_cast<std::uint8_t>((cpsr >> 25U & 3U) | (cpsr >> 8U & 0xFCU));
}

/// ITSTATE is for Thumb state alone.
constexpr bool is_in_it_block(std::uint32_t cpsr) {
    return (cpsr & thumb) != 0 && (cpsr & it) != 0;
}
} // namespace psr

} // namespace platform::iss
