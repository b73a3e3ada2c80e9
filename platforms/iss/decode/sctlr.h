// SPDX-License-Identifier: Apache-2.0
// The system control register of CP15; the control register of the XScale.
#pragma once

#include <cstdint>

namespace platform::iss {

/// Bits of SCTLR.
namespace sctlr {
constexpr std::uint32_t translation = 1U << 0;           ///< M: the MMU, or the MPU
constexpr std::uint32_t alignment_faults = 1U << 1;      ///< A
constexpr std::uint32_t data_cache = 1U << 2;            ///< C
constexpr std::uint32_t big_endian = 1U << 7;            ///< B; 0 since ARMv7
constexpr std::uint32_t system_protection = 1U << 8;     ///< S
constexpr std::uint32_t rom_protection = 1U << 9;        ///< R
constexpr std::uint32_t instruction_cache = 1U << 12;    ///< I
constexpr std::uint32_t high_vectors = 1U << 13;         ///< V
constexpr std::uint32_t round_robin = 1U << 14;          ///< RR
constexpr std::uint32_t divide_by_zero = 1U << 19;       ///< DZ, of ARMv7-R
constexpr std::uint32_t unaligned = 1U << 22;            ///< U, of ARMv6
constexpr std::uint32_t extended_pages = 1U << 23;       ///< XP, of ARMv6
constexpr std::uint32_t exception_endianness = 1U << 25; ///< EE
constexpr std::uint32_t access_flag = 1U << 29;          ///< AFE, also FA
constexpr std::uint32_t thumb_exceptions = 1U << 30;     ///< TE
} // namespace sctlr

} // namespace platform::iss
