// SPDX-License-Identifier: Apache-2.0
#include "program_files.h"

#include "fst.h"
#include "numbers.h"
#include "program_run.h"
#include "replay.h"
#include "runner.h"
#include "stat_output.h"
#include "stop_request.h"

#include <program/parser.h>
#include <report/wave_save.h>

#include <filesystem>
#include <iostream>
#include <optional>
#include <unistd.h>

namespace platform::pmu_run {

namespace {

/// Prints what is wrong with the programs. \return nothing: they cannot be played
std::optional<std::vector<program::program>> load(const program_request& request, runner& by) {
    std::vector<program::program> programs;
    bool usable = true;
    for (const std::string& path : request.files) {
        program::parse_result parsed = program::load(path, request.part.unit, is_stop_requested);
        for (const program::diagnostic& d : parsed.diagnostics) {
            std::cerr << d.text() << '\n';
        }
        usable = usable && parsed.ok() && !is_stop_requested();
        if (is_stop_requested()) {
            break;
        }
        programs.push_back(std::move(parsed.accepted));
        by.outputs.add_input(path);
    }
    return usable ? std::optional(std::move(programs)) : std::nullopt;
}

/// What they write; nullptr: it is not wanted.
struct program_outputs {
    program_outputs(const program_request& request, output_set& outputs) {
        const program_options& options = request.options;
        const std::string wave_save_name = report::wave_save_of(options.vcd); // before the dump
        vcd = outputs.add("--vcd", options.vcd);
        if (!options.fst.empty()) {
            check_fst_converter();
        }
        fst = outputs.add("--fst", options.fst);
        if (fst != nullptr && !S_ISREG(fst->status().st_mode)) {
            // The converter would put a file in the place of a device.
            throw usage_error("--fst " + options.fst + ": expected a regular file");
        }
        wave_save = outputs.add("--vcd", wave_save_name);
        if (options.json == "-") {
            outputs.reserve(STDOUT_FILENO);
        } else {
            json = outputs.add("--json", options.json);
        }
        page = outputs.add("--report", request.report);
        timeline = outputs.add("--timeline", request.timeline);
        counts = request.stat != nullptr ? add_counts(*request.stat, outputs) : nullptr;
        if (!options.save_at.empty()) {
            snapshot = outputs.add_replaced("--save-at", options.save_at[1]);
        }
    }

    output_file* vcd = nullptr;
    output_file* fst = nullptr;
    output_file* wave_save = nullptr;
    output_file* json = nullptr;
    output_file* page = nullptr;
    output_file* timeline = nullptr;
    output_file* counts = nullptr;
    output_file* snapshot = nullptr;
};

std::ostream* stream_of(output_file* file) {
    return file != nullptr ? &file->stream() : nullptr;
}

std::vector<program::line_change> replayed(const program_request& request,
                                           const std::vector<program::program>& programs,
                                           const components::clock_choice& clock,
                                           output_set& outputs) {
    const program_options& options = request.options;
    if (options.replay.empty()) {
        return {};
    }
    outputs.add_input(options.replay);
    const pmu::event_table& events =
        request.part.events_of(options_of(request.part.unit, programs.front()));
    return read_replay(options.replay, options.signals, request.part, events, clock.period);
}

void write_json(std::ostream& out, const program_request& request, const run_outcome& outcome) {
    const nlohmann::json report = {{"platform", request.part.unit.name()},
                                   {"clock", request.options.clock.kind},
                                   {"period_ns", request.options.clock.period_ns},
                                   {"passed", outcome.passed},
                                   {"programs", outcome.programs}};
    out << to_text(report, 2) << '\n';
}

/// After the run.
void write_results(const program_request& request, const run_outcome& outcome,
                   const program_outputs& outputs) {
    const program_options& options = request.options;
    if (outputs.fst != nullptr) {
        outputs.vcd->close();
        if (outputs.vcd->error() == 0) { // else there is a message about that
            convert_to_fst(options.vcd, options.fst);
        }
    }
    if (!options.json.empty()) {
        write_json(outputs.json != nullptr ? outputs.json->stream() : std::cout, request, outcome);
    }
    for (const nlohmann::json& played : outcome.programs) {
        if (request.stat != nullptr && played.contains("totals")) {
            print_table(
                outputs.counts != nullptr ? outputs.counts->stream() : std::cerr,
                table_of_program(*request.stat, request.part, options.clock.choice(), played),
                *request.stat);
        }
    }
}

} // namespace

int play_programs(const program_request& request, runner& by) {
    const program_options& options = request.options;
    if (request.stat != nullptr) {
        check_events(*request.stat, request.part);
    }
    const std::optional<std::vector<program::program>> programs = load(request, by);
    if (!programs) {
        return is_stop_requested() ? not_all_held : unusable;
    }
    const components::clock_choice clock = options.clock.choice();
    const program_outputs outputs(request, by.outputs);
    if (!options.restore.empty()) {
        by.outputs.add_input(options.restore);
    }
    run_request run{clock, by.streams};
    run.replayed = replayed(request, *programs, clock, by.outputs);
    run.vcd = stream_of(outputs.vcd);
    run.wave_save = stream_of(outputs.wave_save);
    run.vcd_name = std::filesystem::path(options.vcd).filename().string();
    run.report = stream_of(outputs.page);
    run.timeline = stream_of(outputs.timeline);
    run.quiet = request.quiet || options.json == "-";
    run.totals = request.stat != nullptr;
    run.max_statements = request.max_statements;
    run.snapshot = outputs.snapshot;
    run.save_at = options.save_at.empty() ? 0 : *read_whole_number(options.save_at[0]);
    run.restore = options.restore;
    by.outputs.begin();
    const run_outcome outcome = run_programs(request.part, *programs, run);
    write_results(request, outcome, outputs);
    if (!outcome.not_saved.empty()) {
        return refuse(outcome.not_saved);
    }
    return outcome.passed ? all_held : not_all_held;
}

} // namespace platform::pmu_run
