// SPDX-License-Identifier: Apache-2.0
// The kinds of clock that a platform can have, and their names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace platform::components {

/// sc_clock: it toggles. tickless: its edges are computed, see pmu::tickless_clock.
enum class clock_kind : std::uint8_t { sc_clock, tickless };

/// As options, pages and tables name them, in the order of clock_kind.
inline constexpr std::array<const char*, 2> clock_names{"sc_clock", "tickless"};

constexpr const char* name_of(clock_kind kind) {
    return clock_names[static_cast<std::size_t>(kind)];
}

} // namespace platform::components
