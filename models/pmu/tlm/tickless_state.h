// SPDX-License-Identifier: Apache-2.0
// What a unit keeps while its clock does not toggle.
#pragma once

#include <pmu/core/counter.h>
#include <pmu/core/edge_timeline.h>
#include <pmu/tlm/alarm.h>
#include <pmu/tlm/tickless_clock.h>

#include <algorithm>
#include <cstdint>

namespace PMU_API pmu {

/// Where a unit on a tickless clock stands. Times are ticks.
struct tickless_state {
    edge_timeline edges;               ///< those not yet taken
    alarm wake_up;                     ///< for output changes that no access or pin brings
    std::uint64_t time = 0;            ///< the unit's own; after a delayed access in the future
    std::uint64_t next_change = never; ///< when edges next change an output

    /// At time 0, with the edges of a clock.
    explicit tickless_state(const tickless_clock& clock)
        : edges(clock.start().value(), clock.period().value()), wake_up(clock.period().value()) {}

    /// Changes the period at the present, or at the unit's time if that is later.
    void set_period(std::uint64_t now, std::uint64_t period) {
        edges.set_period(std::max(time, now), period);
        wake_up.set_unit(period);
    }
};

} // namespace pmu
