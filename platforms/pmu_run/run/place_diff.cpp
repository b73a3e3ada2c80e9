// SPDX-License-Identifier: Apache-2.0
#include "place_diff.h"
#include <pmu_run/run/runner.h>
#include <pmu_run/run/stop_request.h>

#include <pmu/core/same_word.h>
#include <process/input_file.h>
#include <process/printable.h>
#include <process/text_streams.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace platform::pmu_run {

namespace {

using json = nlohmann::ordered_json;

constexpr std::uint64_t most_place_bytes = std::uint64_t{64} << 20U;

/// What a row can be of, as its first member has it, and as a table's head has it.
constexpr std::pair<const char*, const char*> kinds[] = {
    {"place", "Source:Line"}, {"function", "Symbol"}, {"task", "task"}};

/// What was counted of an event in each place. A line may be in several functions.
struct counts_of_places {
    std::string name; ///< of the event
    std::map<std::string, std::uint64_t> places;
};

struct place_file {
    std::string what; ///< rows are of: the first of a pair in `kinds`
    std::vector<counts_of_places> events;
};

void add_row(place_file& file, const json& row) {
    const std::string& what = row.begin().key();
    if (file.what.empty()) {
        file.what = what;
    }
    const std::string place = process::printable(row.at(file.what).get<std::string>());
    for (const auto& [event, count] : row.at("counts").items()) {
        const auto found = std::find_if(file.events.begin(), file.events.end(),
                                        [&name = event](const auto& e) { return e.name == name; });
        counts_of_places& of = found != file.events.end()
                                   ? *found
                                   : file.events.emplace_back(counts_of_places{event, {}});
        of.places[place] += count.get<std::uint64_t>();
    }
}

place_file load(const std::string& path) {
    process::text_reader lines(process::read_whole(path, most_place_bytes, is_stop_requested));
    place_file file;
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        try {
            add_row(file, json::parse(line));
        } catch (const json::exception&) {
            throw usage_error(path, ":", number,
                              ": expected a row that stat --by -j has written, got another");
        }
    }
    return file;
}

report::diff_table compared(const counts_of_places& before, const counts_of_places& after,
                            const std::string& what) {
    report::diff_table table =
        report::compared(report::named_counts(before.places), report::named_counts(after.places));
    table.title = "Event '" + process::printable(before.name) + "'";
    table.what = std::find_if(std::begin(kinds), std::end(kinds), [&](const auto& kind) {
                     return what == kind.first;
                 })->second;
    table.fill(&report::diff_row::before); // what was not executed has no row
    table.fill(&report::diff_row::after);
    table.sort(report::diff_table::order::by_count);
    return table;
}

} // namespace

bool begins_as_places(std::string_view start) {
    return std::any_of(std::begin(kinds), std::end(kinds), [start](const auto& kind) {
        const std::string begin = std::string("{\"") + kind.first + "\":";
        return start.substr(0, begin.size()) == begin;
    });
}

std::vector<report::diff_table> diff_places(const std::string& before, const std::string& after,
                                            const std::vector<std::string>& events) {
    const place_file old = load(before);
    const place_file now = load(after);
    if (old.what != now.what) {
        throw usage_error(after, ": expected counts by ", old.what, ", as ", before,
                          " has, got counts by ", now.what);
    }
    std::vector<report::diff_table> tables;
    const auto add_if = [&](const auto& is_meant) {
        const std::size_t so_far = tables.size();
        for (const counts_of_places& e : old.events) {
            const auto same = std::find_if(now.events.begin(), now.events.end(),
                                           [&](const auto& other) { return other.name == e.name; });
            if (same != now.events.end() && is_meant(e.name)) {
                tables.push_back(compared(e, *same, old.what));
            }
        }
        return tables.size() != so_far;
    };
    for (const std::string& word : events) {
        if (!add_if([&](const std::string& name) { return pmu::is_same_word(name, word); })) {
            throw usage_error("--event: expected an event that both have, got '", word, "'");
        }
    }
    if (events.empty() && !add_if([](const std::string&) { return true; })) {
        throw usage_error(after, ": expected counts of an event of ", before, ", got none");
    }
    return tables;
}

} // namespace platform::pmu_run
