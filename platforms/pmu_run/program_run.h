// SPDX-License-Identifier: Apache-2.0
// Plays the access programs of a command line, one elaboration each, and writes what comes of them.
#pragma once

#include "firmware_run.h"

#include <nlohmann/json.hpp>
#include <program/option_values.h>
#include <program/player.h>
#include <program/program.h>

namespace platform::pmu_run {

/// The options of access programs.
struct program_options {
    clock_options clock;
    std::string vcd;
    std::string fst;
    std::string json;                 ///< file; empty: none; -: standard output
    std::vector<std::string> save_at; ///< cycle and file; empty: nothing is saved
    std::string restore;              ///< file; empty: none
    std::string replay;               ///< value change dump; empty: none
    std::vector<std::string> signals; ///< of that, SIGNAL=EVENT or auto

    void add_to(CLI::App& app);
    /// \param programs that are played
    void check(const CLI::App& app, std::size_t programs) const;
};

struct program_request {
    const part::part_entry& part;
    const std::vector<std::string>& files;
    const program_options& programs;
    const run_options& run;   ///< limits are of each
    const stat_request* stat; ///< nullptr: events are not counted
};

/// Plays the programs in order and prints their failures and verdicts. A single program is played
/// in this process, several in a process each, since SystemC elaborates once a process. A request
/// to stop reaches those as well.
/// \return the exit code
/// \throws std::runtime_error for files and events that cannot be
int play_programs(const program_request& request, runner& by);

// --- what the shell has, too ---------------------------------------------------------------------

/// The parameters of the unit that a program is played on.
program::option_values options_of(const program::unit_info& unit, const program::program& p);

/// A simulation with this task of the stub CPU. \return what the task has thrown, which does not
/// come through the kernel as it is
std::exception_ptr simulate(part::pmu_platform& target, const std::function<void()>& task);

/// Says where a program was stopped, and, unless that is not wanted, how it went.
void tell_verdict(const program::program& p, const program::play_result& result, bool wanted);

/// As JSON text of ASCII characters, also where a file name has others.
/// \param indent blanks a level; -1: all on one line
std::string to_text(const nlohmann::json& value, int indent = -1);

} // namespace platform::pmu_run
