// SPDX-License-Identifier: Apache-2.0
// A table of event counts for programs, in the forms of `perf stat -x`, `perf stat -j` and
// `perf stat -I`.
#pragma once

#include <report/perf_table.h>

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>

namespace platform::report {

/// A line an event: count, unit (none), event, with several runs the deviation of their mean in per
/// cent, nanoseconds and per cent of the time that it was counted, and a metric with its unit,
/// empty where there is none. Further metrics follow, each in a line with nothing else. A count
/// that nobody can know is `<not supported>`. A name or unit that has the separator in it stands
/// between quotes, as in CSV.
/// \param interval_ps the end of the interval that it is about, first in each line
void print_fields(std::ostream& out, const perf_table& table, const std::string& separator,
                  std::optional<std::uint64_t> interval_ps = std::nullopt);

/// The same as an object of JSON a line, with the keys of perf, and `part`, which perf does not
/// have.
void print_json_lines(std::ostream& out, const perf_table& table,
                      std::optional<std::uint64_t> interval_ps = std::nullopt);

/// What stands above the lines of print_interval(). \param table of any interval
void print_interval_header(std::ostream& out, const perf_table& table);

/// A line an event: the end of the interval in seconds, count, event, metrics.
void print_interval(std::ostream& out, const perf_table& table, std::uint64_t interval_ps);

} // namespace platform::report
