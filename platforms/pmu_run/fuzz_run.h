// SPDX-License-Identifier: Apache-2.0
// Random programs and firmware, each run in two ways that have to agree.
#pragma once

#include <part/part_entry.h>

#include <cstdint>
#include <string>

namespace platform::pmu_run {

struct fuzz_request {
    std::string seeds = "1..100"; ///< A or A..B
    std::string kind = "all";     ///< or programs, or firmware
    std::string against;          ///< NAME=VALUE; empty: clocks and modes are compared
    std::string keep;             ///< folder; empty: none
    double seconds = 0;           ///< 0: no limit
    unsigned jobs = 1;
    std::uint32_t instructions = 0; ///< 0: any
};

/// Prints a line a finding, or one JSON object. \return the exit code
/// \throws std::runtime_error if there is something about the request or the folder
int run_fuzz(const part::part_entry& part, const fuzz_request& request, bool is_json);

} // namespace platform::pmu_run
