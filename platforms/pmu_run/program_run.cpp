// SPDX-License-Identifier: Apache-2.0
#include "program_run.h"

#include "stop_request.h"

#include <parts/platform/player_target.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace platform {

namespace {

using nlohmann::json;

std::vector<std::uint64_t> option_values(const unit_info& unit, const program& p) {
    std::vector<std::uint64_t> values = default_values(unit);
    for (const option_setting& setting : p.options) {
        values[setting.option] = setting.value;
    }
    return values;
}

struct trace_file_closer {
    void operator()(sc_core::sc_trace_file* file) const { sc_core::sc_close_vcd_trace_file(file); }
};

// SystemC adds ".vcd" to the name.
std::unique_ptr<sc_core::sc_trace_file, trace_file_closer> open_vcd(const std::string& name) {
    const std::string suffix = ".vcd";
    const bool has_suffix = name.size() > suffix.size() &&
                            name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0;
    const std::string base = has_suffix ? name.substr(0, name.size() - suffix.size()) : name;
    return std::unique_ptr<sc_core::sc_trace_file, trace_file_closer>(
        sc_core::sc_create_vcd_trace_file(base.c_str()));
}

json registers_of(const unit_info& unit, pmu_platform& target) {
    json values = json::object();
    for (const pmu::register_desc& r : unit.registers()) {
        std::uint32_t value = 0;
        if (target.cpu.debug(target.unit_base() + r.address, false, value)) {
            values[r.name] = value;
        }
    }
    for (const pmu::banked_register& r : unit.registers().banked()) {
        values[r.name] = target.peek(r);
    }
    return values;
}

std::string verdict_line(const program& p, const play_result& result) {
    std::ostringstream line;
    line << p.file << ": ";
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

json to_json(const program& p, const play_result& result) {
    json failures = json::array();
    for (const failed_check& f : result.failures) {
        failures.push_back({{"line", f.line}, {"text", f.text}});
    }
    json object = {
        {"file", p.file},          {"passed", result.passed()},       {"checks", result.checks},
        {"failed", result.failed}, {"statements", result.statements}, {"stopped", result.stopped},
        {"failures", failures}};
    if (result.stopped) {
        object["stopped_at_line"] = result.line;
    }
    return object;
}

/// Plays one program in this process.
json run_here(const part_entry& part, const program& p, const run_request& request) {
    const auto target = part.make(request.clock, option_values(part.unit, p));
    const auto vcd = request.vcd.empty() ? nullptr : open_vcd(request.vcd);
    if (vcd != nullptr) {
        target->trace(vcd.get());
    }
    play_result result;
    json registers;
    player_target player(*target, is_stop_requested);
    std::ostringstream muted;
    target->cpu.set_task([&] {
        result = play(p, part.unit, player, request.quiet ? muted : std::cout, std::cerr);
        registers = registers_of(part.unit, *target);
        sc_core::sc_stop();
    });
    sc_core::sc_start();
    if (!request.quiet) {
        std::cout << verdict_line(p, result) << '\n';
    }
    json object = to_json(p, result);
    object["registers"] = std::move(registers);
    object["edges"] = target->cpu.edges();
    return object;
}

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

std::string read_all(int fd) {
    std::string text;
    char buffer[4096];
    for (;;) {
        const ssize_t n = ::read(fd, buffer, sizeof buffer);
        if (n == 0 || (n < 0 && errno != EINTR)) {
            return text;
        }
        text.append(buffer, n > 0 ? static_cast<std::size_t>(n) : 0);
    }
}

json broken(const program& p, const std::string& why) {
    std::cerr << p.file << ": the simulation ended without a verdict: " << why << '\n';
    return {{"file", p.file}, {"passed", false}, {"error", why}};
}

/// Plays one program in a process of its own.
json run_apart(const part_entry& part, const program& p, const run_request& request) {
    int ends[2];
    if (::pipe(ends) != 0) {
        return broken(p, std::strerror(errno));
    }
    std::cout.flush();
    std::cerr.flush();
    const pid_t child = ::fork();
    if (child < 0) {
        ::close(ends[0]);
        ::close(ends[1]);
        return broken(p, std::strerror(errno));
    }
    if (child == 0) {
        ::close(ends[0]);
        int code = 1;
        try {
            write_all(ends[1], run_here(part, p, request).dump());
            code = 0;
        } catch (const std::exception& e) {
            std::cerr << p.file << ": " << e.what() << '\n';
        }
        std::cout.flush();
        std::cerr.flush();
        ::_exit(code);
    }
    ::close(ends[1]);
    const std::string text = read_all(ends[0]);
    ::close(ends[0]);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return broken(p, WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                             : "exit code " + std::to_string(WEXITSTATUS(status)));
    }
    return json::parse(text);
}

} // namespace

run_outcome run_programs(const part_entry& part, const std::vector<program>& programs,
                         const run_request& request) {
    run_outcome outcome;
    std::uint64_t checks = 0;
    for (const program& p : programs) {
        json object =
            programs.size() == 1 ? run_here(part, p, request) : run_apart(part, p, request);
        outcome.passed = outcome.passed && object["passed"].get<bool>();
        checks += object.value("checks", std::uint64_t{0});
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

} // namespace platform
