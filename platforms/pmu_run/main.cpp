// SPDX-License-Identifier: Apache-2.0
// pmu_run: plays access programs, or runs firmware, on the platform of a part.

#include "command_line.h"
#include "firmware_run.h"
#include "parts.h"
#include "program_run.h"
#include "stop_request.h"

#include <parts/program/parser.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <systemc>

namespace {

using namespace platform;

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
        return refuse(
            "expected a program FILE, --firmware, --registers, --events, --map or --demo");
    }
    if (!c.vcd.empty() && c.files.size() != 1) {
        return refuse("--vcd takes one program, got " + std::to_string(c.files.size()));
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
            return refuse("cannot write " + path);
        }
    }
    arm_stop_request(c.max_seconds);
    const run_outcome outcome =
        run_programs(part, programs, {clock, c.vcd, c.quiet || c.json == "-"});
    if (!c.json.empty() && !write_json(c, outcome)) {
        return refuse("cannot write " + c.json);
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
    if (c.what == job::list) {
        return list_platforms();
    }
    if (c.part.empty()) {
        return refuse("expected a PART (" + platform_names(false) + ") or --list");
    }
    const platform_entry* platform = find_platform(c.part);
    if (platform == nullptr) {
        return refuse("expected a PART (" + platform_names(false) + "), got " + c.part);
    }
    const bool needs_part = c.what == job::programs || c.registers || c.events;
    if (needs_part && platform->part == nullptr) {
        return refuse(c.part +
                      " has several units: expected --demo or --map; programs, --registers and "
                      "--events want one of " +
                      platform_names(true));
    }
    if (c.what == job::firmware) {
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
        return refuse("--period: expected at least two picoseconds");
    }
    const clock_choice clock{c.clock == "tickless" ? clock_kind::tickless : clock_kind::sc_clock,
                             period};
    if (c.map) {
        print_map(*platform, clock);
    }
    if (c.what == job::tables) {
        return all_held;
    }
    if (c.what == job::demo) {
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
    command_line c;
    if (const auto code = read_command_line(argc, argv, c)) {
        return *code;
    }
    try {
        return run(c);
    } catch (const std::exception& e) {
        return refuse(e.what());
    }
}

// SystemC's own main prints a banner.
int main(int argc, char* argv[]) {
    ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
