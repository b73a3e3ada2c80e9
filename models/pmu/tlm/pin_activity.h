// SPDX-License-Identifier: Apache-2.0
// Whether the pins of a unit change often.
#pragma once

#include <pmu/core/api.h>

#include <cstdint>

namespace PMU_API pmu {

/// Says where edges are cheaper to step, and where to compute. Times are ticks.
class pin_activity {
public:
    /// Without a change for so many cycles, pins are at rest. Before that no far wake-up is asked
    /// for: the kernel would keep it, and it would cost each edge something, also of a unit that is
    /// stepped soon after.
    static constexpr std::uint64_t rest_cycles = 16;

    /// A pin has changed where edges are stepped, or who takes them has changed.
    void restart() { m_streak = 0; }
    /// An edge was stepped on which no pin had changed.
    void note_calm_edge() {
        if (m_streak != UINT8_MAX) {
            ++m_streak;
        }
    }
    /// A pin has changed where edges are computed.
    void note_change(std::uint64_t now, std::uint64_t cycle) {
        const bool is_soon = now - m_last_change <= 2 * cycle;
        m_last_change = now;
        if (is_soon) {
            note_calm_edge();
        } else {
            restart();
        }
    }

    /// Stepped: no pin has changed on the last edge.
    bool has_calm_edge() const { return m_streak != 0; }
    /// Stepped: no pin has changed on the last edges.
    bool is_calm() const { return m_streak >= 8; }
    /// Computed: the last changes came within two cycles each.
    bool is_busy() const { return m_streak >= 8; }
    /// Computed: no pin has changed for some time.
    bool is_at_rest(std::uint64_t now, std::uint64_t cycle) const {
        return now - m_last_change >= rest_cycles * cycle;
    }

private:
    std::uint64_t m_last_change = 0;
    std::uint8_t m_streak = 0; ///< edges without a change; where edges are computed, changes
};

} // namespace pmu
