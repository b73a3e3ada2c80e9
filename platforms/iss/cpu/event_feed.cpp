// SPDX-License-Identifier: Apache-2.0
#include <iss/cpu/event_feed.h>

#include <algorithm>

namespace platform::iss {

namespace {
constexpr std::uint64_t unlimited = UINT64_MAX;
/// An instruction takes a cycle at least. In that it may fetch twice and request data twice, if
/// neither is aligned.
constexpr std::uint64_t most_in_a_cycle(activity::activity_kind kind) {
    return kind == activity::activity_kind::instruction ? 1 : 4;
}

/// What the PMU finds out by itself: from its clock, and from writes to its registers.
bool is_unit_s_own(activity::activity_kind kind) {
    return kind == activity::activity_kind::cycle ||
           kind == activity::activity_kind::software_increment;
}
} // namespace

event_feed::event_feed(pmu::batch_events_if& unit, const activity::event_map& kinds,
                       std::vector<unknown_event> unknown, const sc_core::sc_time& period)
    : m_unit(unit), m_period(period.value()), m_unknown(std::move(unknown)) {
    for (const activity::event_entry& e : kinds) {
        if (!is_unit_s_own(e.kind) && e.kind != activity::activity_kind::nothing) {
            m_events.push_back({e.number, e.kind});
        }
    }
    expect_selection();
}

std::uint64_t event_feed::quiet_cycles(std::uint64_t cycle, const sc_core::sc_time& delay) {
    std::uint64_t cycles = unlimited;
    m_unit.advance_to(delay);
    m_armed.clear();
    for (const mapped_event& e : m_counted) {
        const std::uint64_t headroom = m_unit.headroom(e.number);
        if (headroom != unlimited) {
            m_armed.push_back({e.kind, headroom});
            cycles = std::min(cycles, headroom / most_in_a_cycle(e.kind));
        }
    }
    const std::uint64_t edges = m_unit.edges_to_output_change();
    m_quiet_ticks = edges < unlimited / m_period ? edges * m_period : unlimited;
    return m_quiet_ticks == unlimited ? cycles : std::min(cycles, m_quiet_ticks / cycle);
}

bool event_feed::becomes_due(const activity_counts& counts, std::uint64_t cycle) {
    bool is_due = false;
    const auto use = [&](std::uint64_t& left, std::uint64_t used) {
        is_due = is_due || used >= left;
        left -= left == unlimited ? 0 : std::min(left, used);
    };
    use(m_quiet_ticks, counts.cycles() * cycle);
    for (armed_event& e : m_armed) {
        use(e.headroom, counts[e.kind]);
    }
    return is_due;
}

std::uint64_t event_feed::select() {
    std::uint64_t kinds = 0;
    m_counted.clear();
    for (const mapped_event& e : m_events) {
        if (m_unit.is_counted(e.number)) {
            m_counted.push_back(e);
            kinds |= activity::bit_of(e.kind);
        }
    }
    return kinds;
}

void event_feed::overlook_unselected() {
    m_unknown.erase(std::remove_if(m_unknown.begin(), m_unknown.end(),
                                   [this](const unknown_event& e) {
                                       return m_unit.is_counted(e.what->number);
                                   }),
                    m_unknown.end());
}

const pmu::event_desc* event_feed::next_unknown() {
    const auto is_counted = [this](std::uint32_t number) { return m_unit.is_counted(number); };
    const auto found =
        std::find_if(m_unknown.begin(), m_unknown.end(), [&](const unknown_event& e) {
            return is_counted(e.what->number) &&
                   std::none_of(e.counts_on.begin(), e.counts_on.end(), is_counted);
        });
    if (found == m_unknown.end()) {
        return nullptr;
    }
    const pmu::event_desc* event = found->what;
    m_unknown.erase(found);
    return event;
}

void event_feed::count(const activity_counts& counts, const sc_core::sc_time& delay) {
    for (const mapped_event& e : m_counted) {
        const std::uint64_t n = counts[e.kind];
        if (n != 0) {
            m_unit.count(e.number, n, delay);
        }
    }
}

const activity_counts& pin_player::play(const activity_counts& counts, std::uint64_t period) {
    const std::uint64_t cycles = counts.cycles();
    m_rest.clear();
    activity::for_each_bit(counts.kinds() & ~activity::bit_of(activity::activity_kind::cycle),
                           [&](std::size_t k) {
                               const auto kind = static_cast<activity::activity_kind>(k);
                               m_rest.add(kind, counts[kind] > cycles ? counts[kind] - cycles : 0);
                           });
    for (std::uint64_t cycle = 0; cycle < cycles;) {
        activity::cycle_activity activity;
        std::uint64_t same = cycles - cycle; // for how many cycles the lines stay as they are
        activity::for_each_bit(counts.kinds(), [&](std::size_t k) {
            const auto kind = static_cast<activity::activity_kind>(k);
            if (kind != activity::activity_kind::cycle && counts[kind] > cycle) {
                activity.add(kind);
                same = std::min(same, counts[kind] - cycle);
            }
        });
        drive(activity);
        sc_core::wait(sc_core::sc_time::from_value(same * period));
        cycle += same;
    }
    return m_rest;
}

void pin_player::drive(const activity::cycle_activity& activity) {
    for (output& o : m_outputs) {
        const std::uint64_t word = o.lines.word(activity);
        if (word != o.word) {
            o.word = word;
            o.drive(word);
        }
    }
}

} // namespace platform::iss
