// SPDX-License-Identifier: Apache-2.0
// Wakes a process at the earliest of the times that were asked for.
#pragma once

#include <pmu/core/counter.h>

#include <systemc>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace PMU_API pmu {

/// Asked for a time, it wakes at that time or earlier. Whoever is woken asks again for what it
/// still waits for.
///
/// If a kernel event is notified for an earlier time than before, a dead entry stays in the
/// kernel's queue until the later time comes. So a far wake-up is never moved: it stays pending
/// while nearer times come and go. There are five levels, each with an event: level n is for times
/// 256^n units ahead and more. If the event of a level is pending already, for a later time, the
/// event of the level below wakes in between. Only times less than 256 units ahead are taken back.
class alarm {
public:
    /// \param unit as of set_unit()
    explicit alarm(std::uint64_t unit) { set_unit(unit); }

    /// \param unit ticks: the shortest distance of two times that are asked for; 0 is taken as 1
    void set_unit(std::uint64_t unit) { m_unit = std::max<std::uint64_t>(unit, 1); }

    /// Calls `use(event)` for every event that wakes. The process must be sensitive to all of them.
    template <class Use>
    void for_each_event(Use use) const {
        use(m_at_once);
        for (const level& l : m_levels) {
            use(l.event);
        }
    }

    /// Asks to be woken at a time, in ticks; in the next delta if it has come. `never` asks for
    /// nothing.
    void set(std::uint64_t at) {
        const std::uint64_t now = sc_core::sc_time_stamp().value();
        if (at <= now) {
            m_at_once.notify(sc_core::SC_ZERO_TIME);
            return;
        }
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

    // Asks for a time before everything that is pending.
    void set_nearer(std::uint64_t at, std::uint64_t now) {
        const std::uint64_t distance = at - now;
        // Level n is for distances from `nearest` up to `beyond`.
        std::uint64_t nearest = 0;
        std::uint64_t beyond = m_unit > never / ratio ? never : m_unit * ratio;
        std::size_t n = 0;
        while (n + 1 < m_levels.size() && distance >= beyond) {
            nearest = beyond;
            beyond = beyond > never / ratio ? never : beyond * ratio;
            ++n;
        }
        std::uint64_t wait = distance;
        if (n != 0 && m_levels[n].at != never) {
            --n; // not pending: its event would be due within `nearest`, before the time asked for
            wait = nearest;
        }
        m_levels[n].at = m_first = now + wait;
        m_levels[n].event.notify(sc_core::sc_time::from_value(wait));
    }

    std::uint64_t m_unit = 1;
    std::uint64_t m_first = never; ///< the earliest that is pending
    std::array<level, 5> m_levels;
    sc_core::sc_event m_at_once; ///< of its own: a pending one would take no later time
};

} // namespace pmu
