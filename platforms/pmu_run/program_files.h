// SPDX-License-Identifier: Apache-2.0
// The access programs of a command line: read, played, and what comes of them written.
#pragma once

#include "firmware_run.h"
#include "program_options.h"

namespace platform::pmu_run {

struct program_request {
    const part::part_entry& part;
    const std::vector<std::string>& files;
    const program_options& options;
    const std::string& report;    ///< file; empty: none
    const std::string& timeline;  ///< the same
    std::uint64_t max_statements; ///< of each; 0: no limit
    bool quiet;
    const stat_request* stat; ///< nullptr: events are not counted
};

/// \return the exit code
/// \throws std::runtime_error for files and events that cannot be
int play_programs(const program_request& request, runner& by);

} // namespace platform::pmu_run
