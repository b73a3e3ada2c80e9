// SPDX-License-Identifier: Apache-2.0
// Output levels that wait for their time before they reach the ports.
#pragma once

#include <pmu/core/counter.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace PMU_API pmu {

/// A queue of output levels, from whoever changes them to the one process that writes the ports.
/// It keeps its memory, so that a queue in use does not allocate.
template <class Outputs>
class output_schedule {
public:
    /// Whether these are not the last levels.
    bool differs(const Outputs& levels) const { return !(levels == m_last); }
    /// Hands levels over. They are dropped if they are the same as the last ones.
    /// \param levels of all outputs
    /// \param time ticks, not before the time of earlier levels
    /// \return false: they were dropped
    bool put(const Outputs& levels, std::uint64_t time) {
        if (levels == m_last) {
            return false;
        }
        m_last = levels;
        drop_taken();
        m_entries.push_back({time, levels});
        return true;
    }

    /// Gives the latest levels whose time has come.
    /// \param now ticks
    /// \param levels receives them; left alone if there are none
    /// \return false: nothing has become due
    bool take(std::uint64_t now, Outputs& levels) {
        bool is_due = false;
        for (; m_head < m_entries.size() && m_entries[m_head].time <= now; ++m_head) {
            levels = m_entries[m_head].levels;
            is_due = true;
        }
        return is_due;
    }

    /// When the next levels become due, in ticks, or `never`.
    std::uint64_t next() const {
        return m_head < m_entries.size() ? m_entries[m_head].time : never;
    }

    /// The levels that the ports have once those of a time, which is not past, are taken.
    Outputs levels_at(std::uint64_t now) const {
        const std::size_t waiting = first_after(now);
        if (waiting != 0) {
            return m_entries[waiting - 1].levels;
        }
        return m_entries.empty() ? m_last : Outputs{};
    }
    /// How many levels come after a time.
    std::size_t count_after(std::uint64_t now) const { return m_entries.size() - first_after(now); }
    /// Calls `use(time, levels)` for all levels that come after a time, in their order.
    template <class Use>
    void for_each_after(std::uint64_t now, Use use) const {
        for (std::size_t i = first_after(now); i < m_entries.size(); ++i) {
            use(m_entries[i].time, m_entries[i].levels);
        }
    }
    /// Forgets everything and begins with levels that are due now.
    void restart(const Outputs& levels, std::uint64_t now) {
        m_last = levels;
        m_entries.assign(1, {now, levels});
        m_head = 0;
    }

private:
    struct entry {
        std::uint64_t time; ///< ticks
        Outputs levels;
    };

    // Drops taken entries but the last, which the ports have, once they are half of all: so an
    // entry is moved seldom.
    void drop_taken() {
        if (m_head > 1 && m_head > m_entries.size() / 2) {
            m_entries.erase(m_entries.begin(),
                            m_entries.begin() + static_cast<std::ptrdiff_t>(m_head - 1));
            m_head = 1;
        }
    }

    std::size_t first_after(std::uint64_t now) const {
        std::size_t i = m_head;
        while (i < m_entries.size() && m_entries[i].time <= now) {
            ++i;
        }
        return i;
    }

    Outputs m_last{};
    std::vector<entry> m_entries; ///< in the order of time
    std::size_t m_head = 0;       ///< the first entry that is not taken
};

} // namespace pmu
