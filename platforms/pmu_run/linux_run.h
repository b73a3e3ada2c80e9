// SPDX-License-Identifier: Apache-2.0
// Boots a kernel on the board of platforms/linux.
#pragma once

#include "gdb_request.h"

#include <cstdint>
#include <string>
#include <vector>

namespace platform::process {
class standard_streams;
} // namespace platform::process

namespace platform::pmu_run {

class output_set;

/// The options of a run of Linux, as the command line has them.
struct linux_request {
    std::string kernel;
    std::string device_tree; ///< file; empty: that of the board
    std::string initrd;      ///< file; empty: none
    std::string append;      ///< to the kernel arguments
    std::string console;     ///< file; empty: standard output
    std::string script;      ///< file; empty: standard input is the keyboard
    std::string counts;      ///< file; empty: nowhere
    std::string report;      ///< file of a page; empty: none
    double clock_mhz = 100;
    std::uint64_t quantum = 10'000;   ///< cycles
    std::string caches = "none";      ///< none or SIZE:WAYS:LINE
    std::vector<std::string> options; ///< of the PMU, NAME=VALUE
    std::uint64_t max_instructions = 0;
    gdb_request gdb;
};

/// \return the exit code: 0 where the script came to its end or the user ended it, else 1, after a
/// message
/// \throws std::runtime_error for files and options that cannot be; process::input_stopped
int run_linux(const linux_request& request, output_set& outputs,
              process::standard_streams& streams);

} // namespace platform::pmu_run
