// SPDX-License-Identifier: Apache-2.0
// What has changed from the samples of one file to those of another.
#include "sample_table.h"

#include <process/words.h>

#include <algorithm>
#include <map>
#include <utility>

namespace platform::pmu_run {

namespace {

std::string title_of(const iss::recorded_event& before, const iss::recorded_event& after) {
    const std::string number =
        before.number ? " (" + process::hex(*before.number, 2) + ")" : std::string();
    const auto period = [](const iss::recorded_event& e) { return std::to_string(e.period); };
    return "Event '" + before.name + "'" + number + ": " + std::to_string(before.count) + " -> " +
           std::to_string(after.count) + ", a sample each " + period(before) +
           (before.period == after.period ? "" : " -> " + period(after));
}

/// What the samples of an event stand for, by place.
std::vector<report::named_count> counts_of(const sample_table& table, std::size_t event,
                                           const std::string& sort) {
    const std::uint64_t period = table.header.events[event].period;
    std::map<std::string, std::uint64_t> places;
    for (const auto& [pc, n] : table.events[event].by_pc) {
        places[place_name(table.image, pc, sort)] += n * period;
    }
    return report::named_counts(places);
}

report::diff_table compared(const sample_table& before, std::size_t event_before,
                            const sample_table& after, std::size_t event_after,
                            const std::string& sort) {
    report::diff_table table = report::compared(counts_of(before, event_before, sort),
                                                counts_of(after, event_after, sort));
    table.title = title_of(before.header.events[event_before], after.header.events[event_after]);
    table.what = sort == "line" ? "Source:Line" : "Symbol";
    table.fill(&report::diff_row::before); // no sample is known to be there
    table.fill(&report::diff_row::after);
    std::sort(table.rows.begin(), table.rows.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    table.sort(report::diff_table::order::by_count);
    return table;
}

} // namespace

std::vector<report::diff_table> diff_samples(const sample_request& before,
                                             const sample_request& after,
                                             const std::vector<std::string>& events) {
    const sample_table old = load_samples(before, false);
    const sample_table now = load_samples(after, false);
    if (old.header.part != now.header.part) {
        throw usage_error(after.file, ": expected samples of the part of ", before.file, ", ",
                          old.header.part, ", got those of ", now.header.part);
    }
    const auto add = [&](std::vector<report::diff_table>& tables, std::size_t n) {
        const auto& others = now.header.events;
        const auto same =
            std::find_if(others.begin(), others.end(), [&](const iss::recorded_event& e) {
                return e.number == old.header.events[n].number;
            });
        if (same != others.end()) {
            tables.push_back(compared(old, n, now, static_cast<std::size_t>(same - others.begin()),
                                      before.sort));
        }
        return same != others.end();
    };
    std::vector<report::diff_table> tables;
    for (const std::string& word : events.empty() ? std::vector<std::string>{""} : events) {
        for (const std::size_t n : chosen_events(old.header, word)) {
            if (!add(tables, n) && !word.empty()) {
                throw usage_error(after.file, ": expected samples of ", word, ", got none");
            }
        }
    }
    if (tables.empty()) {
        throw usage_error(after.file, ": expected samples of an event of ", before.file,
                          ", got none");
    }
    return tables;
}

} // namespace platform::pmu_run
