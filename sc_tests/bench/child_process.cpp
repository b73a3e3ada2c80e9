// SPDX-License-Identifier: Apache-2.0
#include <bench/child_process.h>

#include <process/die_with_parent.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bench {

namespace {

std::string text_of(const std::vector<std::string>& command) {
    std::string text;
    for (const std::string& word : command) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

double seconds(const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
}

[[noreturn]] void become(const std::vector<std::string>& command, int output, errors to) {
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& word : command) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    ::dup2(output, STDOUT_FILENO);
    if (to == errors::nowhere) {
        const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        ::dup2(nowhere, STDERR_FILENO);
    }
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
}

/// Reads until the other end is closed. \return false: that did not happen in time
bool read_all(int input, double timeout_seconds, std::string& text) {
    using clock = std::chrono::steady_clock;
    const auto end = clock::now() + std::chrono::duration<double>(timeout_seconds);
    std::array<char, 4096> buffer{};
    for (;;) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - clock::now()).count();
        pollfd waiting{input, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, static_cast<int>(std::max<long>(left, 0)));
        if (ready == 0) {
            return false;
        }
        const ssize_t bytes = ready < 0 ? -1 : ::read(input, buffer.data(), buffer.size());
        if (bytes == 0) {
            return true;
        }
        if (bytes > 0) {
            text.append(buffer.data(), static_cast<std::size_t>(bytes));
        } else if (errno != EINTR) {
            throw std::runtime_error(std::string("cannot read: ") + std::strerror(errno));
        }
    }
}

} // namespace

child_result run_child(const std::vector<std::string>& command, double timeout_seconds, errors to) {
    if (::access(command.front().c_str(), X_OK) != 0) {
        throw std::runtime_error("cannot run " + command.front() + ": " + std::strerror(errno));
    }
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) {
        throw std::runtime_error(std::string("no pipe: ") + std::strerror(errno));
    }
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) {
        throw std::runtime_error(std::string("no process: ") + std::strerror(errno));
    }
    if (child == 0) {
        platform::process::die_with_parent(parent);
        ::close(ends[0]);
        become(command, ends[1], to);
    }
    ::close(ends[1]);
    child_result result;
    const bool is_in_time = read_all(ends[0], timeout_seconds, result.output);
    ::close(ends[0]);
    if (!is_in_time) {
        ::kill(child, SIGKILL);
    }
    int status = 0;
    rusage used{};
    ::wait4(child, &status, 0, &used);
    if (!is_in_time) {
        throw std::runtime_error(text_of(command) + ": not done in " +
                                 std::to_string(static_cast<int>(timeout_seconds)) + " s");
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        throw std::runtime_error(text_of(command) + ": " +
                                 (WIFEXITED(status)
                                      ? "exit code " + std::to_string(WEXITSTATUS(status))
                                      : "signal " + std::to_string(WTERMSIG(status))));
    }
    result.cpu_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
    return result;
}

} // namespace bench
