// SPDX-License-Identifier: Apache-2.0
// What a user expects of the counts of a run: `stat --expect`.
#pragma once

#include <pmu_run/command_line/event_words.h>

#include <report/perf_table.h>

#include <cstdint>
#include <string>
#include <vector>

namespace platform::pmu_run {

/// EVENT=COUNT, EVENT<=COUNT or EVENT>=COUNT. A count is from 0 to 2^64 - 1.
struct expected_count {
    enum class relation : std::uint8_t { equal, at_most, at_least };

    chosen_event event;
    relation how = relation::equal;
    std::uint64_t count = 0;

    /// "INSTR_EXEC = 1000".
    std::string text() const;
    bool holds(std::uint64_t counted) const;
};

/// \param all the events that are counted, which words may name
/// \throws usage_error for what is none, and events that are not there
std::vector<expected_count> read_expected_counts(const std::vector<std::string>& words,
                                                 const event_pointers& all,
                                                 const part::part_entry& part);

/// A line for each that does not hold: "FILE: expected INSTR_EXEC = 1000, counted 998".
std::vector<std::string> unmet_expectations(const std::string& file,
                                            const std::vector<expected_count>& expected,
                                            const report::perf_table& counts);

} // namespace platform::pmu_run
