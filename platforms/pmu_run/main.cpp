// SPDX-License-Identifier: Apache-2.0
// pmu_run: plays access programs, or runs firmware, on the platform of a part.

#include "firmware_run.h"
#include "parts.h"
#include "program_run.h"
#include "stop_request.h"

#include <parts/program/parser.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <systemc>

namespace {

using namespace platform;

enum exit_code : int {
    all_held = 0,     ///< every check held
    not_all_held = 1, ///< a check failed, or the run was stopped
    unusable = 2,     ///< the command line, a file or a program
};

struct command_line {
    std::string part;
    std::vector<std::string> files;
    std::string clock = "sc_clock";
    double period_ns = 10;
    std::string vcd;
    std::string json;
    bool quiet = false;
    bool list = false;
    bool registers = false;
    bool events = false;
    bool map = false;
    bool demo = false;
    std::uint64_t cycles = demo_request{}.cycles;
    std::uint64_t seed = demo_request{}.seed;
    double max_seconds = 0;
    firmware_request firmware;
};

void describe_firmware(CLI::App& app, firmware_request& f) {
    const std::string group = can_run_firmware() ? "Firmware" : "Firmware (not in this build)";
    const auto option = [&](const char* name, auto& value, const char* help) {
        return app.add_option(name, value, help)->group(group);
    };
    option("--firmware", f.file, "run this ELF file on an instruction-set simulator");
    option("--mode", f.mode, "exact: each cycle on the event lines; fast: counts in batches")
        ->check(CLI::IsMember({"exact", "fast"}))
        ->capture_default_str();
    option("--ram", f.ram, "memory, BASE:SIZE, once or more [0:16M]")->allow_extra_args(false);
    option("--clock-mhz", f.clock_mhz, "clock of the CPU")
        ->check(CLI::Range(1e-3, 1e5))
        ->capture_default_str();
    option("--caches", f.caches, "cache models, none or SIZE:WAYS:LINE, 16K:4:32 for example")
        ->capture_default_str();
    option("--quantum", f.quantum, "fast mode: cycles that the CPU runs ahead of time")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40))
        ->capture_default_str();
    option("--max-instructions", f.max_instructions, "end the firmware after those; 0: never")
        ->capture_default_str();
    app.add_flag("--stat", f.stat, "print how often every event occurred")->group(group);
    option("--trace", f.trace, "write a line an instruction to a file");
    option("--semihosting-dir", f.semihosting_dir, "where the firmware's files are");
    option("--arg", f.arguments, "an argument of the firmware, once or more")
        ->allow_extra_args(false);
}

void describe(CLI::App& app, command_line& c) {
    app.set_version_flag("--version", "pmu_run " TLM_PMU_VERSION);
    app.add_option("PART", c.part, "part to run; --list names them");
    app.add_option("FILE", c.files, "access programs (.pmu), played in order");
    app.add_option("--clock", c.clock, "sc_clock: toggles; tickless: edges are computed")
        ->check(CLI::IsMember({"sc_clock", "tickless"}))
        ->capture_default_str();
    app.add_option("--period", c.period_ns, "clock period in nanoseconds")
        ->check(CLI::Range(0.002, 1e9))
        ->capture_default_str();
    app.add_option("--vcd", c.vcd,
                   "write a value change dump of one program; on the tickless clock counters show "
                   "their value as of the last access or output change");
    app.add_option("--json", c.json,
                   "write the results to a file; -: to standard output, instead of the verdicts");
    app.add_flag("--quiet", c.quiet, "print failures only");
    app.add_flag("--list", c.list, "list the parts, and the system of several");
    app.add_flag("--registers", c.registers, "print the registers of the part");
    app.add_flag("--events", c.events, "print the events of the part");
    app.add_flag("--map", c.map, "print the memory map of the platform");
    app.add_flag("--demo", c.demo, "play a driver of the part over generated activity");
    app.add_option("--cycles", c.cycles, "demo: cycles of activity in each pass")
        ->check(CLI::Range(std::uint64_t{1000}, std::uint64_t{1} << 40))
        ->capture_default_str();
    app.add_option("--seed", c.seed, "demo: seed of the activity")->capture_default_str();
    app.add_option("--max-seconds", c.max_seconds, "stop after this much wall-clock time")
        ->check(CLI::PositiveNumber);
    describe_firmware(app, c.firmware);
    app.footer(
        "Exit code: 0 every check held, 1 some did not or the run was stopped, 2 the command "
        "line, a file or a program cannot be used. With --firmware: that of the firmware, 1 where "
        "it could not go on.");
}

int fail(const std::string& message) {
    std::cerr << "pmu_run: " << message << '\n';
    return unusable;
}

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

