// SPDX-License-Identifier: Apache-2.0
#include "trial.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fuzz {

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

/// The lines of a text.
std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

/// The counts of a table of --stat by their event, and what else is in it.
std::map<std::string, std::string> counts_of(const std::string& out) {
    std::map<std::string, std::string> counts;
    for (const std::string& line : lines_of(out)) {
        std::istringstream words(line);
        std::string count;
        std::string name;
        if (line.find(", exact:") != std::string::npos ||
            line.find(", fast:") != std::string::npos) {
            continue;
        }
        words >> count;
        std::getline(words >> std::ws, name);
        name.resize(name.find_last_not_of(' ', name.find('#') - 1) + 1); // without the ratio
        counts[name] = count;
    }
    return counts;
}

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

} // namespace

trial::trial(std::string pmu_run, std::string folder, const run_limits& limits)
    : m_pmu_run(std::move(pmu_run)), m_folder(std::move(folder)), m_limits(limits) {
}

std::vector<std::string> trial::command(const fuzz_case& c, const std::string& mode) const {
    std::vector<std::string> words{m_pmu_run,
                                   c.part,
                                   "--firmware",
                                   m_folder + "/case.elf",
                                   "--stat",
                                   "--max-instructions",
                                   std::to_string(m_limits.instructions),
                                   "--mode",
                                   mode};
    for (std::size_t i = 0; i + 1 < c.options.size(); i += 2) { // options and their values
        if (mode != "exact" || c.options[i] != "--quantum") {
            words.insert(words.end(), {c.options[i], c.options[i + 1]});
        }
    }
    return words;
}

run_result trial::run(const std::vector<std::string>& command) const {
    std::vector<char*> words;
    words.reserve(command.size() + 1);
    for (const std::string& word : command) {
        words.push_back(const_cast<char*>(word.c_str()));
    }
    words.push_back(nullptr);
    const std::string out = m_folder + "/out";
    const std::string err = m_folder + "/err";
    const clock::time_point end = clock::now() + std::chrono::seconds(m_limits.wall_seconds);
    const pid_t child = ::fork();
    if (child < 0) {
        throw std::runtime_error(std::string("no process: ") + std::strerror(errno));
    }
    if (child == 0) {
        redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
        redirect(STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
        redirect(STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
        limit(RLIMIT_CPU, m_limits.cpu_seconds);
        limit(RLIMIT_AS, m_limits.address_mib << 20U);
        limit(RLIMIT_CORE, 0);
        ::execv(words[0], words.data());
        ::_exit(127);
    }
    run_result result;
    int status = 0;
    rusage used{};
    while (::wait4(child, &status, result.is_late ? 0 : WNOHANG, &used) == 0) {
        if (clock::now() >= end) {
            ::kill(child, SIGKILL);
            result.is_late = true;
        } else {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    }
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    result.is_late = result.is_late || result.signal == SIGXCPU ||
                     (result.signal == SIGKILL &&
                      used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1 >= m_limits.cpu_seconds);
    result.resident_mib = static_cast<std::uint64_t>(used.ru_maxrss) >> 10U;
    result.out = contents(out);
    result.err = contents(err);
    return result;
}

finding trial::judge_end(const run_result& result) const {
    const std::string both = result.out + result.err;
    if (result.is_late) {
        return {"hang", both};
    }
    if (result.signal != 0) {
        return {"signal " + std::to_string(result.signal), both};
    }
    if (result.resident_mib > m_limits.resident_mib) {
        return {"memory", std::to_string(result.resident_mib) + " MiB\n" + both};
    }
    if (result.exit_code == 127) {
        return {"cannot be run", both};
    }
    std::string message;
    for (const std::string& line : lines_of(result.err)) {
        if (line.find(" is not supported here: ") != std::string::npos) {
            continue; // about an event that a counter selects
        }
        if (line.rfind("pmu_run: ", 0) == 0) {
            if (!message.empty()) {
                return {"two messages", both};
            }
            message = line;
        } else if (line.rfind("warning: ", 0) != 0) {
            return {"odd line on stderr", both};
        }
    }
    if (result.exit_code == 2) {
        return {"refused", both};
    }
    if (!message.empty() && !contains(message, " PC 0x")) {
        return {"message without PC", both};
    }
    for (const char* never : {"Unicorn", "bad_alloc", "std::", "vector::", "terminate"}) {
        if (contains(message, never)) {
            return {"engine's own message", both};
        }
    }
    return {};
}

finding trial::judge(const fuzz_case& c) const {
    std::ofstream(m_folder + "/case.elf", std::ios::binary) << elf_of(c);
    const run_result exact = run(command(c, "exact"));
    finding f = judge_both(c, exact);
    f.end = "exit code " + std::to_string(exact.exit_code) + ' ' + exact.err;
    return f;
}

finding trial::judge_both(const fuzz_case& c, const run_result& exact) const {
    if (finding f = judge_end(exact)) {
        f.detail.insert(0, "exact\n");
        return f;
    }
    const run_result fast = run(command(c, "fast"));
    if (finding f = judge_end(fast)) {
        f.detail.insert(0, "fast\n");
        return f;
    }
    // Fast mode sees a limit and an endless loop at the end of a block; interrupts come later, too.
    for (const run_result* result : {&exact, &fast}) {
        if (contains(result->err, "(--max-instructions)") ||
            contains(result->err, "endless loop") || contains(result->out, "IRQ and FIQ")) {
            return {};
        }
    }
    if (exact.err != fast.err || exact.exit_code != fast.exit_code) {
        return {"difference: end", "exact " + std::to_string(exact.exit_code) + " " + exact.err +
                                       "fast " + std::to_string(fast.exit_code) + " " + fast.err};
    }
    const auto expected = counts_of(exact.out);
    const auto found = counts_of(fast.out);
    bool is_same = true;
    std::string detail = exact.err;
    for (const auto& [name, count] : expected) {
        const auto other = found.find(name);
        if (other == found.end() || other->second != count) {
            is_same = false;
            detail.append(name).append(": exact ").append(count).append(", fast ");
            detail.append(other == found.end() ? "none" : other->second).append("\n");
        }
    }
    if (!is_same) {
        const bool ends_well = !contains(exact.err, "pmu_run: ");
        return {ends_well ? "difference: counts" : "difference: counts at a fault", detail};
    }
    return {};
}

} // namespace fuzz
