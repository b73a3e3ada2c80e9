// SPDX-License-Identifier: Apache-2.0
#include <sweep/subprocess.h>

#include <process/descriptor.h>
#include <process/die_with_parent.h>
#include <sweep/json_reader.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace platform::sweep {

namespace {

/// Between fork() and exec().
[[noreturn]] void become(std::vector<std::string>& words, pid_t parent) {
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) {
        argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    ::setpgid(0, 0);
    process::die_with_parent(parent);
    sigset_t none;
    ::sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
    ::signal(SIGPIPE, SIG_DFL);
    ::execvp(argv[0], argv.data());
    const std::string message = words.front() + ": " + std::strerror(errno) + "\n";
    ::_exit(::write(STDERR_FILENO, message.data(), message.size()) < 0 ? 126 : 127);
}

/// Those that a signal_watch has blocked, and not taken yet.
bool is_stop_pending() {
    sigset_t pending;
    return ::sigpending(&pending) == 0 &&
           (::sigismember(&pending, SIGINT) == 1 || ::sigismember(&pending, SIGTERM) == 1);
}

void redirect(int from, int to) {
    if (from < 0 || ::dup2(from, to) < 0) {
        ::_exit(126);
    }
}

std::pair<process::descriptor, process::descriptor> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw sweep_error(std::string("cannot make a pipe: ") + std::strerror(errno));
    }
    return {process::descriptor(ends[0]), process::descriptor(ends[1])};
}

[[noreturn]] void fail_to_start() {
    throw sweep_error(std::string("cannot start a process: ") + std::strerror(errno));
}

} // namespace

bool is_command(const std::string& word) {
    const auto is_program = [](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
    };
    if (word.find('/') != std::string::npos) {
        return is_program(word);
    }
    const char* const path = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe)
    std::istringstream folders(path != nullptr ? path : "/bin:/usr/bin");
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (is_program((folder.empty() ? "." : folder) + "/" + word)) {
            return true;
        }
    }
    return false;
}

subprocess::subprocess(std::vector<std::string> words, const std::string& log) {
    const pid_t parent = ::getpid();
    m_pid = ::fork();
    if (m_pid < 0) {
        fail_to_start();
    }
    if (m_pid == 0) {
        redirect(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
        const int file =
            ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
        redirect(file, STDOUT_FILENO);
        redirect(file, STDERR_FILENO);
        become(words, parent);
    }
    ::setpgid(m_pid, m_pid);
}

bool subprocess::has_ended() {
    if (m_pid >= 0 && ::waitpid(m_pid, nullptr, WNOHANG) == m_pid) {
        m_pid = -1;
    }
    return m_pid < 0;
}

void subprocess::end() {
    if (m_pid < 0) {
        return;
    }
    ::kill(-m_pid, SIGTERM);
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (!has_ended()) {
        if (std::chrono::steady_clock::now() > limit) {
            ::kill(-m_pid, SIGKILL);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

std::string subprocess_result::message() const {
    std::string text = err.empty() ? "exit code " + std::to_string(exit_code) : err;
    while (!text.empty() && text.back() == '\n') {
        text.pop_back();
    }
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

subprocess_result run_command(const std::vector<std::string>& words) {
    auto [out, out_end] = make_pipe();
    auto [err, err_end] = make_pipe();
    std::vector<std::string> copy = words;
    const pid_t parent = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0) {
        fail_to_start();
    }
    if (pid == 0) {
        redirect(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
        redirect(out_end.get(), STDOUT_FILENO);
        redirect(err_end.get(), STDERR_FILENO);
        become(copy, parent);
    }
    ::setpgid(pid, pid);
    out_end = process::descriptor();
    err_end = process::descriptor();
    subprocess_result result;
    std::array<pollfd, 2> ends{{{out.get(), POLLIN, 0}, {err.get(), POLLIN, 0}}};
    while (ends[0].fd >= 0 || ends[1].fd >= 0) {
        constexpr int look_each_ms = 200;
        const int ready = ::poll(ends.data(), ends.size(), look_each_ms);
        if (ready < 0 && errno != EINTR) {
            break;
        }
        if (is_stop_pending()) {
            ::kill(-pid, SIGKILL);
            result.err = "stopped";
            break;
        }
        if (ready <= 0) {
            continue;
        }
        for (std::size_t i = 0; i != ends.size(); ++i) {
            if (ends[i].fd < 0 || ends[i].revents == 0) {
                continue;
            }
            std::array<char, 65536> block{};
            const ssize_t n = ::read(ends[i].fd, block.data(), block.size());
            if (n > 0) {
                (i == 0 ? result.out : result.err)
                    .append(block.data(), static_cast<std::size_t>(n));
            } else if (n == 0 || errno != EINTR) {
                ends[i].fd = -1;
            }
        }
    }
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
}

} // namespace platform::sweep
