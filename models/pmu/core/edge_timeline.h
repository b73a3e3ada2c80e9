// SPDX-License-Identifier: Apache-2.0
// Where the rising edges of an ideal clock fall, in integer time ticks.
#pragma once

#include <pmu/core/counter.h>

#include <cstdint>

namespace PMU_API pmu {

/// The rising edges of a clock that never toggles. Edges come one period apart, the first one
/// period after the start. Times are ticks of the time resolution. A time beyond the range of 64
/// bits is `never`. Time only moves forward: an edge that was taken does not come back.
class edge_timeline {
public:
    /// A clock that stands still.
    constexpr edge_timeline() = default;
    /// \param start ticks \param period ticks, 0: the clock stands still
    constexpr edge_timeline(std::uint64_t start, std::uint64_t period) : m_time(start) {
        resume(period);
    }

    /// A clock with its first edge at a time, which may be before the end of its first period.
    /// \param first ticks \param period ticks, not 0
    static constexpr edge_timeline from_first(std::uint64_t first, std::uint64_t period) {
        edge_timeline edges;
        edges.m_period = period;
        edges.m_next = first;
        return edges;
    }

    /// Ticks between two edges; 0: the clock stands still.
    constexpr std::uint64_t period() const { return m_period; }

    /// Whether edges_by(t) may be other than 0: the quick look.
    constexpr bool has_edge_by(std::uint64_t t) const { return m_next <= t; }
    /// How many edges have come by time t, those at t included, and are not yet taken.
    constexpr std::uint64_t edges_by(std::uint64_t t) const {
        if (!has_edge_by(t) || m_next == never) {
            return 0;
        }
        const std::uint64_t beyond = t - m_next;
        return beyond < m_period ? 1 : beyond / m_period + 1;
    }

    /// Whether an edge, taken or not, falls at time t while the period stays what it is.
    constexpr bool has_edge_at(std::uint64_t t) const {
        const std::uint64_t distance = t < m_next ? m_next - t : t - m_next;
        return m_next != never && distance % m_period == 0;
    }

    /// The time of the n-th edge that is not yet taken, n >= 1.
    constexpr std::uint64_t time_of(std::uint64_t n) const {
        if (m_next == never || n == never) {
            return never;
        }
        const std::uint64_t steps = n - 1;
        if (steps != 0 && m_period > (never - m_next) / steps) {
            return never;
        }
        return m_next + steps * m_period;
    }

    /// Takes the edges that have come by time t. \return how many
    [[gnu::always_inline]] constexpr std::uint64_t take_by(std::uint64_t t) {
        const std::uint64_t n = edges_by(t);
        if (n != 0) {
            m_time = m_next + (n - 1) * m_period;
            m_elapsed = 0;
            m_is_at_edge = true;
            m_next = saturating_add(m_time, m_period);
        }
        return n;
    }

    /// Changes the period at time t. The edges up to t must have been taken. The time since the
    /// last edge is kept: the next edge comes at max(t, last edge + period). Period 0 stops the
    /// clock, which later resumes with the time that it kept. A change before the start leaves the
    /// start where it is.
    constexpr void set_period(std::uint64_t t, std::uint64_t period) {
        if (t > m_time) {
            m_elapsed += m_period != 0 ? t - m_time : 0;
            m_time = t;
            m_is_at_edge = false;
        }
        resume(period);
    }

    /// Whether the last edge that was taken came at time t.
    constexpr bool has_taken(std::uint64_t t) const { return m_is_at_edge && m_time == t; }

    /// Equal timelines have the same edges from now on.
    friend constexpr bool operator==(const edge_timeline& a, const edge_timeline& b) {
        return a.m_time == b.m_time && a.m_elapsed == b.m_elapsed && a.m_period == b.m_period &&
               a.m_next == b.m_next;
    }

private:
    constexpr void resume(std::uint64_t period) {
        m_period = period;
        const std::uint64_t wait = period > m_elapsed ? period - m_elapsed : 0;
        m_next = period == 0 ? never : saturating_add(m_time, wait);
    }

    std::uint64_t m_time = 0;    ///< the last edge or the last change of the period
    std::uint64_t m_elapsed = 0; ///< running time since the last edge, as of m_time
    std::uint64_t m_period = 0;
    std::uint64_t m_next = never; ///< the next edge
    bool m_is_at_edge = false;    ///< m_time is that of an edge
};

} // namespace pmu
