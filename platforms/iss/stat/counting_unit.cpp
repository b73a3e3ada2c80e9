// SPDX-License-Identifier: Apache-2.0
#include <iss/stat/counting_unit.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace platform::iss {

namespace {
/// A counter wraps once at most before its flag is looked at.
constexpr std::uint64_t most_at_once = std::uint64_t{1} << 31U;
constexpr std::uint64_t one_wrap = std::uint64_t{1} << 32U;
} // namespace

counting_unit::counting_unit(driven_port unit, const activity::event_map& kinds)
    : m_port(std::move(unit.port)), m_driver(*unit.driver), m_kinds(kinds),
      m_wraps(m_driver.event_counters + 1) {
}

void counting_unit::start(const std::vector<std::uint32_t>& events) {
    if (events.size() > m_driver.event_counters) {
        throw std::logic_error("more events than counters");
    }
    m_selected.clear();
    std::fill(m_wraps.begin(), m_wraps.end(), 0);
    for (unsigned n = 0; n < events.size(); ++n) {
        const auto found =
            std::find_if(m_kinds.begin(), m_kinds.end(),
                         [&](const activity::event_entry& e) { return e.number == events[n]; });
        const auto kind = found != m_kinds.end() ? found->kind : activity::activity_kind::nothing;
        if (kind != activity::activity_kind::cycle) { // those it counts by itself
            m_selected.push_back({events[n], kind, n});
        }
    }
    m_driver.start(*m_port, events);
}

void counting_unit::executed(const activity_counts& counts) {
    for (const selected_event& e : m_selected) {
        report(e, counts[e.kind]);
    }
    for (std::uint64_t left = counts.cycles(); left != 0;) {
        const std::uint64_t now = std::min(left, most_at_once);
        m_port->run(now);
        left -= now;
        serve_overflows();
    }
}

void counting_unit::report(const selected_event& event, std::uint64_t n) {
    const bool is_software = event.kind == activity::activity_kind::software_increment;
    for (std::uint64_t left = n; left != 0;) {
        const std::uint64_t now = is_software ? 1 : std::min(left, most_at_once);
        if (!is_software) {
            m_port->count(event.number, now);
        } else if (m_driver.increment != nullptr) {
            m_driver.increment(*m_port, event.counter);
        }
        left -= now;
        serve_overflows();
    }
}

void counting_unit::serve_overflows() {
    if (!m_port->requests()) {
        return;
    }
    const std::uint32_t flags = m_driver.take_overflows(*m_port);
    for (std::size_t n = 0; n < m_wraps.size(); ++n) {
        m_wraps[n] += (flags >> n & 1U) != 0 ? one_wrap : 0;
    }
}

std::uint64_t counting_unit::count(std::size_t counter) const {
    return m_wraps[counter] +
           m_port->read(m_driver.select(*m_port, static_cast<unsigned>(counter)));
}

} // namespace platform::iss
