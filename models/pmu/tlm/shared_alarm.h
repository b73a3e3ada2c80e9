// SPDX-License-Identifier: Apache-2.0
// One alarm for all units of a simulation.
#pragma once

#include <pmu/core/api.h>
#include <pmu/core/counter.h>
#include <pmu/tlm/alarm.h>

#include <systemc>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace PMU_API pmu {

/// Wakes each unit at the time that it asks for. The kernel's queue of times holds a few entries of
/// it, however many units there are: with an alarm for each, a thousand units would make every
/// timed notification of a platform dearer.
class shared_alarm : public std::enable_shared_from_this<shared_alarm> {
public:
    /// What a unit waits for.
    class wake_up {
        friend shared_alarm;
        std::uint64_t m_at = never;
        std::size_t m_place = nowhere; ///< in m_waiting

    public:
        sc_core::sc_event due; ///< the unit's process must be sensitive to it
    };

    /// The alarm of this simulation. It lives as long as somebody holds it.
    static std::shared_ptr<shared_alarm> get();

    /// \param period of a clock, in ticks: the alarm goes by the shortest of all. 0: it stands
    /// still
    void note_period(std::uint64_t period) {
        if (period != 0) {
            m_shortest = std::min(m_shortest, period);
            m_alarm.set_unit(m_shortest);
        }
    }

    /// Asks to be woken at a time, in ticks, or earlier; in the next delta if it has come. `never`
    /// asks for nothing. Whoever is woken asks again for what it still waits for.
    /// \param who is woken \param at ticks \param now the present, ticks
    void set(wake_up& who, std::uint64_t at, std::uint64_t now) {
        if (at <= now) {
            who.due.notify(sc_core::SC_ZERO_TIME);
            return;
        }
        // One whose time has come is woken in this instant, and asks again.
        if (who.m_at > now && at < who.m_at) {
            wait_for(who, at);
        }
    }
    /// Wakes it no more.
    void forget(wake_up& who);

private:
    static constexpr std::size_t nowhere = SIZE_MAX;

    void wait_for(wake_up& who, std::uint64_t at);
    void have_process();
    void put(wake_up& who, std::size_t place);
    void rise(wake_up& who);
    void sink(wake_up& who);
    void ring();

    alarm m_alarm{1};
    std::uint64_t m_shortest = never; ///< period
    std::vector<wake_up*> m_waiting;  ///< a heap: none is due after those at 2n + 1 and 2n + 2
    bool m_has_process = false;
};

} // namespace pmu
