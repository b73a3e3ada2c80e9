// SPDX-License-Identifier: Apache-2.0
// Commands of others, such as those of a batch system.
#pragma once

#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace platform::sweep {

/// A command whose output goes to a file. It ends with this process.
class subprocess {
public:
    /// \throws sweep_error if no process can be made
    subprocess(std::vector<std::string> words, const std::string& log);
    subprocess(subprocess&& other) noexcept : m_pid(std::exchange(other.m_pid, -1)) {}
    subprocess& operator=(subprocess&&) = delete;
    ~subprocess() { end(); }

    /// Whether it has, by now.
    bool has_ended();
    /// Asks it and all that it has started to end, and kills it where it does not.
    void end();

private:
    pid_t m_pid = -1;
};

/// Whether a first word of a command line can be executed: a path, or a name that PATH finds.
bool is_command(const std::string& word);

struct subprocess_result {
    int exit_code = -1; ///< 127: there is no such command
    std::string out;
    std::string err;
    /// What went wrong, on one line.
    std::string message() const;
};

/// Runs a command to its end; kills it if SIGINT or SIGTERM are blocked, and come.
/// \throws sweep_error if no process can be made
subprocess_result run_command(const std::vector<std::string>& words);

} // namespace platform::sweep
