// SPDX-License-Identifier: Apache-2.0
// Plays access programs, one elaboration each.
#pragma once

#include <parts/platform/part_entry.h>
#include <parts/program/program.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace platform {

/// How programs are to be played.
struct run_request {
    clock_choice clock;
    std::string vcd; ///< value change dump of the one program; empty: none
    bool quiet = false;
};

/// The outcome of all programs.
struct run_outcome {
    bool passed = true;
    nlohmann::json programs = nlohmann::json::array(); ///< an object a program
};

/// Plays the programs in order and prints their failures and verdicts. A single program is played
/// in this process, several in a process each, since SystemC elaborates once a process.
run_outcome run_programs(const part_entry& part, const std::vector<program>& programs,
                         const run_request& request);

} // namespace platform
