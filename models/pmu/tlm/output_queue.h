// SPDX-License-Identifier: Apache-2.0
// Output changes that are known before their time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pmu {

/// Values with the times (ticks) at which they are to be driven, in the order of time. Keeps its
/// memory, so that a queue in use does not allocate.
template <class Outputs> class output_queue {
public:
    struct entry {
        std::uint64_t time;
        Outputs value;
    };

    bool is_empty() const { return m_head == m_entries.size(); }
    const entry& front() const { return m_entries[m_head]; }

    /// \param time not earlier than that of any entry in the queue
    void push(std::uint64_t time, const Outputs& value) { m_entries.push_back({time, value}); }

    void pop() {
        if (++m_head == m_entries.size()) {
            m_entries.clear();
            m_head = 0;
        }
    }

private:
    std::vector<entry> m_entries;
    std::size_t m_head = 0;
};

} // namespace pmu
