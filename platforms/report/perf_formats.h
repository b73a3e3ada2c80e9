// SPDX-License-Identifier: Apache-2.0
// A table of event counts for programs, in the forms of `perf stat -x` and `perf stat -j`.
#pragma once

#include <report/perf_table.h>

#include <iosfwd>
#include <string>

namespace platform::report {

/// A line an event: count, unit (none), event, nanoseconds and per cent of the time that it was
/// counted, and a metric with its unit, empty where there is none. A count that nobody can know is
/// `<not supported>`.
void print_fields(std::ostream& out, const perf_table& table, const std::string& separator);

/// The same as an object of JSON a line, with the keys of perf.
void print_json_lines(std::ostream& out, const perf_table& table);

} // namespace platform::report
