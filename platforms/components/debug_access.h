// SPDX-License-Identifier: Apache-2.0
// Debug transport to a core.
#pragma once

#include <pmu/tlm/transport_checks.h>

#include <cstdint>
#include <tlm>

namespace platform::components {

/// A debug access to the registers of a core, by its peek() and poke().
/// \return bytes transferred
template <class Core>
unsigned debug_access(Core& core, tlm::tlm_generic_payload& payload) {
    return pmu::debug_bytes(
        payload, Core::window_size,
        [&core](std::uint64_t address, std::uint32_t& data) {
            return core.peek(static_cast<std::uint32_t>(address), data);
        },
        [&core](std::uint64_t address, std::uint32_t data) {
            return core.poke(static_cast<std::uint32_t>(address), data);
        });
}

} // namespace platform::components
