// SPDX-License-Identifier: Apache-2.0
// Runs another program and waits for it.
#pragma once

#include <string>
#include <vector>

namespace bench {

struct child_result {
    std::string output;     ///< what it has written to standard output
    double cpu_seconds = 0; ///< user and system time that it has used
};

/// Where the standard error of a program goes.
enum class errors { to_ours, nowhere };

/// Runs a program.
/// \param command its path and its arguments
/// \param timeout_seconds after which it is killed
/// \param to where its standard error goes
/// \throws std::runtime_error if it cannot be run, takes too long, or ends with another code than
/// 0;
///         the message has the command
child_result run_child(const std::vector<std::string>& command, double timeout_seconds,
                       errors to = errors::to_ours);

} // namespace bench
