// SPDX-License-Identifier: Apache-2.0
#include <iss/stat/multiplexer.h>

#include <algorithm>
#include <utility>

namespace platform::iss {

namespace {

/// a * b / c rounded, where the result fits.
std::uint64_t scaled_by(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::uint64_t>((wide{a} * b + c / 2) / c);
}

} // namespace

std::optional<std::uint64_t> multiplexer::reading::scaled() const {
    return running == 0 ? std::nullopt : std::optional(scaled_by(count, enabled, running));
}

multiplexer::multiplexer(counting_unit& unit, std::vector<event_group> groups,
                         std::uint64_t rotation)
    : m_unit(unit), m_rotation(rotation), m_left(rotation) {
    for (event_group& g : groups) {
        group_state state;
        state.events = std::move(g);
        state.counts.resize(state.events.size());
        state.counters.resize(state.events.size());
        m_events.clear();
        state.fits = try_to_place(state);
        if (state.fits) {
            (m_events.empty() ? m_always : m_order).push_back(m_state.size());
            state.is_on = m_events.empty();
        }
        m_state.push_back(std::move(state));
    }
    schedule();
    m_rotates = std::any_of(m_order.begin(), m_order.end(),
                            [this](std::size_t g) { return !m_state[g].is_on; });
}

/// Each event gets the counter that has it already, or the next one.
bool multiplexer::try_to_place(group_state& g) {
    const std::size_t before = m_events.size();
    for (std::size_t n = 0; n < g.events.size(); ++n) {
        if (!g.events[n]) {
            g.counters[n] = m_unit.event_counters(); // the cycle counter
            continue;
        }
        const auto found = std::find(m_events.begin(), m_events.end(), *g.events[n]);
        g.counters[n] = static_cast<std::size_t>(found - m_events.begin());
        if (found == m_events.end()) {
            if (m_events.size() == m_unit.event_counters()) {
                m_events.resize(before);
                return false;
            }
            m_events.push_back(*g.events[n]);
        }
    }
    return true;
}

/// A smaller group that comes later may take what a larger one leaves; each is the first one once.
void multiplexer::schedule() {
    m_events.clear();
    m_on = m_always;
    for (const std::size_t g : m_order) {
        m_state[g].is_on = try_to_place(m_state[g]);
        if (m_state[g].is_on) {
            m_on.push_back(g);
        }
    }
}

void multiplexer::end_window() {
    m_unit.stop();
    for (const std::size_t on : m_on) {
        group_state& g = m_state[on];
        for (std::size_t n = 0; n < g.counts.size(); ++n) {
            g.counts[n] += m_unit.count(g.counters[n]);
        }
    }
}

void multiplexer::start() {
    if (!m_is_started) {
        m_is_started = true;
        m_unit.start(m_events);
    }
}

void multiplexer::stop() {
    if (m_is_started) {
        m_is_started = false;
        end_window();
    }
}

void multiplexer::executed(const activity_counts& counts) {
    const std::uint64_t cycles = counts.cycles();
    m_unit.executed(counts);
    m_enabled += cycles;
    for (const std::size_t on : m_on) {
        m_state[on].running += cycles;
    }
    m_left -= std::min(m_left, m_rotates ? cycles : 0);
}

void multiplexer::rotate_if_due() {
    if (m_is_started && m_left == 0) {
        end_window();
        std::rotate(m_order.begin(), m_order.begin() + 1, m_order.end());
        schedule();
        m_unit.start(m_events);
        m_left = m_rotation;
    }
}

std::uint64_t multiplexer::cycles_to_rotation() const {
    return m_is_started && m_rotates ? m_left : UINT64_MAX;
}

multiplexer::reading multiplexer::read(std::size_t group, std::size_t member) const {
    const group_state& g = m_state[group];
    const bool counts_now = m_is_started && g.is_on;
    return {g.counts[member] + (counts_now ? m_unit.count(g.counters[member]) : 0), m_enabled,
            g.running};
}

} // namespace platform::iss
