// SPDX-License-Identifier: Apache-2.0
#include "child.h"

#include <process/die_with_parent.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace platform::fuzz {

namespace {

using clock = std::chrono::steady_clock;

std::string contents(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void limit(int resource, std::uint64_t value) {
    const rlimit both{value, value};
    ::setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

void redirect(int descriptor, const char* path, int flags) {
    const int file = ::open(path, flags, 0600);
    ::dup2(file, descriptor);
    ::close(file);
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
    const std::string out = folder + "/out";
    const std::string err = folder + "/err";
    const clock::time_point end = clock::now() + std::chrono::seconds(limits.wall_seconds);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) {
        throw std::runtime_error(std::string("no process: ") + std::strerror(errno));
    }
    if (child == 0) {
        process::die_with_parent(parent);
        ::setpgid(0, 0);
        redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
        redirect(STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
        redirect(STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
        limit(RLIMIT_CPU, limits.cpu_seconds);
        limit(RLIMIT_AS, limits.address_mib << 20U);
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
    result.out = without(folder + '/', contents(out));
    result.err = without(folder + '/', contents(err));
    return result;
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
