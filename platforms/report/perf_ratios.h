// SPDX-License-Identifier: Apache-2.0
// What stands beside the counts of events that Linux perf has names for.
#pragma once

#include <report/perf_table.h>

#include <string>
#include <vector>

namespace platform::report {

/// "0.87 insn per cycle". \param instructions, cycles the rows
perf_ratio insn_per_cycle(const std::string& instructions, const std::string& cycles);

/// Those of rows that are called as perf calls them (`branch-misses`), in perf's words where it has
/// them; and misses per thousand instructions, "0.41 MPKI".
const std::vector<perf_ratio>& perf_ratios();

} // namespace platform::report
