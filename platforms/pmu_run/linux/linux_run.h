// SPDX-License-Identifier: Apache-2.0
// Boots a kernel on the board of platforms/linux.
#pragma once

#include <pmu_run/command_line/options.h>

#include <cstdint>
#include <string>
#include <vector>

namespace platform::pmu_run {

/// The options of a run of Linux, as the command line has them.
struct linux_request : cpu_options {
    std::string cpu;         ///< one of linux_cpus()
    bool has_cci400 = false; ///< whose options have "cci400." before their names
    std::string kernel;      ///< file
    std::string device_tree; ///< file; empty: that of the board
    std::string initrd;      ///< file; empty: none
    std::string append;      ///< to the kernel arguments
    std::string console;     ///< file; empty: standard output
    std::string script;      ///< file; empty: standard input is the keyboard
    std::string counts;      ///< file; empty: nowhere
    gdb_options gdb;
};

/// The CPUs that the board can have, the one that nobody has to ask for first; none: this build has
/// no simulator.
std::vector<std::string> linux_cpus();

/// \return the exit code: 0 where the script came to its end or the user ended it, else 1, after a
/// message
/// \throws std::runtime_error for files and options that cannot be; process::input_stopped
int run_linux(const linux_request& request, const run_options& options, runner& by);

} // namespace platform::pmu_run
