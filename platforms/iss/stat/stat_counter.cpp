// SPDX-License-Identifier: Apache-2.0
#include <iss/stat/stat_counter.h>

#include <algorithm>
#include <utility>

namespace platform::iss {

stat_counter::stat_counter(multiplexer* counters, bool has_region, const sc_core::sc_time& cycle)
    : m_counters(counters), m_cycle(cycle), m_is_inside(!has_region) {
    if (m_is_inside && m_counters != nullptr) {
        m_counters->start();
    }
}

void stat_counter::enter_region() {
    if (m_is_inside) {
        return;
    }
    m_is_inside = true;
    m_has_executed = false;
    if (m_counters != nullptr) {
        m_counters->start();
    }
}

void stat_counter::leave_region() {
    if (m_is_inside && m_counters != nullptr) {
        m_counters->stop();
    }
    m_is_inside = false;
}

void stat_counter::call_each(const sc_core::sc_time& interval,
                             std::function<void(const sc_core::sc_time& end)> f) {
    m_interval = interval;
    m_interval_end = interval;
    m_on_interval = std::move(f);
}

void stat_counter::executed(const activity_counts& counts, std::uint32_t /*pc*/,
                            const sc_core::sc_time& /*end*/) {
    if (m_is_inside) {
        m_entries += m_has_executed ? 0 : 1;
        m_has_executed = true;
        counts.add_to(m_totals);
        if (m_counters != nullptr) {
            m_counters->executed(counts);
        }
    }
}

void stat_counter::look(const sc_core::sc_time& now) {
    if (m_counters != nullptr) {
        m_counters->rotate_if_due();
    }
    if (m_on_interval && now >= m_interval_end) {
        m_on_interval(m_interval_end);
        const std::uint64_t over = now.value() - m_interval_end.value();
        m_interval_end +=
            sc_core::sc_time::from_value((over / m_interval.value() + 1) * m_interval.value());
    }
}

std::uint64_t stat_counter::cycles_to_look(const sc_core::sc_time& now) const {
    std::uint64_t cycles =
        m_is_inside && m_counters != nullptr ? m_counters->cycles_to_rotation() : UINT64_MAX;
    if (m_on_interval) {
        const std::uint64_t left = m_interval_end.value() - std::min(now, m_interval_end).value();
        cycles = std::min<std::uint64_t>(cycles, left / m_cycle.value() + 1);
    }
    return cycles;
}

} // namespace platform::iss
