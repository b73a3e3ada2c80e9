// SPDX-License-Identifier: Apache-2.0
// Where a unit is. CONTRIBUTING.md draws the transitions.
#pragma once

#include <pmu/core/api.h>

#include <cstdint>

namespace PMU_API pmu {

/// What becomes of the edges of a unit's clock.
enum class unit_place : std::uint8_t {
    unbound,   ///< neither clock nor pins are known: the unit is as in reset
    woken,     ///< the counting process is about to run, and says where the unit goes
    parked,    ///< no edge matters, whatever the pins: nobody takes any
    quiet,     ///< no edge matters until a pin changes (on a toggling clock)
    stepping,  ///< each edge is taken in its own delta
    computing, ///< edges are taken in closed form when somebody looks or an output changes
    resting,   ///< as computing, and pins change seldom (on an sc_clock)
};

/// Whether the counting process must be woken for what edges now matter.
constexpr bool is_asleep(unit_place p) {
    return p == unit_place::parked || p == unit_place::quiet;
}

/// Whether a unit can go from one place to another.
constexpr bool may_follow(unit_place from, unit_place to) {
    using p = unit_place;
    if (from == to) {
        return true;
    }
    switch (from) {
    case p::unbound: return to == p::woken;
    case p::woken: return to != p::unbound;
    case p::parked:
    case p::quiet: return to == p::woken || to == p::stepping; // stepping: restored
    case p::stepping: return to == p::resting || is_asleep(to) || to == p::woken; // woken: restored
    case p::computing: return to != p::unbound && to != p::quiet;
    case p::resting: return to == p::stepping || to == p::parked;
    }
    return false;
}

} // namespace pmu
