// SPDX-License-Identifier: Apache-2.0
// The options of --gdb.
#pragma once

#include <cstdint>
#include <optional>

namespace platform::pmu_run {

/// Whether and how what the simulated CPU executes is debugged.
struct gdb_request {
    std::optional<std::uint16_t> port; ///< nothing: it is not; 0: any port
    std::uint64_t cycles = 0;          ///< that pass each time that the CPU has halted
};

} // namespace platform::pmu_run
