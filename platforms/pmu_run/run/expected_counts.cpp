// SPDX-License-Identifier: Apache-2.0
#include "expected_counts.h"

#include <pmu_run/command_line/command.h>
#include <pmu_run/command_line/numbers.h>

#include <pmu/core/event_table.h>

#include <algorithm>

namespace platform::pmu_run {

namespace {

std::string sign_of(expected_count::relation how) {
    using relation = expected_count::relation;
    return how == relation::at_most ? "<=" : how == relation::at_least ? ">=" : "=";
}

expected_count read_expected_count(const std::string& word, const event_pointers& all,
                                   const part::part_entry& part) {
    using relation = expected_count::relation;
    const std::size_t at = word.find_first_of("<>=");
    for (const relation how : {relation::at_most, relation::at_least, relation::equal}) {
        const std::string sign = sign_of(how);
        if (at == std::string::npos || at == 0 || word.compare(at, sign.size(), sign) != 0) {
            continue;
        }
        if (const auto count = read_whole_number(word.substr(at + sign.size()))) {
            return {find_event(all, word.substr(0, at), part, "--expect"), how, *count};
        }
    }
    throw usage_error("--expect: expected EVENT=COUNT, EVENT<=COUNT or EVENT>=COUNT, "
                      "INSTR_EXEC=1000 for example, got '",
                      word, "'");
}

} // namespace

std::string expected_count::text() const {
    return event.name + " " + sign_of(how) + " " + std::to_string(count);
}

bool expected_count::holds(std::uint64_t counted) const {
    return how == relation::at_most    ? counted <= count
           : how == relation::at_least ? counted >= count
                                       : counted == count;
}

std::vector<expected_count> read_expected_counts(const std::vector<std::string>& words,
                                                 const event_pointers& all,
                                                 const part::part_entry& part) {
    std::vector<expected_count> expected;
    expected.reserve(words.size());
    for (const std::string& word : words) {
        expected.push_back(read_expected_count(word, all, part));
    }
    return expected;
}

std::vector<std::string> unmet_expectations(const std::string& file,
                                            const std::vector<expected_count>& expected,
                                            const report::perf_table& counts) {
    std::vector<std::string> unmet;
    for (const expected_count& e : expected) {
        const auto row =
            std::find_if(counts.rows.begin(), counts.rows.end(), [&](const report::perf_row& r) {
                return r.number == e.event.number() && (r.number || r.name == cycles_name);
            });
        const bool is_counted = row != counts.rows.end() && row->count;
        if (is_counted && e.holds(*row->count)) {
            continue;
        }
        const std::string why =
            row != counts.rows.end() && !row->is_supported() ? ": " + row->why_not_supported : "";
        unmet.push_back(file + ": expected " + e.text() +
                        (is_counted ? ", counted " + std::to_string(*row->count)
                                    : ", which is not counted" + why));
    }
    return unmet;
}

} // namespace platform::pmu_run
