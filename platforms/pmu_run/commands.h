// SPDX-License-Identifier: Apache-2.0
// The commands of pmu_run: `pmu_run COMMAND PART ...`.
#pragma once

#include "command_line.h"

#include <string>
#include <vector>

namespace platform::pmu_run {

/// A command line that shows what a command is good for.
struct command_example {
    std::string arguments; ///< after `pmu_run COMMAND `
    std::string meaning;
};

struct command_desc {
    std::string name;
    std::string arguments;   ///< as a synopsis has them
    std::string summary;     ///< one line, in the imperative
    std::string description; ///< what it does, beyond its summary
    std::vector<job> jobs;   ///< what it may become
    std::vector<command_example> examples;
    /// Sets what selects its job, once the arguments are read.
    void (*select)(command_line& c);
};

/// All commands, in the order in which help names them.
const std::vector<command_desc>& all_commands();

/// The command of this name, or nullptr.
const command_desc* find_command(const std::string& name);

} // namespace platform::pmu_run
