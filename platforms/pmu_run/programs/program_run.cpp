// SPDX-License-Identifier: Apache-2.0
#include "program_run.h"

#include "program_session.h"
#include <pmu_run/run/runner.h>
#include <pmu_run/run/stat_output.h>
#include <pmu_run/run/stop_request.h>

#include <process/printable.h>
#include <process/words.h>
#include <program/parser.h>
#include <report/wave_save.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <sstream>
#include <unistd.h>

namespace platform::pmu_run {

namespace {

using nlohmann::json;

/// Prints what is wrong with the programs. \return nothing: they cannot be played
std::optional<std::vector<program::program>> load(const file_request& request, runner& by) {
    std::vector<program::program> programs;
    bool usable = true;
    for (const std::string& path : request.files) {
        program::parse_result parsed =
            program::load(path, request.part.unit().unit, is_stop_requested);
        for (const program::diagnostic& d : parsed.diagnostics) {
            std::cerr << d.text() << '\n';
        }
        if (is_stop_requested()) {
            return std::nullopt;
        }
        usable = usable && parsed.ok();
        programs.push_back(std::move(parsed.accepted));
        by.outputs.add_input(path);
    }
    return usable ? std::optional(std::move(programs)) : std::nullopt;
}

void open_outputs(const file_request& request, output_set& outputs) {
    const program_options& options = request.programs;
    for (const std::string& input : {options.restore, options.replay}) {
        if (!input.empty()) {
            outputs.add_input(input);
        }
    }
    const std::string wave_save = report::wave_save_of(options.vcd); // before there is a dump
    outputs.open({{"--vcd", options.vcd, output_option::to_file_or_gzip}});
    if (!options.fst.empty() && !process::is_command("vcd2fst")) {
        throw usage_error("--fst: vcd2fst is not installed; it comes with the package gtkwave");
    }
    outputs.open({{"--fst", options.fst}});
    if (const output_file* fst = outputs.find("--fst"); fst && !S_ISREG(fst->status().st_mode)) {
        // The converter would put a file in the place of a device.
        throw usage_error("--fst ", options.fst, ": expected a regular file");
    }
    outputs.open({{"--vcd", wave_save},
                  {"--json", options.json, output_option::to_file_or_output},
                  {"--report", request.run.report},
                  {"--timeline", request.run.timeline, output_option::to_file_or_gzip}});
    if (request.stat) {
        open_counts(*request.stat, outputs);
    }
    if (!options.save_at.empty()) {
        outputs.open({{"--save-at", options.save_at[1], output_option::at_once}});
    }
}

json broken(const program::program& p, const std::string& why) {
    std::cerr << process::printable(p.file) << ": the simulation ended without a verdict: " << why
              << '\n';
    return {{"file", p.file}, {"passed", false}, {"error", why}};
}

/// Plays one program in a process of its own.
/// \return nothing: it could not be played, and it has been told why
std::optional<json> play_apart(const program::program& p, const program_setup& setup, runner& by) {
    // Of its standard output and standard error, between it and its parent.
    constexpr const char* errors_key = "output_errors";
    process::standard_streams& streams = by.streams;
    const process::memory_file result;
    const process::ending end = run_apart([&] {
        int code = 0;
        try {
            json object = play_here(p, setup);
            streams.flush();
            object[errors_key] = {streams.out().error(), streams.err().error()};
            result.write(to_text(object));
        } catch (const std::exception& e) {
            code = refuse(explained(e));
        }
        streams.flush();
        return code;
    });
    if (end.exit_code == unusable) {
        return std::nullopt;
    }
    if (end.exit_code != 0) {
        return broken(p, end.text());
    }
    json object = json::parse(result.text(), nullptr, false);
    if (object.is_discarded()) {
        return broken(p, "its result is incomplete");
    }
    streams.out().fail(object[errors_key][0].get<int>());
    streams.err().fail(object[errors_key][1].get<int>());
    object.erase(errors_key);
    return object;
}

/// The outcome of all programs.
struct run_outcome {
    bool passed = true;
    json programs = json::array(); ///< an object a program
    std::string not_saved;         ///< why there is no snapshot although one was wanted
};

/// \return nothing: one of them could not be played, and it has been told why
std::optional<run_outcome> play_all(const std::vector<program::program>& programs,
                                    const program_setup& setup, runner& by) {
    run_outcome outcome;
    std::uint64_t checks = 0;
    for (const program::program& p : programs) {
        std::optional<json> played =
            programs.size() == 1 ? play_here(p, setup) : play_apart(p, setup, by);
        if (!played) {
            return std::nullopt;
        }
        json& object = *played;
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
    if (programs.size() > 1 && !setup.request.is_quiet()) {
        std::cout << outcome.programs.size() << " programs, " << checks << " checks, "
                  << (outcome.passed ? "all held" : "not all held") << '\n';
    }
    return outcome;
}

/// Makes a dump that is complete one in GTKWave's compressed form, by its converter.
/// \throws std::runtime_error if the converter does not
void convert_to_fst(const std::string& vcd, const std::string& fst) {
    process::child converter([&] { return process::execute({"vcd2fst", "-v", vcd, "-f", fst}); });
    const int exit_code = converter.wait().exit_code;
    struct stat made {};
    const bool is_there =
        ::stat(fst.c_str(), &made) == 0 && S_ISREG(made.st_mode) && made.st_size != 0;
    if (exit_code != 0 || !is_there) { // it is silent about what it cannot write
        throw usage_error("--fst ", fst, ": vcd2fst could not make it of ", vcd);
    }
}

/// Prints the counts of a program.
/// \return whether they are what is expected
bool write_counts(const program_setup& setup, const json& played) {
    const stat_request& stat = *setup.request.stat;
    const report::perf_table counts = table_of_program(stat, setup.part, setup.clock, played);
    print_table(setup.outputs.stream("--output", std::cerr), counts, stat);
    const std::vector<std::string> unmet = unmet_expectations(
        played.at("file").get<std::string>(), expected_of(stat, setup.part), counts);
    std::for_each(unmet.begin(), unmet.end(), tell_text);
    return unmet.empty();
}

/// After the run.
/// \return whether all counts are what is expected
bool write_results(const program_setup& setup, const run_outcome& outcome) {
    const file_request& request = setup.request;
    const program_options& options = request.programs;
    if (!options.fst.empty()) {
        output_file& vcd = *setup.outputs.find("--vcd");
        vcd.close();
        if (vcd.error() == 0) { // else there is a message about that
            convert_to_fst(options.vcd, options.fst);
        }
    }
    if (!options.json.empty()) {
        const json report = {
            {"platform", setup.part.unit.name()},
            {"clock", options.clock.kind},
            {"period_ns", setup.clock.period / sc_core::sc_time(1, sc_core::SC_NS)},
            {"passed", outcome.passed},
            {"programs", outcome.programs}};
        setup.outputs.stream("--json", std::cout) << to_text(report, 2) << '\n';
    }
    bool is_as_expected = true;
    for (const json& played : outcome.programs) {
        if (played.contains("totals")) {
            is_as_expected = write_counts(setup, played) && is_as_expected;
        }
    }
    return is_as_expected;
}

} // namespace

int play_programs(const file_request& request, runner& by) {
    program_setup setup{request, by.outputs};
    if (request.stat) {
        check_events(*request.stat, setup.part);
    }
    const std::optional<std::vector<program::program>> programs = load(request, by);
    if (!programs) {
        return is_stop_requested() ? not_all_held : unusable;
    }
    open_outputs(request, by.outputs);
    setup.replayed = read_replay(setup, programs->front());
    by.outputs.begin();
    const std::optional<run_outcome> outcome = play_all(*programs, setup, by);
    if (!outcome) {
        return unusable;
    }
    const bool is_as_expected = write_results(setup, *outcome);
    // Of a run that a lost output has ended, that is told.
    if (!outcome->not_saved.empty() && cause_of_stop() != stop_cause::output) {
        return refuse(outcome->not_saved);
    }
    return outcome->passed && is_as_expected ? all_held : not_all_held;
}

program::option_values options_of(const program::unit_info& unit, const program::program& p) {
    program::option_values values(unit.options());
    for (const program::option_setting& setting : p.options) {
        values.set(setting);
    }
    return values;
}

std::exception_ptr simulate(part::pmu_platform& target, const std::function<void()>& task) {
    std::exception_ptr error;
    target.cpu.set_task([&] {
        try {
            task();
        } catch (const std::exception&) {
            error = std::current_exception();
        }
        sc_core::sc_stop();
    });
    sc_core::sc_start();
    return error;
}

void tell_verdict(const program::program& p, const program::play_result& result, bool wanted) {
    // Where an output made it stop, there is a message about that.
    if (result.stopped && cause_of_stop() != stop_cause::output) {
        std::cerr << program::stop_message(p, result) << '\n';
    }
    if (!wanted) {
        return;
    }
    std::cout << process::printable(p.file) << ": ";
    if (result.stopped) {
        std::cout << "stopped at line " << result.line << ", ";
    }
    if (result.failed != 0) {
        std::cout << result.failed << " failed of " << result.checks << " checks\n";
    } else {
        std::cout << process::counted(result.checks, "check") << " held\n";
    }
}

} // namespace platform::pmu_run
