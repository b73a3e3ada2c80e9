// SPDX-License-Identifier: Apache-2.0
#include "program_run.h"

#include "outputs.h"
#include "program_snapshot.h"
#include "run_progress.h"
#include "stop_request.h"

#include <part/player_target.h>
#include <pmu/core/snapshot.h>
#include <process/die_with_parent.h>
#include <process/standard_streams.h>
#include <report/page.h>
#include <report/run_data.h>
#include <report/run_recorder.h>
#include <report/timeline.h>
#include <report/vcd_file.h>
#include <report/wave_save.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace platform::pmu_run {

namespace {

using nlohmann::json;

json registers_of(const program::unit_info& unit, part::pmu_platform& target) {
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

void print_totals(std::ostream& out, const std::vector<pmu::event_total>& totals) {
    constexpr std::size_t name_width = 32;
    for (const pmu::event_total& t : totals) {
        char number[8];
        std::snprintf(number, sizeof number, "0x%02X", static_cast<unsigned>(t.number));
        const std::string name = t.name;
        const std::string total = std::to_string(t.total);
        out << "  " << number << "  " << name
            << std::string(name.size() < name_width ? name_width - name.size() : 1, ' ')
            << std::string(total.size() < 20 ? 20 - total.size() : 0, ' ') << total << '\n';
    }
}

json to_json(const std::vector<pmu::event_total>& totals) {
    json all = json::array();
    for (const pmu::event_total& t : totals) {
        all.push_back({{"event", t.number}, {"name", t.name}, {"total", t.total}});
    }
    return all;
}

json to_json(const program::program& p, const program::play_result& result) {
    json failures = json::array();
    for (const program::failed_check& f : result.failures) {
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

report::run_description description_of(const program::program& p,
                                       const program::play_result& result,
                                       const part::pmu_platform& target) {
    report::run_description run;
    run.kind = "program";
    run.title = p.file;
    run.clock = target.ticks() ? "sc_clock" : "tickless";
    run.period_ps = target.period().value();
    run.result = to_json(p, result);
    return run;
}

/// The key of the reason why there is no snapshot.
constexpr const char* not_saved_key = "not_saved";

/// Goes on as what was saved. To be called from the stub CPU's thread.
/// \throws std::runtime_error
void continue_from(const program_state& state, const std::string& file, part::pmu_platform& target,
                   part::player_target& player) {
    try {
        continue_from(state, target, player);
    } catch (const pmu::snapshot_error& e) {
        throw std::runtime_error(file + ": " + e.what());
    }
}

/// Plays one program in this process.
json run_here(const part::part_entry& part, const program::program& p, const run_request& request) {
    const auto target = part.make(request.clock, options_of(part.unit, p));
    std::unique_ptr<report::vcd_file> vcd;
    report::access_text accesses;
    if (request.vcd != nullptr) {
        vcd = std::make_unique<report::vcd_file>(*request.vcd);
        target->trace(vcd.get());
        target->watched().observe(accesses);
        vcd->trace_text(accesses.text(), "accesses");
    }
    const bool is_recorded = request.report != nullptr || request.timeline != nullptr;
    if (request.totals || is_recorded) {
        target->count_totals();
    }
    std::unique_ptr<report::run_recorder> recorder;
    if (is_recorded) {
        recorder = std::make_unique<report::run_recorder>(
            "run_recorder", target->watched(), part.unit.registers(), target->period(),
            target->watched().totals, report::looking::by_itself);
    }
    nlohmann::ordered_json recorded;
    std::vector<std::string> left_out; ///< of the timeline
    program::play_result result;
    json registers;
    std::vector<pmu::event_total> totals;
    bool has_memory = true;
    bool is_saved = request.snapshot == nullptr;
    std::exception_ptr error; // which does not come through the kernel as it is
    program_state state;
    if (!request.restore.empty()) {
        state = load_state(request.restore, part.unit);
    }
    const auto ps_of = [](const sc_core::sc_time& time) {
        return time / sc_core::sc_time(1, sc_core::SC_PS);
    };
    run_progress progress(ps_of(target->period()));
    part::player_target player(
        *target, progress.stop_question([&] { return ps_of(sc_core::sc_time_stamp()); }));
    const std::string period_ps =
        std::to_string(static_cast<std::uint64_t>(ps_of(target->period())));
    if (vcd != nullptr) {
        vcd->trace_text(player.batches(), program::batches_signal);
        vcd->trace_text(period_ps, program::period_signal);
    }
    const auto save = [&] {
        request.snapshot->replace(to_bytes(state_of(state.cpu, *target, player), part.unit));
        is_saved = true;
    };
    std::ostream muted(nullptr);
    target->cpu.set_task([&] {
        try {
            if (!request.restore.empty()) {
                continue_from(state, request.restore, *target, player);
            }
            if (!request.replayed.empty()) {
                player.replay(request.replayed);
            }
            if (request.snapshot != nullptr) {
                player.call_after_edge(request.save_at, save);
            }
            result = program::play(p, part.unit, player, request.quiet ? muted : std::cout,
                                   std::cerr, request.max_statements, state.cpu);
            registers = registers_of(part.unit, *target);
            totals = target->totals();
            if (recorder != nullptr) {
                recorder->look();
            }
            if (request.timeline != nullptr) {
                left_out = report::write_timeline(
                    *request.timeline, *recorder,
                    {p.file, part.unit.name(), target->period().value(), {}});
            }
            if (request.report != nullptr) {
                recorded = report::run_data(*recorder, {part.unit, part.events},
                                            description_of(p, result, *target), TLM_PMU_VERSION);
            }
        } catch (const std::bad_alloc&) {
            has_memory = false;
        } catch (const std::runtime_error&) {
            error = std::current_exception();
        }
        sc_core::sc_stop();
    });
    sc_core::sc_start();
    if (vcd != nullptr) {
        vcd->finish();
    }
    if (vcd != nullptr && request.wave_save != nullptr) {
        report::write_wave_save(*request.wave_save, *vcd, request.vcd_name, target->period());
    }
    if (!has_memory) {
        throw std::runtime_error(p.file + ": the host has no memory left to play it");
    }
    if (error) {
        std::rethrow_exception(error);
    }
    // Where an output made it stop, there is a message about that.
    if (result.stopped && cause_of_stop() != stop_cause::output) {
        std::cerr << program::stop_message(p, result) << '\n';
    }
    if (!request.quiet) {
        std::cout << verdict_line(p, result) << '\n';
        if (request.totals && request.prints_totals) {
            print_totals(std::cout, totals);
        }
    }
    for (const std::string& line : left_out) {
        std::cerr << "pmu_run: --timeline: left out: " << line << '\n';
    }
    if (request.report != nullptr) {
        report::write_page(*request.report, recorded);
    }
    json object = to_json(p, result);
    object["registers"] = std::move(registers);
    object["edges"] = target->cpu.edges();
    if (request.totals) {
        object["totals"] = to_json(totals);
    }
    if (!is_saved) {
        object[not_saved_key] = p.file + ": it ends after " + std::to_string(target->cpu.edges()) +
                                " cycles, before --save-at " + std::to_string(request.save_at);
    }
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
    std::cerr << p.file << ": the simulation ended without a verdict: " << why << '\n';
    return {{"file", p.file}, {"passed", false}, {"error", why}};
}

/// The key of a child's errors of standard output and standard error, between it and its parent.
constexpr const char* errors_key = "output_errors";

[[noreturn]] void run_in_child(const part::part_entry& part, const program::program& p,
                               const run_request& request, int result) {
    int code = 1;
    try {
        json object = run_here(part, p, request);
        request.streams.flush();
        object[errors_key] = {request.streams.out().error(), request.streams.err().error()};
        write_all(result, to_text(object));
        code = 0;
    } catch (const std::exception& e) {
        std::cerr << "pmu_run: " << e.what() << '\n';
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
            programs.size() == 1 ? run_here(part, p, request) : run_apart(part, p, request);
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
