// SPDX-License-Identifier: Apache-2.0
// Outputs on their way to the ports, some of them before their time.
#pragma once

#include <pmu/core/counter.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pmu {

/// Output levels wait here for their time between whoever changes them and the one process that
/// writes the ports. Keeps its memory, so that a queue in use does not allocate.
template <class Outputs>
class output_schedule {
public:
    /// Hands levels over. Levels that are the last ones already are dropped.
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

private:
    struct entry {
        std::uint64_t time; ///< ticks
        Outputs levels;
    };

    // Once half of the entries are taken, so that an entry is moved once or less.
    void drop_taken() {
        if (m_head > m_entries.size() / 2 || m_head == m_entries.size()) {
            m_entries.erase(m_entries.begin(),
                            m_entries.begin() + static_cast<std::ptrdiff_t>(m_head));
            m_head = 0;
        }
    }

    Outputs m_last{};
    std::vector<entry> m_entries; ///< in the order of time
    std::size_t m_head = 0;       ///< the first that is not taken
};

} // namespace pmu
