// SPDX-License-Identifier: Apache-2.0
// Wakes a process at the earliest of the times that were asked for.
#pragma once

#include <pmu/core/counter.h>

#include <systemc>

#include <algorithm>
#include <array>
#include <cstdint>

namespace pmu {

/// A far time that has been asked for stays pending while nearer ones come and go, with an event of
/// its own: an event that is notified for an earlier time leaves a dead entry in the kernel's queue
/// until the later time comes. Whoever is woken asks again for what it still waits for.
class alarm {
public:
    /// What wakes: a process has to be sensitive to both.
    std::array<const sc_core::sc_event*, 2> events() const { return {&m_far, &m_near}; }

    /// Asks to be woken at a time, in ticks; at once if it is past. `never` asks for nothing. An
    /// earlier time that is pending does for both.
    void set(std::uint64_t at) {
        if (at >= std::min(m_far_at, m_near_at)) {
            return;
        }
        const bool is_far = m_far_at == never;
        (is_far ? m_far_at : m_near_at) = at;
        (is_far ? m_far : m_near).notify(sc_core::sc_time::from_value(at > now() ? at - now() : 0));
    }

    /// The process has been woken: times up to now are no longer pending.
    void acknowledge() {
        for (std::uint64_t* at : {&m_far_at, &m_near_at}) {
            if (*at <= now()) {
                *at = never;
            }
        }
    }

private:
    static std::uint64_t now() { return sc_core::sc_time_stamp().value(); }

    std::uint64_t m_far_at = never; ///< when m_far is due
    std::uint64_t m_near_at = never;
    sc_core::sc_event m_far;
    sc_core::sc_event m_near;
};

} // namespace pmu
