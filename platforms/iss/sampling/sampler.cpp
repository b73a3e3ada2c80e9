// SPDX-License-Identifier: Apache-2.0
#include <iss/sampling/sampler.h>

#include <algorithm>
#include <utility>

namespace platform::iss {

namespace {

/// An instruction may count an event more often than it takes cycles.
constexpr std::uint64_t most_a_cycle = 4;

} // namespace

sampler::sampler(driven_port unit, const std::vector<sampled_event>& events,
                 const call_profile* profile, sink take)
    : m_port(std::move(unit.port)), m_driver(*unit.driver), m_profile(profile),
      m_sink(std::move(take)), m_totals(events.size()), m_samples(events.size()) {
    std::vector<std::uint32_t> selected;
    for (const sampled_event& e : events) {
        const unsigned counter =
            e.is_cycles ? m_driver.event_counters : static_cast<unsigned>(selected.size());
        m_rows.push_back({e, counter, 0, e.period, std::mt19937_64(e.jitter.value_or(0))});
        if (!e.is_cycles) {
            selected.push_back(e.number);
        }
    }
    m_driver.start(*m_port, selected);
    for (row& r : m_rows) {
        reload(r);
    }
}

/// What is left of the period, and then as far as the place in the next one.
void sampler::reload(row& r) {
    const std::uint64_t rest = r.event.period - r.place;
    r.place = r.event.jitter ? r.random() % r.event.period + 1 : r.event.period;
    r.left = rest + r.place;
    m_port->write(m_driver.select(*m_port, r.counter), static_cast<std::uint32_t>(0 - r.left));
}

std::uint64_t sampler::quiet_cycles() const {
    std::uint64_t quiet = UINT64_MAX;
    if (!m_is_inside) {
        return quiet;
    }
    for (const row& r : m_rows) {
        const std::uint64_t a_cycle = r.event.is_cycles ? 1 : most_a_cycle;
        quiet = std::min(quiet, (r.left - 1) / a_cycle);
    }
    return quiet;
}

void sampler::executed(const activity_counts& counts, std::uint32_t pc,
                       const sc_core::sc_time& end) {
    m_cycles += counts.cycles();
    if (!m_is_inside) {
        return;
    }
    for (row& r : m_rows) {
        const std::uint64_t n = counts[r.event.kind];
        m_totals[static_cast<std::size_t>(&r - m_rows.data())] += n;
        count(r, n, pc, end);
    }
}

/// As far as the next overflow at a time, since the counter starts anew there.
void sampler::count(row& r, std::uint64_t n, std::uint32_t pc, const sc_core::sc_time& end) {
    while (n != 0) {
        const std::uint64_t step = std::min(n, r.left);
        n -= step;
        r.left -= step;
        if (r.event.is_cycles) {
            m_port->run(step);
        } else {
            m_port->count(r.event.number, step);
        }
        if (m_port->requests()) {
            take(m_driver.take_overflows(*m_port), pc, end);
        }
    }
}

void sampler::take(std::uint32_t overflows, std::uint32_t pc, const sc_core::sc_time& end) {
    for (row& r : m_rows) {
        if ((overflows >> r.counter & 1U) == 0) {
            continue;
        }
        execution_sample sample;
        sample.event = static_cast<std::size_t>(&r - m_rows.data());
        sample.time_ps = static_cast<std::uint64_t>(end / sc_core::sc_time(1, sc_core::SC_PS));
        sample.cycles = m_cycles;
        sample.pc = pc;
        if (m_profile != nullptr) {
            sample.callers = m_profile->callers();
        }
        ++m_samples[sample.event];
        reload(r);
        m_sink(sample);
    }
}

} // namespace platform::iss
