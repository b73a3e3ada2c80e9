// SPDX-License-Identifier: Apache-2.0
// Wakes a process at the earliest of the times that were asked for.
#pragma once

#include <pmu/core/counter.h>

#include <systemc>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace pmu {

/// Asked for a time, it wakes at that time or earlier; whoever is woken asks again for what it
/// still waits for.
///
/// A kernel event that is notified for an earlier time than before leaves a dead entry in the
/// kernel's queue until the later time comes. So what is far stays pending while nearer times come
/// and go: there is an event for every distance of 256 to the power of n units, and where that of a
/// distance is pending already, for later, the one of the next smaller distance wakes in between.
/// Only times less than 256 units ahead are ever taken back.
class alarm {
public:
    /// \param unit ticks, at least 1: the shortest distance of two times that are asked for
    explicit alarm(std::uint64_t unit) { set_unit(unit); }

    void set_unit(std::uint64_t unit) { m_unit = std::max<std::uint64_t>(unit, 1); }

    /// Calls `use(event)` for every event that wakes: a process has to be sensitive to all.
    template <class Use>
    void for_each_event(Use use) const {
        for (const level& l : m_levels) {
            use(l.event);
        }
    }

    /// Asks to be woken at a time, in ticks; at once if it is past. `never` asks for nothing.
    void set(std::uint64_t at) {
        const std::uint64_t now = sc_core::sc_time_stamp().value();
        if (m_first <= now) {
            forget_past(now);
        }
        if (at < m_first) {
            set_nearer(at, now);
        }
    }

private:
    struct level {
        std::uint64_t at = never; ///< when the event is due
        sc_core::sc_event event;
    };
    static constexpr std::uint64_t ratio = 256;

    void forget_past(std::uint64_t now) {
        m_first = never;
        for (level& l : m_levels) {
            l.at = l.at <= now ? never : l.at;
            m_first = std::min(m_first, l.at);
        }
    }

    // Nothing is pending at that time or before.
    void set_nearer(std::uint64_t at, std::uint64_t now) {
        const std::uint64_t distance = at > now ? at - now : 0;
        std::uint64_t nearest = 0; // that belongs to the level
        std::uint64_t beyond = m_unit > never / ratio ? never : m_unit * ratio;
        std::size_t n = 0;
        while (n + 1 < m_levels.size() && distance >= beyond) {
            nearest = beyond;
            beyond = beyond > never / ratio ? never : beyond * ratio;
            ++n;
        }
        std::uint64_t wait = distance;
        if (n != 0 && m_levels[n].at != never) {
            --n; // free: what was set here before is due within `nearest`
            wait = nearest;
        }
        m_levels[n].at = m_first = now + wait;
        m_levels[n].event.notify(sc_core::sc_time::from_value(wait));
    }

    std::uint64_t m_unit = 1;
    std::uint64_t m_first = never; ///< the earliest that is pending
    std::array<level, 5> m_levels;
};

} // namespace pmu
