// SPDX-License-Identifier: Apache-2.0
#include "stat_output.h"

#include <pmu_run/command_line/event_words.h>

#include <report/perf_formats.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <unistd.h>
#include <vector>

namespace platform::pmu_run {

namespace {

/// Those that are asked for, in that order.
std::vector<report::perf_row> chosen_rows(const stat_request& request, const part::part_entry& part,
                                          const std::vector<report::perf_row>& all) {
    const auto row_with = [&](const pmu::event_desc* e) {
        return std::find_if(all.begin(), all.end(), [&](const report::perf_row& row) {
            return e == nullptr ? !row.number : row.number == e->number && row.name == e->name;
        });
    };
    event_pointers counted = events_of(part); // of a unit whatever its parameters
    counted.erase(
        std::remove_if(counted.begin(), counted.end(),
                       [&](const pmu::event_desc* e) { return row_with(e) == all.end(); }),
        counted.end());
    std::vector<report::perf_row> rows;
    for (const chosen_event& e : read_events(request.events, counted, part)) {
        rows.push_back(*row_with(e.desc));
        rows.back().name = e.name;
    }
    return rows;
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
    read_events(request.events, events_of(part), part);
    expected_of(request, part);
}

std::vector<expected_count> expected_of(const stat_request& request, const part::part_entry& part) {
    return read_expected_counts(request.expected, events_of(part), part);
}

report::perf_table table_of_program(const stat_request& request, const part::part_entry& part,
                                    const components::clock_choice& clock,
                                    const nlohmann::json& played) {
    report::perf_table table;
    table.title = std::string(part.unit.title()) + ", " + played.at("file").get<std::string>() +
                  ", " + name_of(clock.kind);
    table.part = part.unit.name();
    table.period_ps = clock.period.value();
    const auto cycles = played.at("edges").get<std::uint64_t>();
    table.elapsed_ps = cycles * table.period_ps;
    table.rows.push_back({cycles_name, std::nullopt, cycles, std::nullopt});
    for (const nlohmann::json& t : played.at("totals")) {
        table.rows.push_back({t.at("name").get<std::string>(), t.at("event").get<std::uint32_t>(),
                              t.at("total").get<std::uint64_t>(), std::nullopt});
    }
    if (!request.events.empty()) {
        table.rows = chosen_rows(request, part, table.rows);
    }
    return table;
}

} // namespace platform::pmu_run
