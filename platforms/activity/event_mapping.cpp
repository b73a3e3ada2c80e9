// SPDX-License-Identifier: Apache-2.0
#include <activity/event_mapping.h>

#include <stdexcept>
#include <string>

namespace platform::activity {

line_map::line_map(const std::vector<line_entry>& entries) {
    for (const line_entry& e : entries) {
        const auto refuse = [&](const char* why) {
            throw std::invalid_argument("line " + std::to_string(e.line) + ", " + name_of(e.kind) +
                                        ": " + why);
        };
        if (e.line > 63) {
            refuse("a line number is 0 to 63");
        }
        if (e.threshold < 1 || e.threshold > 2) {
            refuse("a threshold is 1 or 2");
        }
        if (e.kind == activity_kind::cycle) {
            refuse("cycles have no line");
        }
        const std::size_t wire = e.threshold - 1U;
        m_lines[wire][index_of(e.kind)] |= std::uint64_t{1} << e.line;
        m_kinds[wire] |= bit_of(e.kind);
    }
}

std::optional<std::uint64_t> event_map::total(std::uint32_t number,
                                              const activity_totals& totals) const {
    for (const event_entry& e : m_entries) {
        if (e.number == number) {
            return totals[e.kind];
        }
    }
    return std::nullopt;
}

line_map lines_of(const event_map& kinds, const pmu::event_table& events, unsigned first,
                  unsigned count) {
    std::uint64_t own_lines = 0;
    for (const pmu::event_desc& e : events) {
        own_lines |= pmu::own_line(e);
    }
    std::vector<line_entry> entries;
    for (const event_entry& entry : kinds) {
        const pmu::event_desc* const event = events.find(entry.number);
        if (event == nullptr) {
            throw std::invalid_argument("the part has no event " + std::to_string(entry.number));
        }
        const unsigned wires = pmu::own_line(*event) != 0 ? event->line_count : 0;
        for (unsigned wire = 0; wire < wires; ++wire) {
            const unsigned line = event->first_line + wire;
            const bool is_others = wire != 0 && (own_lines >> line & 1U) != 0;
            if (line >= first && line - first < count && !is_others) {
                entries.push_back({static_cast<std::uint8_t>(line - first), entry.kind,
                                   static_cast<std::uint8_t>(wire + 1)});
            }
        }
    }
    return line_map(entries);
}

} // namespace platform::activity
