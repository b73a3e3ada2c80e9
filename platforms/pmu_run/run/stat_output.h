// SPDX-License-Identifier: Apache-2.0
// What `stat` prints: a table, fields or JSON.
#pragma once

#include "expected_counts.h"
#include "outputs.h"
#include <pmu_run/command_line/options.h>

#include <part/part_entry.h>
#include <report/perf_table.h>

#include <cstdint>
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <optional>

namespace platform::pmu_run {

/// Prints a table as the request wants it. \param interval_ps the end of the interval it is about
void print_table(std::ostream& out, const report::perf_table& table, const stat_request& request,
                 std::optional<std::uint64_t> interval_ps = std::nullopt);

/// Opens the file for the tables, --output. Without one they go to standard error, where nothing
/// else may go if they are for a program to read.
void open_counts(const stat_request& request, output_set& outputs);

/// Before a run: of programs, on this part.
/// \throws std::runtime_error for an event that the part does not have, or braces that do not
/// match, and for expectations that are none
void check_events(const stat_request& request, const part::part_entry& part);

/// The counts that the request expects, for events that may have been counted.
/// \throws usage_error
std::vector<expected_count> expected_of(const stat_request& request, const part::part_entry& part);

/// The counts of a program, which are exact: the cycles of its clock, then the events.
/// \param played as play_here() has it, with totals
/// \throws std::runtime_error for an event that the part does not have with the program's options
report::perf_table table_of_program(const stat_request& request, const part::part_entry& part,
                                    const components::clock_choice& clock,
                                    const nlohmann::json& played);

} // namespace platform::pmu_run
