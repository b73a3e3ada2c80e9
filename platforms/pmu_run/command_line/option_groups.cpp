// SPDX-License-Identifier: Apache-2.0
#include "option_groups.h"

#include "validators.h"

#include <CLI/CLI.hpp>
#include <report/page.h>

namespace platform::pmu_run {

namespace {

constexpr std::uint64_t most_cycles = std::uint64_t{1} << 40;
constexpr std::uint64_t most_debug_cycles = 1'000'000'000;

} // namespace

bool is_given(const CLI::App& app, const std::string& name) {
    const CLI::Option* const option = app.get_option_no_throw(name);
    return option != nullptr && option->count() != 0;
}

CLI::Option* add_file(CLI::App& app, const char* name, std::string& value, const char* help) {
    return app.add_option(name, value, help)->type_name("FILE")->check(path());
}

void part_argument::add_to(CLI::App& app) {
    app.add_option("PART", name, "see pmu_run list");
}

const platform_entry& part_argument::platform() const {
    const platform_entry* const found = find_platform(name);
    if (found == nullptr) {
        throw usage_error("expected a PART (" + platform_names(", ") +
                          (name.empty() ? ")" : "), got " + name));
    }
    return *found;
}

const part::part_entry& part_argument::unit() const {
    const platform_entry& found = platform();
    if (found.part == nullptr) {
        throw usage_error(name + " has several units: expected one of " +
                          platform_names(", ", true) + " (demo and map take it)");
    }
    return *found.part;
}

void clock_options::add_to(CLI::App& app) {
    app.add_option("--clock", kind, "sc_clock: toggles; tickless: edges are computed")
        ->check(CLI::IsMember({"sc_clock", "tickless"}))
        ->capture_default_str();
    app.add_option("--period", period_ns, "clock period in nanoseconds")
        ->transform(number(0.002, 1e9))
        ->capture_default_str();
}

components::clock_choice clock_options::choice() const {
    const sc_core::sc_time period(period_ns, sc_core::SC_NS);
    if (period.value() < 2) {
        throw usage_error("--period: expected at least two picoseconds");
    }
    return {kind == "tickless" ? components::clock_kind::tickless
                               : components::clock_kind::sc_clock,
            period};
}

void run_options::add_time_limit(CLI::App& app) {
    app.add_option("--max-seconds", seconds, "stop after this much wall-clock time")
        ->transform(number(1e-3, 1e9));
}

void run_options::add_limits(CLI::App& app) {
    add_time_limit(app);
    app.add_option("--max-instructions", instructions,
                   "stop a program after so many statements, firmware or Linux after so many "
                   "instructions [10^10 of firmware]; 0: never")
        ->transform(whole_number());
}

void run_options::add_quiet(CLI::App& app) {
    app.add_flag("--quiet", quiet, "print failures only");
}

void run_options::add_report(CLI::App& app) {
    add_file(app, "--report", report,
             "write a page of the run for a browser: counters over time, accesses, events, "
             "registers");
}

void run_options::add_timeline(CLI::App& app) {
    add_file(app, "--timeline", timeline,
             "write what happens over time for Perfetto or speedscope: counters, rates, PMUIRQ, "
             "accesses; of firmware also functions and exceptions");
}

void run_options::check() const {
    if (!report.empty() && !report::can_write_page()) {
        throw usage_error("--report: " + report::why_no_page());
    }
}

void cpu_options::add_to(CLI::App& app) {
    app.add_option("--option", options,
                   "a parameter of the part, NAME=VALUE, as the statement 'option' of a program, "
                   "once or more")
        ->allow_extra_args(false);
    app.add_option("--clock-mhz", clock_mhz, "clock of the CPU")
        ->transform(number(1e-3, 1e5))
        ->capture_default_str();
    app.add_option("--caches", caches, "cache models, none or SIZE:WAYS:LINE, 16K:4:32 for example")
        ->capture_default_str();
    app.add_option("--quantum", quantum, "fast mode: cycles that the CPU runs ahead of time")
        ->transform(whole_number(1, most_cycles))
        ->capture_default_str();
}

void gdb_options::add_to(CLI::App& app) {
    app.add_option("--gdb", port,
                   "wait for gdb at this port of 127.0.0.1 before the first instruction; 0: at any "
                   "that is free")
        ->type_name("PORT")
        ->transform(whole_number(0, UINT16_MAX));
    app.add_option("--debug-cycles", cycles,
                   "cycles that pass, in debug state, each time that gdb has halted the CPU")
        ->transform(whole_number(0, most_debug_cycles))
        ->capture_default_str();
}

void gdb_options::check(const CLI::App& app) const {
    if (is_given(app, "--debug-cycles") && !port) {
        throw usage_error("--debug-cycles goes with --gdb");
    }
}

} // namespace platform::pmu_run
