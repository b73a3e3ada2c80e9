// SPDX-License-Identifier: Apache-2.0
#include "stat_output.h"

#include <pmu_run/command_line/event_words.h>

#include <report/perf_formats.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <unistd.h>

namespace platform::pmu_run {

namespace {

event_pointers events_of(const part::part_entry& part) {
    event_pointers all;
    for (const exports::event_list& list : part.events) {
        for (const pmu::event_desc& e : *list.events) {
            all.push_back(&e);
        }
    }
    return all;
}

/// What is asked for, in that order; everything if nothing is.
event_pointers chosen(const stat_request& request, event_pointers all,
                      const program::unit_info& unit) {
    if (request.events.empty()) {
        all.insert(all.begin(), nullptr);
        return all;
    }
    event_pointers events;
    for (const std::string& list : request.events) {
        for (const event_pointers& group : read_event_groups(list, all, unit)) {
            events.insert(events.end(), group.begin(), group.end());
        }
    }
    return events;
}

} // namespace

void print_table(std::ostream& out, const report::perf_table& table, const stat_request& request,
                 std::optional<std::uint64_t> interval_ps) {
    if (request.json) {
        report::print_json_lines(out, table, interval_ps);
    } else if (!request.separator.empty()) {
        report::print_fields(out, table, request.separator, interval_ps);
    } else if (interval_ps) {
        report::print_interval(out, table, *interval_ps);
    } else {
        out << '\n';
        table.print(out);
    }
}

void open_counts(const stat_request& request, output_set& outputs) {
    if (request.file.empty() && (request.json || !request.separator.empty())) {
        outputs.reserve(STDERR_FILENO);
    }
    outputs.open({{"--output", request.file}});
}

void check_events(const stat_request& request, const part::part_entry& part) {
    chosen(request, events_of(part), part.unit);
}

report::perf_table table_of_program(const stat_request& request, const part::part_entry& part,
                                    const components::clock_choice& clock,
                                    const nlohmann::json& played) {
    report::perf_table table;
    table.title = std::string(part.unit.title()) + ", " + played.at("file").get<std::string>() +
                  ", " + name_of(clock.kind);
    table.period_ps = clock.period.value();
    const auto cycles = played.at("edges").get<std::uint64_t>();
    table.elapsed_ps = cycles * table.period_ps;
    const event_pointers all = events_of(part);
    event_pointers counted;
    std::map<const pmu::event_desc*, std::uint64_t> counts{{nullptr, cycles}};
    for (const nlohmann::json& t : played.at("totals")) {
        counted.push_back(*std::find_if(all.begin(), all.end(), [&](const pmu::event_desc* e) {
            return t.at("event") == e->number && t.at("name") == e->name;
        }));
        counts[counted.back()] = t.at("total");
    }
    for (const pmu::event_desc* e : chosen(request, counted, part.unit)) {
        report::perf_row row;
        row.name = e != nullptr ? e->name : cycles_name;
        row.number = e != nullptr ? std::optional<std::uint32_t>(e->number) : std::nullopt;
        row.count = counts[e];
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace platform::pmu_run
