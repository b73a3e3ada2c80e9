// SPDX-License-Identifier: Apache-2.0
#include "program_run.h"

#include "program_session.h"
#include "runner.h"
#include "stop_request.h"

#include <process/die_with_parent.h>
#include <process/printable.h>
#include <process/standard_streams.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace platform::pmu_run {

namespace {

using nlohmann::json;

void write_all(int fd, const std::string& text) {
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t n = ::write(fd, text.data() + done, text.size() - done);
        if (n < 0 && errno != EINTR) {
            return;
        }
        done += n > 0 ? static_cast<std::size_t>(n) : 0;
    }
}

/// What a child writes. It is asked to stop when we are.
std::string read_all(int fd, pid_t child) {
    std::string text;
    bool is_told = false;
    char buffer[4096];
    for (;;) {
        const ssize_t n = ::read(fd, buffer, sizeof buffer);
        if (n == 0 || (n < 0 && errno != EINTR)) {
            return text;
        }
        text.append(buffer, n > 0 ? static_cast<std::size_t>(n) : 0);
        if (is_stop_requested() && !std::exchange(is_told, true)) {
            ::kill(child, SIGTERM);
        }
    }
}

json broken(const program::program& p, const std::string& why) {
    std::cerr << process::printable(p.file) << ": the simulation ended without a verdict: " << why
              << '\n';
    return {{"file", p.file}, {"passed", false}, {"error", why}};
}

/// The key of a child's errors of standard output and standard error, between it and its parent.
constexpr const char* errors_key = "output_errors";

[[noreturn]] void run_in_child(const part::part_entry& part, const program::program& p,
                               const run_request& request, int result) {
    int code = 1;
    try {
        json object = play_here(part, p, request);
        request.streams.flush();
        object[errors_key] = {request.streams.out().error(), request.streams.err().error()};
        write_all(result, to_text(object));
        code = 0;
    } catch (const std::exception& e) {
        tell(e.what());
    }
    std::cout.flush();
    std::cerr.flush();
    ::_exit(code);
}

/// Plays one program in a process of its own.
json run_apart(const part::part_entry& part, const program::program& p,
               const run_request& request) {
    int ends[2];
    if (::pipe(ends) != 0) {
        return broken(p, std::strerror(errno));
    }
    std::cout.flush();
    std::cerr.flush();
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) {
        ::close(ends[0]);
        ::close(ends[1]);
        return broken(p, std::strerror(errno));
    }
    if (child == 0) {
        process::die_with_parent(parent);
        arm_stop_request_of_child();
        ::close(ends[0]);
        run_in_child(part, p, request, ends[1]);
    }
    ::close(ends[1]);
    const std::string text = read_all(ends[0], child);
    ::close(ends[0]);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return broken(p, WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                             : "exit code " + std::to_string(WEXITSTATUS(status)));
    }
    json object = json::parse(text, nullptr, false);
    if (object.is_discarded()) {
        return broken(p, "its result is incomplete");
    }
    request.streams.out().fail(object[errors_key][0].get<int>());
    request.streams.err().fail(object[errors_key][1].get<int>());
    object.erase(errors_key);
    return object;
}

} // namespace

program::option_values options_of(const program::unit_info& unit, const program::program& p) {
    program::option_values values(unit.options());
    for (const program::option_setting& setting : p.options) {
        values.set(setting);
    }
    return values;
}

std::string verdict_line(const program::program& p, const program::play_result& result) {
    std::ostringstream line;
    line << process::printable(p.file) << ": ";
    if (result.stopped) {
        line << "stopped at line " << result.line << ", ";
    }
    if (result.failed != 0) {
        line << result.failed << " failed of " << result.checks << " checks";
    } else {
        line << result.checks << (result.checks == 1 ? " check held" : " checks held");
    }
    return line.str();
}

std::string to_text(const json& value, int indent) {
    return value.dump(indent, ' ', true, json::error_handler_t::replace);
}

run_outcome run_programs(const part::part_entry& part,
                         const std::vector<program::program>& programs,
                         const run_request& request) {
    run_outcome outcome;
    std::uint64_t checks = 0;
    for (const program::program& p : programs) {
        json object =
            programs.size() == 1 ? play_here(part, p, request) : run_apart(part, p, request);
        outcome.passed = outcome.passed && object["passed"].get<bool>();
        checks += object.value("checks", std::uint64_t{0});
        outcome.not_saved = object.value(not_saved_key, std::string());
        object.erase(not_saved_key);
        outcome.programs.push_back(std::move(object));
        if (is_stop_requested()) {
            outcome.passed = outcome.passed && outcome.programs.size() == programs.size();
            break;
        }
    }
    if (programs.size() > 1 && !request.quiet) {
        std::cout << outcome.programs.size() << " programs, " << checks << " checks, "
                  << (outcome.passed ? "all held" : "not all held") << '\n';
    }
    return outcome;
}

} // namespace platform::pmu_run
