// SPDX-License-Identifier: Apache-2.0
// Outputs on their way to the ports, some of them before their time.
#pragma once

#include <systemc>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pmu {

/// Notifies within this delta, or at the next one where no process runs.
inline void notify_soon(sc_core::sc_event& e) {
    if (sc_core::sc_get_status() == sc_core::SC_RUNNING) {
        e.notify();
    } else {
        e.notify(sc_core::SC_ZERO_TIME);
    }
}

/// Carries output levels from whoever changes them to the one process that writes the ports, each
/// at its own time: an event holds only one time, so the changes wait in a queue. Keeps its memory,
/// so that a queue in use does not allocate.
template <class Outputs>
class output_schedule {
public:
    /// Notified whenever take() has something to give.
    const sc_core::sc_event& due() const { return m_due; }

    /// Hands levels over. Levels that are the last ones already are dropped.
    /// \param time ticks, not before now nor before the time of earlier levels
    void put(const Outputs& levels, std::uint64_t time) {
        if (levels == m_last) {
            return;
        }
        m_last = levels;
        drop_taken();
        const bool is_first = m_head == m_entries.size();
        m_entries.push_back({time, levels});
        if (time <= now()) {
            notify_soon(m_due);
        } else if (is_first) {
            notify_at(time);
        }
    }

    /// Gives the levels of now, and sees to the next ones.
    /// \return false: nothing has become due
    bool take(Outputs& levels) {
        bool is_due = false;
        for (; m_head < m_entries.size() && m_entries[m_head].time <= now(); ++m_head) {
            levels = m_entries[m_head].levels;
            is_due = true;
        }
        if (m_head < m_entries.size()) {
            notify_at(m_entries[m_head].time);
        }
        return is_due;
    }

private:
    struct entry {
        std::uint64_t time; ///< ticks
        Outputs levels;
    };

    static std::uint64_t now() { return sc_core::sc_time_stamp().value(); }

    void notify_at(std::uint64_t time) { m_due.notify(sc_core::sc_time::from_value(time - now())); }

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
    sc_core::sc_event m_due;
};

} // namespace pmu
