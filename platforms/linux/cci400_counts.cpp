// SPDX-License-Identifier: Apache-2.0
#include <linux/cci400_counts.h>

#include <cci400/cci400_firmware.h>

#include <algorithm>
#include <utility>

namespace platform::linux_board {

namespace {

using reg = pmu::cci400_register;

bool is_at(std::uint32_t offset, reg which) {
    return offset == pmu::cci400_registers[which].address;
}

} // namespace

std::vector<iss::enabled_counts*> cci400_counts::of_cpu() {
    std::vector<iss::enabled_counts*> all;
    for (counter& c : m_counters) {
        all.push_back(&c.executed);
    }
    return all;
}

void cci400_counts::written(std::uint32_t offset, std::uint32_t value,
                            const sc_core::sc_time& now) {
    if (is_at(offset, reg::PMCR)) {
        m_is_enabled = pmu::cci400_pmcr::CEN.of(value) != 0;
    } else if (is_at(offset, reg::CCNT_CTRL)) {
        m_has_cycles = pmu::cci400_block::EN.of(value) != 0;
    } else {
        write_counters(offset, value);
    }
    turn(now);
}

void cci400_counts::write_counters(std::uint32_t offset, std::uint32_t value) {
    constexpr std::uint32_t code = pmu::cci400_block::SRC.mask() | pmu::cci400_block::NUM.mask();
    for (unsigned n = 0; n < pmu::cci400_counters; ++n) {
        counter& c = m_counters[n];
        if (offset == pmu::cci400_event_select("", n).address) {
            keep(c);
            c.event = value & code;
        } else if (offset == pmu::cci400_counter_control("", n).address) {
            c.is_enabled = pmu::cci400_block::EN.of(value) != 0;
        }
    }
}

/// Who is on from now on.
void cci400_counts::turn(const sc_core::sc_time& now) {
    count_edges(now);
    m_counts_cycles = m_is_enabled && m_has_cycles;
    for (counter& c : m_counters) {
        const bool is_on = m_is_enabled && c.is_enabled;
        c.executed.set_enabled(is_on);
        c.has_been_on = c.has_been_on || is_on;
    }
}

/// An access sees the edge of its own instant.
void cci400_counts::count_edges(const sc_core::sc_time& now) {
    const std::uint64_t edges = now.value() / m_period;
    m_counted.cycles += m_counts_cycles ? edges - m_edges : 0;
    m_edges = edges;
}

/// Adds what a counter has to what there is of its event.
void cci400_counts::keep(counter& c) {
    if (c.has_been_on) {
        event_count& all = m_counted.events[c.event];
        if (const auto kind = cci400::cci400_firmware().kind_of(c.event)) {
            all.user += c.executed.user()[*kind];
            all.privileged += c.executed.privileged()[*kind];
        }
    }
    c.executed.clear();
    c.has_been_on = false;
}

cci400_counts::counted cci400_counts::take(const sc_core::sc_time& now) {
    std::for_each(m_counters.begin(), m_counters.end(), [this](counter& c) { keep(c); });
    turn(now);
    return std::exchange(m_counted, {});
}

} // namespace platform::linux_board
