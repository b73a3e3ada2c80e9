// SPDX-License-Identifier: Apache-2.0
// What a unit keeps that computes its edges instead of waiting for them.
#pragma once

#include <pmu/core/counter.h>
#include <pmu/core/edge_timeline.h>
#include <pmu/tlm/alarm.h>
#include <pmu/tlm/constant_clock.h>
#include <pmu/tlm/tickless_clock.h>

#include <systemc>

#include <algorithm>
#include <cstdint>

namespace PMU_API pmu {

/// Where a unit stands on a clock whose edges it computes. Times are ticks.
struct computed_edges {
    edge_timeline edges;               ///< those not yet taken
    std::uint64_t time = 0;            ///< up to which they are taken; after a delayed access on a
                                       ///< tickless clock in the future
    std::uint64_t next_change = never; ///< when edges next change an output
    alarm wake_up;                     ///< for output changes that no access or pin brings
    /// Steps the unit while its pins change in most cycles; empty: it never had to.
    sc_core::sc_process_handle stepper;
    // On an sc_clock:
    bool is_awaited = false; ///< the counting process knows the alarm
    /// The pins seem to change seldom. Before that no far wake-up is asked for: the kernel would
    /// keep it, and it would cost each edge something, also of a unit that is stepped soon after.
    bool is_at_rest = false;

    /// At time 0, with the edges of a tickless clock.
    explicit computed_edges(const tickless_clock& clock)
        : edges(clock.start().value(), clock.period().value()), wake_up(clock.period().value()) {}
    /// At time 0, with those of an sc_clock.
    explicit computed_edges(const sc_core::sc_clock& clock)
        : edges(edges_of(clock)), wake_up(clock.period().value()) {}

    /// Changes the period at the present, or at the unit's time if that is later.
    void set_period(std::uint64_t now, std::uint64_t period) {
        edges.set_period(std::max(time, now), period);
        wake_up.set_unit(period);
    }
};

} // namespace pmu
