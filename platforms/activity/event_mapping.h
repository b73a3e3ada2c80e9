// SPDX-License-Identifier: Apache-2.0
// How a part shows the activity of its core: which line is which kind, and which event counts it.
#pragma once

#include <activity/cycle_activity.h>
#include <pmu/core/event_table.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

namespace platform::activity {

/// A line that is high in the cycles in which a kind occurs at least `threshold` times.
struct line_entry {
    std::uint8_t line; ///< in the word of the part, 0 to 63
    activity_kind kind;
    std::uint8_t threshold = 1; ///< 1, or 2 for the second wire of an event
};

/// The lines of a part, or of one of its input words.
class line_map {
public:
    /// \throws std::invalid_argument if a line or a threshold is out of range, or `cycle` is mapped
    line_map(std::initializer_list<line_entry> entries)
        : line_map(std::vector<line_entry>(entries)) {}
    /// The same.
    explicit line_map(const std::vector<line_entry>& entries);

    /// The levels of all lines in a cycle.
    std::uint64_t word(const cycle_activity& activity) const {
        std::uint64_t lines = 0;
        for_each_bit(activity.once & m_kinds[0], [&](std::size_t k) { lines |= m_lines[0][k]; });
        for_each_bit(activity.twice & m_kinds[1], [&](std::size_t k) { lines |= m_lines[1][k]; });
        return lines;
    }
    /// The kinds that a line shows, as bits.
    std::uint64_t kinds() const { return m_kinds[0] | m_kinds[1]; }

private:
    std::array<std::array<std::uint64_t, activity_kinds>, 2> m_lines{}; ///< by threshold and kind
    std::array<std::uint64_t, 2> m_kinds{};                             ///< that have a line
};

/// An event of a part and what it counts.
struct event_entry {
    std::uint16_t number; ///< what software writes into an event field
    activity_kind kind;
};

/// The events of a part. What an event should have counted comes from the totals by kind, which
/// know nothing of lines.
class event_map {
public:
    event_map(std::initializer_list<event_entry> entries) : m_entries(entries) {}

    auto begin() const { return m_entries.begin(); }
    auto end() const { return m_entries.end(); }
    std::size_t size() const { return m_entries.size(); }
    /// These and others after them.
    event_map with(std::initializer_list<event_entry> others) const {
        event_map all = *this;
        all.m_entries.insert(all.m_entries.end(), others.begin(), others.end());
        return all;
    }

    /// Occurrences of the event; nothing for a number that the generator does not produce.
    std::optional<std::uint64_t> total(std::uint32_t number, const activity_totals& totals) const;

private:
    std::vector<event_entry> m_entries;
};

/// The lines on which a part shows its events: the line of each event in the map, and where an
/// event has two wires, the second one for a second occurrence in the same cycle. A wire that is
/// another event's own line shows only that.
/// \param kinds the events that somebody makes; those without a line are passed over
/// \param events of the part, which have the lines
/// \param first,count which lines of the sampled word: the first one becomes line 0
/// \throws std::invalid_argument if the map has an event that the table does not have
line_map lines_of(const event_map& kinds, const pmu::event_table& events, unsigned first,
                  unsigned count);

} // namespace platform::activity
