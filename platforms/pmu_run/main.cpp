// SPDX-License-Identifier: Apache-2.0
// pmu_run: plays access programs, or runs firmware, on the platform of a part.

#include "command_line.h"
#include "demo_run.h"
#include "firmware_run.h"
#include "fst.h"
#include "fuzz_run.h"
#include "numbers.h"
#include "outputs.h"
#include "parts.h"
#include "program_run.h"
#include "replay.h"
#include "shell_session.h"
#include "stat_output.h"
#include "stop_request.h"

#include <process/input_file.h>
#include <process/standard_streams.h>
#include <program/parser.h>
#include <report/page.h>
#include <report/wave_save.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <new>
#include <optional>
#include <systemc>
#include <utility>
#include <vector>

namespace {

using namespace platform;
using namespace platform::pmu_run;

/// \param playable only those that programs can be played on
std::string platform_names(bool playable) {
    std::string names;
    for (const platform_entry& p : all_platforms()) {
        if (!playable || p.part != nullptr) {
            names += (names.empty() ? "" : ", ") + p.name;
        }
    }
    return names;
}

int list_platforms() {
    for (const platform_entry& p : all_platforms()) {
        std::cout << p.name << std::string(12 - p.name.size(), ' ') << p.summary << '\n';
    }
    return all_held;
}

void print_map(const platform_entry& platform, const components::clock_choice& clock) {
    for (const std::string& line : platform.make(clock)->bus.describe()) {
        std::cout << line << '\n';
    }
}

void write_json(std::ostream& out, const command_line& c, const run_outcome& outcome) {
    const nlohmann::json report = {{"platform", c.part},
                                   {"clock", c.clock},
                                   {"period_ns", c.period_ns},
                                   {"passed", outcome.passed},
                                   {"programs", outcome.programs}};
    out << to_text(report, 2) << '\n';
}

int play_files(const part::part_entry& part, const command_line& c,
               const components::clock_choice& clock, output_set& outputs,
               process::standard_streams& streams) {
    if (c.files.empty()) {
        return refuse(c.has_command ? "expected FILE: access programs (.pmu), or firmware, an ELF "
                                      "file, and its arguments"
                                    : "expected a program FILE, --firmware, --registers, --events, "
                                      "--parameters, --map or --demo");
    }
    if (!c.vcd.empty() && c.files.size() != 1) {
        return refuse("--vcd takes one program, got " + std::to_string(c.files.size()));
    }
    for (const auto& [option, is_given] :
         {std::pair{"--save-at", !c.save_at.empty()}, std::pair{"--restore", !c.restore.empty()},
          std::pair{"--report", !c.report.empty()}, std::pair{"--timeline", !c.timeline.empty()},
          std::pair{"--replay", !c.replay.empty()},
          std::pair{"--field-separator", !c.firmware.stat.separator.empty()},
          std::pair{"--json-output", c.firmware.stat.json}}) {
        if (is_given && c.files.size() != 1) {
            return refuse(std::string(option) + " takes one program, got " +
                          std::to_string(c.files.size()));
        }
    }
    check_events(c.firmware.stat, part);
    std::vector<program::program> programs;
    bool usable = true;
    for (const std::string& path : c.files) {
        program::parse_result parsed = program::load(path, part.unit, is_stop_requested);
        for (const program::diagnostic& d : parsed.diagnostics) {
            std::cerr << d.text() << '\n';
        }
        if (is_stop_requested()) {
            return not_all_held;
        }
        usable = usable && parsed.ok();
        programs.push_back(std::move(parsed.accepted));
        outputs.add_input(path);
    }
    if (!usable) {
        return unusable;
    }
    const bool is_json_on_output = c.json == "-";
    const std::string wave_save_name = report::wave_save_of(c.vcd); // before there is the dump
    output_file* const vcd = outputs.add("--vcd", c.vcd);
    if (!c.fst.empty()) {
        check_fst_converter();
    }
    output_file* const fst = outputs.add("--fst", c.fst);
    if (fst != nullptr && !S_ISREG(fst->status().st_mode)) {
        // The converter would put a file in the place of a device.
        return refuse("--fst " + c.fst + ": expected a regular file");
    }
    output_file* const wave_save = outputs.add("--vcd", wave_save_name);
    output_file* const json = outputs.add("--json", is_json_on_output ? std::string() : c.json);
    output_file* const page = outputs.add("--report", c.report);
    output_file* const timeline = outputs.add("--timeline", c.timeline);
    output_file* const counts = outputs.add("--output", c.firmware.stat.file);
    output_file* const snapshot =
        c.save_at.empty() ? nullptr : outputs.add_replaced("--save-at", c.save_at[1]);
    if (!c.restore.empty()) {
        outputs.add_input(c.restore);
    }
    std::vector<program::line_change> replayed;
    if (!c.replay.empty()) {
        outputs.add_input(c.replay);
        const pmu::event_table& events = part.events_of(options_of(part.unit, programs.front()));
        replayed = read_replay(c.replay, c.signals, part, events, clock.period);
    }
    outputs.begin();
    const run_outcome outcome =
        run_programs(part, programs,
                     {clock, streams, vcd != nullptr ? &vcd->stream() : nullptr,
                      wave_save != nullptr ? &wave_save->stream() : nullptr,
                      std::filesystem::path(c.vcd).filename().string(),
                      page != nullptr ? &page->stream() : nullptr,
                      timeline != nullptr ? &timeline->stream() : nullptr,
                      c.quiet || is_json_on_output, c.totals, c.max_instructions.value_or(0),
                      snapshot, c.save_at.empty() ? 0 : *read_whole_number(c.save_at[0]), c.restore,
                      std::move(replayed), !c.counts_programs});
    if (fst != nullptr) {
        vcd->close();
        if (vcd->error() == 0) { // else there is a message about that
            convert_to_fst(c.vcd, c.fst);
        }
    }
    if (json != nullptr || is_json_on_output) {
        write_json(is_json_on_output ? std::cout : json->stream(), c, outcome);
    }
    for (const nlohmann::json& played : outcome.programs) {
        if (c.counts_programs && played.contains("totals")) {
            print_table(counts != nullptr ? counts->stream() : std::cerr,
                        table_of_program(c.firmware.stat, part, clock, played), c.firmware.stat);
        }
    }
    if (!outcome.not_saved.empty()) {
        return refuse(outcome.not_saved);
    }
    return outcome.passed ? all_held : not_all_held;
}

// SystemC's own handler prints several lines to standard output.
void print_report(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
    if ((actions & sc_core::SC_DISPLAY) != 0) {
        std::cerr << (report.get_severity() == sc_core::SC_WARNING ? "warning: " : "error: ")
                  << report.get_msg_type() << ": " << report.get_msg() << '\n';
    }
    if ((actions & sc_core::SC_THROW) != 0) {
        throw report; // NOLINT: how SystemC reports an error
    }
}

int run(const command_line& c, output_set& outputs, process::standard_streams& streams) {
    if (c.quiet) {
        sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
    }
    if (c.what == job::list) {
        return list_platforms();
    }
    if (!c.report.empty() && !report::can_write_page()) {
        return refuse("--report: " + report::why_no_page());
    }
    if (c.what == job::boot) {
        return run_linux(c.boot, outputs, streams);
    }
    if (c.view) {
        return show_samples(c.samples);
    }
    if (c.part.empty()) {
        return refuse("expected a PART (" + platform_names(false) +
                      (c.has_command ? ")" : ") or --list"));
    }
    const platform_entry* platform = find_platform(c.part);
    if (platform == nullptr) {
        return refuse(std::string("expected ") +
                      (c.has_command ? "a PART (" : "a command (pmu_run --help) or a PART (") +
                      platform_names(false) + "), got " + c.part);
    }
    const bool needs_part = c.what == job::programs || c.what == job::program_counts ||
                            c.what == job::shell || c.what == job::fuzz || c.registers ||
                            c.events || c.parameters;
    if (needs_part && platform->part == nullptr) {
        return refuse(c.part + " has several units: " +
                      (c.has_command ? "expected "
                                     : "expected --demo or --map; programs, --registers, --events "
                                       "and --parameters want ") +
                      "one of " + platform_names(true) +
                      (c.has_command ? " (demo and map take it)" : ""));
    }
    if (c.what == job::firmware || c.what == job::counts || c.what == job::sampling) {
        return run_firmware(c.firmware, outputs, streams);
    }
    if (c.what == job::metrics) {
        print_metrics(c.firmware);
        return all_held;
    }
    if (c.what == job::firmware_map) {
        print_firmware_map(c.firmware);
        return all_held;
    }
    if (c.registers || c.events || c.parameters) {
        exports::write(std::cout, c.format, {platform->part->unit, platform->part->events},
                       tables_of(c), TLM_PMU_VERSION);
    }
    const sc_core::sc_time period(c.period_ns, sc_core::SC_NS);
    if (period.value() < 2) {
        return refuse("--period: expected at least two picoseconds");
    }
    const components::clock_choice clock{c.clock == "tickless" ? components::clock_kind::tickless
                                                               : components::clock_kind::sc_clock,
                                         period};
    if (c.map) {
        print_map(*platform, clock);
    }
    if (c.what == job::tables) {
        return all_held;
    }
    if (c.what == job::demo) {
        output_file* const page = outputs.add("--report", c.report);
        output_file* const tables = outputs.add("--output", c.firmware.stat.file);
        outputs.begin();
        const part::demo_request request{clock, c.cycles, c.seed, is_stop_requested};
        std::ostream& standard = c.has_command ? std::cerr : std::cout;
        return run_demo(*platform, request, page != nullptr ? &page->stream() : nullptr,
                        tables != nullptr ? tables->stream() : standard)
                   ? all_held
                   : not_all_held;
    }
    if (c.what == job::fuzz) {
        return run_fuzz(*platform->part, c.fuzz, c.firmware.stat.json);
    }
    if (c.what == job::shell) {
        return shell_session(*platform->part, clock, c.quiet).run();
    }
    return play_files(*platform->part, c, clock, outputs, streams);
}

/// The same; what it throws ends in a message.
int run_or_refuse(const command_line& c, output_set& outputs, process::standard_streams& streams) {
    constexpr const char* no_memory = "std::bad_alloc"; // what() of it, as SystemC passes it on
    try {
        return run(c, outputs, streams);
    } catch (const sc_core::sc_report& e) {
        const std::string text = e.get_msg();
        return refuse(text == no_memory ? "the host has no memory left for the run"
                                        : e.get_msg_type() + (": " + text));
    } catch (const process::input_stopped& e) {
        refuse(e.what() + (", by " + stop_cause_text()));
        return not_all_held;
    } catch (const std::bad_alloc&) {
        return refuse("the host has no memory left for the run");
    } catch (const std::exception& e) {
        return refuse(e.what());
    }
}

/// Writes what is still to be written.
/// \return the exit code
int finish(int code, output_set& outputs, process::standard_streams& streams) {
    std::vector<process::lost_output> lost = outputs.close();
    for (process::lost_output& of_stream : streams.flush()) {
        lost.push_back(std::move(of_stream));
    }
    bool has_no_reader = false;
    for (const process::lost_output& l : lost) {
        const bool is_pipe = l.error == EPIPE && l.name == process::standard_streams::output_name;
        has_no_reader = has_no_reader || is_pipe;
        code = is_pipe ? code : refuse(l.message());
    }
    if (has_no_reader && lost.size() == 1) {
        // `| head` has seen enough: the end that a pipe gives to who does not ask.
        ::signal(SIGPIPE, SIG_DFL);
        ::raise(SIGPIPE);
        return 128 + SIGPIPE; // where it is blocked
    }
    return code;
}

} // namespace

int sc_main(int argc, char* argv[]) {
    process::standard_streams streams(is_stop_requested, request_stop_for_output);
    sc_core::sc_report_handler::set_handler(print_report);
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    output_set outputs;
    command_line c;
    std::optional<int> code = read_command_line(argc, argv, c);
    if (!code) {
        arm_stop_request(c.max_seconds);
        code = run_or_refuse(c, outputs, streams);
    }
    return finish(*code, outputs, streams);
}

int main(int argc, char* argv[]) {
    // SystemC's own main prints a banner.
    ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
