// SPDX-License-Identifier: Apache-2.0
// Debug accesses to the registers of a device.
#pragma once

#include <pmu/core/register_map.h>

#include <cstddef>
#include <cstdint>

namespace platform::components {

/// Reads a register without effects. `visible(index)` is what it shows.
/// \return false: no register is at this address
template <class Visible>
bool peek_at(const pmu::register_map& registers, std::uint32_t address, std::uint32_t& data,
             Visible visible) {
    const pmu::register_desc* const found = registers.find(address);
    if (found != nullptr) {
        data = visible(registers.index_of(*found));
    }
    return found != nullptr;
}

/// Writes a register without effects, by `store(index)`.
/// \return false: no register is at this address
template <class Store>
bool poke_at(const pmu::register_map& registers, std::uint32_t address, Store store) {
    const pmu::register_desc* const found = registers.find(address);
    if (found != nullptr) {
        store(registers.index_of(*found));
    }
    return found != nullptr;
}

} // namespace platform::components
