// SPDX-License-Identifier: Apache-2.0
// A counter together with what it counts.
#pragma once

#include <pmu/core/counter.h>
#include <pmu/core/event_table.h>

namespace pmu {

/// A 32-bit event counter: its value, its selected event and that event's increment.
struct event_counter {
    counter32 count;
    std::uint32_t event = 0; ///< event number as software wrote it
    increment_rule rule;     ///< compiled from `event`; follows it

    /// Selects an event; a reserved number counts nothing.
    constexpr void select(const event_table& events, std::uint32_t number,
                          two_bit_mode mode = two_bit_mode::popcount) {
        if (event != number || rule == increment_rule{}) {
            select(number, events.rule(number, mode));
        }
    }
    /// Selects an event whose rule is known.
    constexpr void select(std::uint32_t number, const increment_rule& counts) {
        event = number;
        rule = counts;
    }

    friend constexpr bool operator==(const event_counter& a, const event_counter& b) {
        return a.count == b.count && a.event == b.event;
    }
    friend constexpr bool operator!=(const event_counter& a, const event_counter& b) {
        return !(a == b);
    }
};

} // namespace pmu
