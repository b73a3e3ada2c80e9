// SPDX-License-Identifier: Apache-2.0
// Commands of others, such as those of a batch system.
#pragma once

#include <string>
#include <vector>

namespace platform::sweep {

struct subprocess_result {
    int exit_code = -1; ///< 127: there is no such command
    std::string out;
    std::string err;
    /// What went wrong, on one line.
    std::string message() const;
};

/// Runs a command to its end; kills it if SIGINT or SIGTERM are blocked, and come.
/// \throws std::runtime_error if no process can be made
subprocess_result run_command(const std::vector<std::string>& words);

} // namespace platform::sweep
