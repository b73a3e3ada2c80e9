// SPDX-License-Identifier: Apache-2.0
// How a simulated CPU shows a PMU what it does: by event lines, edge by edge, or in batches.
#pragma once

#include <activity/event_mapping.h>
#include <iss/meter/activity_counts.h>
#include <pmu/core/event_table.h>
#include <pmu/tlm/batch_events.h>

#include <systemc>

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace platform::iss {

/// An event that nobody can report.
struct unknown_event {
    const pmu::event_desc* what;
    /// Others on which its line counts, too: that of a dual-issued pair on the instructions, for
    /// example. Where one of them is counted, it does not show whether this one is selected.
    std::vector<std::uint32_t> counts_on;
};

/// Reports events in batches.
class event_feed {
public:
    /// \param unit the PMU \param kinds the events that the CPU may make
    /// \param unknown events of the PMU that nobody can report
    /// \param period of the PMU's clock, while it runs
    event_feed(pmu::batch_events_if& unit, const activity::event_map& kinds,
               std::vector<unknown_event> unknown, const sc_core::sc_time& period);

    /// For how many cycles of the CPU from now + delay on nothing that it does makes the PMU raise
    /// a request. \param cycle of the CPU, in ticks
    std::uint64_t quiet_cycles(std::uint64_t cycle, const sc_core::sc_time& delay);

    /// Whether it raises a request, or takes one back, without any event.
    bool may_raise_by_itself() { return m_unit.edges_to_output_change() != UINT64_MAX; }
    /// Whether the PMU changes an output by what has occurred since the latest quiet_cycles(), now
    /// that this has occurred, too.
    bool becomes_due(const activity_counts& counts, std::uint64_t cycle);
    /// The PMU may come to count other events: until select() all are reported.
    void expect_selection() { m_counted = m_events; }
    /// Looks at what the PMU counts now: no other events are reported any more, or asked for.
    /// \return their kinds, as bits
    std::uint64_t select();
    /// To be called before anything is programmed: events that leave a trace all the same, in other
    /// registers than counters, show nothing about what is selected.
    void overlook_unselected();
    /// An event that the PMU would count now, but nobody can report; nullptr: there is none. Each
    /// is told once.
    const pmu::event_desc* next_unknown();
    /// Reports what has occurred, all of it at now + delay.
    void count(const activity_counts& counts, const sc_core::sc_time& delay);

private:
    struct mapped_event {
        std::uint32_t number;
        activity::activity_kind kind;
    };
    struct armed_event {
        activity::activity_kind kind;
        std::uint64_t headroom;
    };

    pmu::batch_events_if& m_unit;
    std::uint64_t m_period; ///< ticks
    std::vector<mapped_event> m_events;
    std::vector<mapped_event> m_counted; ///< those of them that the PMU may count
    std::vector<unknown_event> m_unknown;
    std::vector<armed_event> m_armed; ///< events that an enabled request waits for
    std::uint64_t m_quiet_ticks = 0;  ///< time until an output changes without events
};

/// Presents instructions to event lines: those of a cycle are driven half a period before its edge.
class pin_player {
public:
    using sink = std::function<void(std::uint64_t)>;

    /// Adds an input word of the PMU.
    void add_output(const activity::line_map& lines, sink drive) {
        m_outputs.push_back({lines, std::move(drive), 0});
    }

    /// Drives what occurred, one cycle after the other, and lets that many periods pass. To be
    /// called from a thread, in the middle of a period.
    /// \return what occurred more often than there are cycles, and so finds no place on the lines
    const activity_counts& play(const activity_counts& counts, std::uint64_t period);
    /// Lowers all lines.
    void rest() { drive({}); }

private:
    struct output {
        activity::line_map lines;
        sink drive;
        std::uint64_t word;
    };

    void drive(const activity::cycle_activity& activity);

    std::vector<output> m_outputs;
    activity_counts m_rest; ///< of the latest play()
};

} // namespace platform::iss
