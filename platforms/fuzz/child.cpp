// SPDX-License-Identifier: Apache-2.0
#include "child.h"

#include <process/child.h>
#include <process/input_file.h>
#include <process/uninterrupted.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <unistd.h>

namespace platform::fuzz {

namespace {

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
    process::text_reader in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

run_result run_child(const std::vector<std::string>& command, const std::string& folder,
                     const run_limits& limits, const std::function<bool()>& stop_asked) {
    const process::memory_file out;
    const process::memory_file err;
    process::child child([&] {
        process::detach(out.number(), err.number());
        process::limit(RLIMIT_CPU, limits.cpu_seconds);
        if (limits.address_mib != 0) {
            process::limit(RLIMIT_AS, limits.address_mib << 20U);
        }
        process::limit(RLIMIT_CORE, 0);
        return process::execute(command);
    });
    run_result result;
    if (!child.ends_within(std::chrono::seconds(limits.wall_seconds), stop_asked)) {
        child.signal(SIGKILL);
        result.is_late = true;
        result.is_stopped = stop_asked && stop_asked();
    }
    const process::ending& end = child.wait();
    result.exit_code = end.exit_code;
    result.signal = end.signal;
    result.is_late = result.is_late || end.signal == SIGXCPU ||
                     (end.signal == SIGKILL && end.cpu_seconds() + 1 >= limits.cpu_seconds);
    result.resident_mib = static_cast<std::uint64_t>(end.used.ru_maxrss) >> 10U;
    result.out = without(folder + '/', out.text());
    result.err = without(folder + '/', err.text());
    return result;
}

void write_case(const std::string& path, const std::string& contents) {
    process::descriptor file = process::open_file(path, O_WRONLY | O_CREAT | O_TRUNC);
    if (!file || !process::write_all(file.get(), contents) || file.close() != 0) {
        throw std::runtime_error(process::cannot_write(path, std::strerror(errno)));
    }
}

process::text_reader written_to(const std::string& path) {
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30U;
    const bool is_there = ::access(path.c_str(), F_OK) == 0;
    return process::text_reader(is_there ? process::read_whole(path, most_bytes) : "");
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
