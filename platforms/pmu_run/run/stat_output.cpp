// SPDX-License-Identifier: Apache-2.0
#include "stat_output.h"

#include <pmu_run/command_line/event_words.h>

#include <report/perf_formats.h>

#include <ostream>
#include <unistd.h>
#include <utility>
#include <vector>

namespace platform::pmu_run {

namespace {

/// What is asked for, in that order; everything if nothing is.
std::vector<std::optional<std::size_t>> events_of(const stat_request& request,
                                                  const std::vector<event_name>& all,
                                                  const program::unit_info& unit) {
    std::vector<std::optional<std::size_t>> events;
    for (const std::string& list : request.events) {
        for (const auto& group : read_event_groups(list, all, unit)) {
            events.insert(events.end(), group.begin(), group.end());
        }
    }
    if (request.events.empty()) {
        events.emplace_back();
        for (std::size_t n = 0; n < all.size(); ++n) {
            events.emplace_back(n);
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

output_file* add_counts(const stat_request& request, output_set& outputs) {
    if (request.file.empty() && (request.json || !request.separator.empty())) {
        outputs.reserve(STDERR_FILENO);
    }
    return outputs.add("--output", request.file);
}

void check_events(const stat_request& request, const part::part_entry& part) {
    std::vector<event_name> all;
    for (const exports::event_list& list : part.events) {
        for (const pmu::event_desc& e : *list.events) {
            all.push_back({e.number, e.name});
        }
    }
    events_of(request, all, part.unit);
}

report::perf_table table_of_program(const stat_request& request, const part::part_entry& part,
                                    const components::clock_choice& clock,
                                    const nlohmann::json& played) {
    const bool is_tickless = clock.kind == components::clock_kind::tickless;
    report::perf_table table;
    table.title = std::string(part.unit.title()) + ", " + played.at("file").get<std::string>() +
                  ", " + (is_tickless ? "tickless" : "sc_clock");
    table.period_ps = clock.period.value();
    const auto cycles = played.at("edges").get<std::uint64_t>();
    table.elapsed_ps = cycles * table.period_ps;
    std::vector<event_name> names;
    std::vector<std::uint64_t> counts;
    for (const nlohmann::json& t : played.at("totals")) {
        names.push_back({t.at("event").get<std::uint32_t>(), t.at("name").get<std::string>()});
        counts.push_back(t.at("total").get<std::uint64_t>());
    }
    for (const std::optional<std::size_t>& event : events_of(request, names, part.unit)) {
        report::perf_row row;
        row.name = event ? names[*event].name : cycles_name;
        row.number = event ? std::optional(names[*event].number) : std::nullopt;
        row.count = event ? counts[*event] : cycles;
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace platform::pmu_run
