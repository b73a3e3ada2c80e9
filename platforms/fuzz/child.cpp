// SPDX-License-Identifier: Apache-2.0
#include "child.h"

#include <process/die_with_parent.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace platform::fuzz {

namespace {

using clock = std::chrono::steady_clock;

/// What a child prints. In memory: a full disk would cut it, and look like another result.
class printed_text {
public:
    printed_text() : m_file(::memfd_create("printed", MFD_CLOEXEC)) {
        if (m_file < 0) {
            throw std::runtime_error(std::string("no memory for output: ") + std::strerror(errno));
        }
    }
    printed_text(const printed_text&) = delete;
    printed_text& operator=(const printed_text&) = delete;
    ~printed_text() { ::close(m_file); }

    int file() const { return m_file; }
    std::string text() const {
        std::string all;
        char some[4096];
        for (ssize_t n = 1; n > 0;) {
            n = ::pread(m_file, some, sizeof some, static_cast<off_t>(all.size()));
            all.append(some, n > 0 ? static_cast<std::size_t>(n) : 0);
        }
        return all;
    }

private:
    int m_file;
};

void limit(int resource, std::uint64_t value) {
    const rlimit both{value, value};
    ::setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

/// What is printed is to be the same in every folder.
std::string without(const std::string& path, std::string text) {
    for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at)) {
        text.erase(at, path.size());
    }
    return text;
}

} // namespace

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

run_result run_child(const std::vector<std::string>& command, const std::string& folder,
                     const run_limits& limits, const std::function<bool()>& stop_asked) {
    std::vector<char*> words;
    words.reserve(command.size() + 1);
    for (const std::string& word : command) {
        words.push_back(const_cast<char*>(word.c_str()));
    }
    words.push_back(nullptr);
    const printed_text out;
    const printed_text err;
    const clock::time_point end = clock::now() + std::chrono::seconds(limits.wall_seconds);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) {
        throw std::runtime_error(std::string("no process: ") + std::strerror(errno));
    }
    if (child == 0) {
        process::die_with_parent(parent);
        ::setpgid(0, 0);
        ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
        ::dup2(out.file(), STDOUT_FILENO);
        ::dup2(err.file(), STDERR_FILENO);
        limit(RLIMIT_CPU, limits.cpu_seconds);
        if (limits.address_mib != 0) {
            limit(RLIMIT_AS, limits.address_mib << 20U);
        }
        limit(RLIMIT_CORE, 0);
        ::execv(words[0], words.data());
        ::_exit(127);
    }
    run_result result;
    int status = 0;
    rusage used{};
    while (::wait4(child, &status, result.is_late ? 0 : WNOHANG, &used) == 0) {
        result.is_stopped = stop_asked && stop_asked();
        if (result.is_stopped || clock::now() >= end) {
            ::kill(child, SIGKILL);
            result.is_late = true;
        } else {
            std::this_thread::sleep_for(std::chrono::microseconds(500));
        }
    }
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    result.is_late = result.is_late || result.signal == SIGXCPU ||
                     (result.signal == SIGKILL &&
                      used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1 >= limits.cpu_seconds);
    result.resident_mib = static_cast<std::uint64_t>(used.ru_maxrss) >> 10U;
    result.out = without(folder + '/', out.text());
    result.err = without(folder + '/', err.text());
    return result;
}

void write_case(const std::string& path, const std::string& contents) {
    std::ofstream out(path, std::ios::binary);
    out << contents;
    if (!out.flush()) {
        throw std::runtime_error(
            path + ": expected a file to write, found an error: " + std::strerror(errno));
    }
}

std::vector<std::string> command_of(const way& w, const std::string& pmu_run,
                                    const std::string& part, const std::string& file) {
    std::vector<std::string> words{pmu_run, w.words.front(), part, file};
    words.insert(words.end(), w.words.begin() + 1, w.words.end());
    return words;
}

finding judge_process(const run_result& result, const run_limits& limits) {
    const std::string both = result.out + result.err;
    if (result.is_late) {
        return {"hang", both};
    }
    if (result.signal != 0) {
        return {"signal " + std::to_string(result.signal), both};
    }
    if (result.resident_mib > limits.resident_mib) {
        return {"memory", std::to_string(result.resident_mib) + " MiB\n" + both};
    }
    if (result.exit_code == 127) {
        return {"cannot be run", both};
    }
    return {};
}

} // namespace platform::fuzz
