// SPDX-License-Identifier: Apache-2.0
#include "page_diff.h"
#include <pmu_run/command_line/event_words.h>
#include <pmu_run/run/runner.h>
#include <pmu_run/run/stop_request.h>

#include <page/page.h>
#include <process/input_file.h>
#include <process/printable.h>
#include <process/words.h>

#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace platform::pmu_run {

namespace {

using json = nlohmann::ordered_json;

constexpr std::uint64_t most_page_bytes = std::uint64_t{64} << 20U;

/// A number; those that JavaScript cannot have are texts.
std::optional<std::uint64_t> number(const json& value) {
    if (value.is_number_unsigned()) {
        return value.get<std::uint64_t>();
    }
    return value.is_string() ? std::optional(std::stoull(value.get<std::string>())) : std::nullopt;
}

void read_profile(page_counts& counts, const json& profile, const std::string& by) {
    const bool is_line = by == "line";
    const json& table = profile.at(is_line ? "lines" : "functions");
    std::map<std::string, std::uint64_t> cycles; // a line may be in several functions
    for (const json& row : table.at("rows")) {
        std::string name = process::printable(row.at(0).get<std::string>());
        if (is_line) {
            name += ":" + std::to_string(row.at(1).get<std::uint32_t>());
        } else { // wherever the compiler has put it
            name = name.substr(0, name.rfind(process::inlined_mark));
        }
        cycles[name] += row.at(is_line ? 3 : 1).get<std::uint64_t>();
    }
    counts.cycles = report::named_counts(cycles);
    counts.has_all_cycles = table.at("omitted") == 0;
}

} // namespace

page_counts load_page(const std::string& file, const std::string& by) {
    const std::string text = process::read_whole(file, most_page_bytes, is_stop_requested);
    const auto fail = [&](const char* got) {
        throw usage_error(file, ": expected a page of one unit that --report has written, got ",
                          got);
    };
    page_counts counts;
    try {
        const json data = page::page_data(text);
        if (!data.contains("part")) {
            fail("one of several units, or of a sweep");
        }
        counts.part = data.at("part").get<std::string>();
        if (const auto cycles = number(data.value("cycles", json()))) {
            counts.events.push_back({cycles_name, cycles});
        }
        for (const json& event : data.at("events")) {
            counts.events.push_back({process::printable(event.at("name").get<std::string>()),
                                     number(event.at("total"))});
        }
        if (data.contains("profile") && !data.at("profile").is_null()) {
            read_profile(counts, data.at("profile"), by);
        }
    } catch (const json::exception&) {
        fail("another, or a damaged one");
    } catch (const std::logic_error&) { // of a number
        fail("a damaged one");
    }
    return counts;
}

std::vector<report::diff_table> diff_pages(const page_counts& before, const page_counts& after,
                                           const std::string& by) {
    std::vector<report::diff_table> tables = {report::compared(before.events, after.events)};
    tables.front().what = "event";
    tables.front().sort(report::diff_table::order::by_percent);
    if (!before.cycles.empty() && !after.cycles.empty()) {
        report::diff_table& cycles =
            tables.emplace_back(report::compared(before.cycles, after.cycles));
        cycles.title = "Cycles";
        cycles.what = by == "line" ? "Source:Line" : "Symbol";
        if (before.has_all_cycles) {
            cycles.fill(&report::diff_row::before);
        }
        if (after.has_all_cycles) {
            cycles.fill(&report::diff_row::after);
        }
        cycles.sort(report::diff_table::order::by_count);
    }
    return tables;
}

} // namespace platform::pmu_run
