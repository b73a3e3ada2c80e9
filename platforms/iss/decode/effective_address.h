// SPDX-License-Identifier: Apache-2.0
// Where a load or store goes.
#pragma once

#include <iss/decode/instruction.h>

#include <cstdint>

namespace platform::iss {

/// The value of a shifted index register.
/// \param carry the flag C, which RRX shifts in
std::uint32_t shifted_index(const addressing& address, std::uint32_t value, bool carry);

/// The lowest address that a load or store touches, if it executes.
/// \param i an instruction for which accesses_memory() holds
/// \param read_register called with 0 to 14, returns the register before the instruction; R15 is
///        worked out from the pc of the instruction. For SRS it must return the R13 of the mode in
///        bits 4:0 of the encoding.
/// \param carry the flag C; matters only if the index register is shifted by RRX
template <typename ReadRegister>
std::uint32_t address_of(const instruction& i, ReadRegister&& read_register, bool carry = false) {
    const addressing& a = i.address;
    const auto value_of = [&](std::uint8_t number) -> std::uint32_t {
        if (number == 15) {
            return i.is_thumb ? (i.pc + 4U) & ~3U : i.pc + 8U;
        }
        return read_register(number);
    };
    auto address = static_cast<std::uint32_t>(a.displacement);
    if (a.base != no_register) {
        address += value_of(a.base);
    }
    if (a.index != no_register) {
        const std::uint32_t offset = shifted_index(a, value_of(a.index), carry);
        address += a.subtracts_index ? 0U - offset : offset;
    }
    return address;
}

/// Whether a load or store is done as User mode does it, whatever the mode: LDRT, STRT and so on.
bool accesses_as_user(const instruction& i);

} // namespace platform::iss
