// SPDX-License-Identifier: Apache-2.0
// The kernel's present, read without looking the kernel up each time.
#pragma once

#include <pmu/core/counter.h>

#include <systemc>

#include <cstdint>

namespace pmu {

/// One delta cycle of the simulation: who looks twice within it sees the same signals. A default
/// one is none.
struct delta_cycle {
    std::uint64_t time = never;   ///< ticks
    std::uint64_t number = never; ///< of those at this time

    delta_cycle() = default;
    /// The present one.
    explicit delta_cycle(const sc_core::sc_simcontext& kernel)
        : time(kernel.time_stamp().value()), number(kernel.delta_count_at_current_time()) {}

    friend bool operator==(const delta_cycle& a, const delta_cycle& b) {
        return a.time == b.time && a.number == b.number;
    }
    friend bool operator!=(const delta_cycle& a, const delta_cycle& b) { return !(a == b); }
};

} // namespace pmu
