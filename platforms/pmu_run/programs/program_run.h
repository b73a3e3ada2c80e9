// SPDX-License-Identifier: Apache-2.0
// Plays the access programs of a command line, one elaboration each, and writes what comes of them.
#pragma once

#include <pmu_run/command_line/options.h>

#include <nlohmann/json.hpp>
#include <program/option_values.h>
#include <program/player.h>
#include <program/program.h>

namespace platform::pmu_run {

/// Plays the programs in order and prints their failures and verdicts. A single program is played
/// in this process, several in a process each, since SystemC elaborates once a process. A request
/// to stop reaches those as well.
/// \return the exit code
/// \throws std::runtime_error for files and events that cannot be
int play_programs(const file_request& request, runner& by);

// --- what the shell has, too ---------------------------------------------------------------------

/// The parameters of the unit that a program is played on.
program::option_values options_of(const program::unit_info& unit, const program::program& p);

/// A simulation with this task of the stub CPU. \return what the task has thrown, which does not
/// come through the kernel as it is
std::exception_ptr simulate(part::pmu_platform& target, const std::function<void()>& task);

/// Says where a program was stopped, and, unless that is not wanted, how it went.
void tell_verdict(const program::program& p, const program::play_result& result, bool wanted);

} // namespace platform::pmu_run
