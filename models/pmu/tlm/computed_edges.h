// SPDX-License-Identifier: Apache-2.0
// What a unit keeps that computes its edges instead of waiting for them.
#pragma once

#include <pmu/core/counter.h>
#include <pmu/core/edge_timeline.h>
#include <pmu/tlm/clock_stepper.h>
#include <pmu/tlm/constant_clock.h>
#include <pmu/tlm/shared_alarm.h>
#include <pmu/tlm/tickless_clock.h>

#include <systemc>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace PMU_API pmu {

/// Where a unit stands on a clock whose edges it computes. Times are ticks.
struct computed_edges {
    edge_timeline edges;               ///< those not yet taken
    std::uint64_t time = 0;            ///< up to which they are taken; after a delayed access on a
                                       ///< tickless clock in the future
    std::uint64_t next_change = never; ///< when edges next change an output
    /// For output changes that no access or pin brings.
    std::shared_ptr<shared_alarm> alarm = shared_alarm::get();
    shared_alarm::wake_up wake_up; ///< what it waits for
    // On an sc_clock:
    std::shared_ptr<clock_stepper> stepper; ///< of the clock
    clock_stepper::seat seat;               ///< while its pins change in most cycles
    bool is_awaited = false;                ///< the counting process knows the alarm
    /// The pins seem to change seldom. Before that no far wake-up is asked for: the kernel would
    /// keep it, and it would cost each edge something, also of a unit that is stepped soon after.
    bool is_at_rest = false;

    /// At time 0, with the edges of a tickless clock.
    explicit computed_edges(const tickless_clock& clock)
        : edges(clock.start().value(), clock.period().value()) {
        alarm->note_period(clock.period().value());
    }
    /// At time 0, with those of an sc_clock.
    explicit computed_edges(const sc_core::sc_clock& clock)
        : edges(edges_of(clock)), stepper(clock_stepper::of(clock)) {
        alarm->note_period(clock.period().value());
    }
    ~computed_edges() {
        alarm->forget(wake_up);
        if (stepper != nullptr) {
            stepper->remove(seat);
        }
    }
    computed_edges(const computed_edges&) = delete;
    computed_edges& operator=(const computed_edges&) = delete;

    /// Changes the period at the present, or at the unit's time if that is later.
    void set_period(std::uint64_t now, std::uint64_t period) {
        edges.set_period(std::max(time, now), period);
        alarm->note_period(period);
    }
};

} // namespace pmu
