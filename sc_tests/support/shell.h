// SPDX-License-Identifier: Apache-2.0
// A line for a shell, as a user types it.
#pragma once

#include <process/child.h>

#include <array>
#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace sc_test {

struct shell_result {
    int exit_code = -1;
    std::string out; ///< what went to its standard output, a pipe
};

/// \throws std::runtime_error if it cannot be started
inline shell_result run_in_shell(const std::string& line) {
    using platform::process::descriptor;
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw std::runtime_error("no pipe for a shell");
    }
    const descriptor from(ends[0]);
    descriptor to(ends[1]);
    platform::process::child shell([&] {
        platform::process::redirect(STDOUT_FILENO, to.get());
        return platform::process::execute({"bash", "-c", line});
    });
    to = descriptor();
    shell_result result;
    std::array<char, 4096> some{};
    for (ssize_t n = 0; (n = ::read(from.get(), some.data(), some.size())) > 0;) {
        result.out.append(some.data(), static_cast<std::size_t>(n));
    }
    result.exit_code = shell.wait().exit_code;
    return result;
}

} // namespace sc_test