void print_map(const platform_entry& platform, const clock_choice& clock) {
    for (const std::string& line : platform.make(clock)->bus.describe()) {
        std::cout << line << '\n';
    }
}

// SystemC and the end of a long run are bad places to find out.
bool is_writable(const std::string& path) {
    const bool existed = std::ifstream(path).good();
    const bool writable = std::ofstream(path, std::ios::app).good();
    if (writable && !existed) {
        std::remove(path.c_str());
    }
    return writable;
}

bool write_json(const command_line& c, const run_outcome& outcome) {
    const nlohmann::json report = {{"platform", c.part},
                                   {"clock", c.clock},
                                   {"period_ns", c.period_ns},
                                   {"passed", outcome.passed},
                                   {"programs", outcome.programs}};
    if (c.json == "-") {
        std::cout << report.dump(2) << '\n';
        return true;
    }
    std::ofstream file(c.json);
    file << report.dump(2) << '\n';
    file.close();
    return static_cast<bool>(file);
}

int play_files(const part_entry& part, const command_line& c, const clock_choice& clock) {
    if (c.files.empty()) {
        return fail("expected a program FILE, --firmware, --registers, --events, --map or --demo");
    }
    if (!c.vcd.empty() && c.files.size() != 1) {
        return fail("--vcd takes one program, got " + std::to_string(c.files.size()));
    }
    std::vector<program> programs;
    bool usable = true;
    for (const std::string& path : c.files) {
        parse_result parsed = load(path, part.unit);
        for (const diagnostic& d : parsed.diagnostics) {
            std::cerr << d.text() << '\n';
        }
        usable = usable && parsed.ok();
        programs.push_back(std::move(parsed.accepted));
    }
    if (!usable) {
        return unusable;
    }
    for (const std::string& path : {c.vcd, c.json == "-" ? std::string() : c.json}) {
        if (!path.empty() && !is_writable(path)) {
            return fail("cannot write " + path);
        }
    }
    arm_stop_request(c.max_seconds);
    const run_outcome outcome =
        run_programs(part, programs, {clock, c.vcd, c.quiet || c.json == "-"});
    if (!c.json.empty() && !write_json(c, outcome)) {
        return fail("cannot write " + c.json);
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

int run(const command_line& c) {
    if (c.quiet) {
        sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
    }
    if (c.list) {
        return list_platforms();
    }
    if (c.part.empty()) {
        return fail("expected a PART (" + platform_names(false) + ") or --list");
    }
    const platform_entry* platform = find_platform(c.part);
    if (platform == nullptr) {
        return fail("expected a PART (" + platform_names(false) + "), got " + c.part);
    }
    const bool needs_part = c.registers || c.events || !(c.map || c.demo);
    if (needs_part && platform->part == nullptr) {
        return fail(c.part +
                    " has several units: expected --demo or --map; programs, --registers and "
                    "--events want one of " +
                    platform_names(true));
    }
    if (!c.firmware.file.empty()) {
        if (!c.files.empty() || c.demo || !c.vcd.empty() || !c.json.empty()) {
            return fail("--firmware goes with none of FILE, --demo, --vcd and --json");
        }
        arm_stop_request(c.max_seconds);
        firmware_request request = c.firmware;
        request.part = c.part;
        request.map = c.map;
        return run_firmware(request);
    }
    if (c.registers) {
        print_registers(std::cout, platform->part->unit);
    }
    if (c.events) {
        platform->part->print_events(std::cout);
    }
    const sc_core::sc_time period(c.period_ns, sc_core::SC_NS);
    if (period.value() < 2) {
        return fail("--period: expected at least two picoseconds");
    }
    const clock_choice clock{c.clock == "tickless" ? clock_kind::tickless : clock_kind::sc_clock,
                             period};
    if (c.map) {
        print_map(*platform, clock);
    }
    if (c.registers || c.events || c.map) {
        return all_held;
    }
    if (c.demo) {
        arm_stop_request(c.max_seconds);
        const demo_request request{clock, c.cycles, c.seed, is_stop_requested};
        return platform->demo(request, std::cout) ? all_held : not_all_held;
    }
    return play_files(*platform->part, c, clock);
}

} // namespace

int sc_main(int argc, char* argv[]) {
    sc_core::sc_report_handler::set_handler(print_report);
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    CLI::App app("Plays access programs on the platform of a performance monitoring unit.");
    command_line c;
    describe(app, c);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? all_held : unusable;
    }
    try {
        return run(c);
    } catch (const std::exception& e) {
        return fail(e.what());
    }
}

// SystemC's own main prints a banner.
int main(int argc, char* argv[]) {
    ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
