// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include "validators.h"

#include <program/parser.h>

#include <initializer_list>

namespace platform::pmu_run {

namespace {

constexpr std::uint64_t most_cycles = std::uint64_t{1} << 40;
constexpr std::uint64_t most_debug_cycles = 1'000'000'000;
constexpr std::uint64_t most_repeats = 1'000'000;

/// What is counted of firmware, and when.
void add_firmware_options(CLI::App& app, stat_request& s) {
    app.add_flag("--exact-counts", s.exact,
                 "count all that is asked for all the time, whatever the part has counters for");
    add_value(app, "--rotate", s.rotation, whole_number(1, most_cycles),
              "cycles of the CPU after which events take turns");
    add_value(app, "-r,--repeat", s.repeat, whole_number(1, most_repeats),
              "run so often; print means and their deviation");
    app.add_option("-I,--interval-print", s.interval_ms,
                   "print the counts of each so many milliseconds of simulated time")
        ->type_name("MS")
        ->transform(number(1e-6, 1e9));
}

} // namespace

bool is_given(const CLI::App& app, const std::string& name) {
    const CLI::Option* const option = app.get_option_no_throw(name);
    return option != nullptr && option->count() != 0;
}

namespace {

/// \throws usage_error if one of these options is given beside another
void refuse(const CLI::App& app, std::initializer_list<const char*> names, const char* beside) {
    for (const char* name : names) {
        if (is_given(app, name)) {
            throw usage_error(beside, " does not go with ", name);
        }
    }
}

} // namespace

CLI::Option* add_file(CLI::App& app, const char* name, std::string& value, const char* help) {
    return app.add_option(name, value, help)->type_name("FILE")->check(path());
}

CLI::Option* add_events(CLI::App& app, std::vector<std::string>& events, const char* help) {
    return app.add_option("-e,--event", events, help)->allow_extra_args(false);
}

CLI::Option* add_json_output(CLI::App& app, bool& json, const char* help) {
    return app.add_flag("-j,--json-output", json, help);
}

void part_argument::add_to(CLI::App& app) {
    app.add_option("PART", name, "see pmu_run list");
}

const platform_entry& part_argument::platform() const {
    const platform_entry* const found = find_platform(name);
    if (found == nullptr) {
        throw usage_error("expected a PART (", platform_names(", "),
                          name.empty() ? ")" : "), got " + name);
    }
    return *found;
}

const part::part_entry& part_argument::unit() const {
    const platform_entry& found = platform();
    if (found.part == nullptr) {
        throw usage_error(name, " has several units: expected one of ", platform_names(", ", true),
                          " (demo and map take it)");
    }
    return *found.part;
}

void clock_options::add_to(CLI::App& app) {
    add_value(app, "--clock", kind,
              CLI::IsMember(std::vector<std::string>(components::clock_names.begin(),
                                                     components::clock_names.end())),
              "sc_clock: toggles; tickless: edges are computed");
    add_value(app, "--period", period_ns, number(0.002, 1e9), "clock period in nanoseconds");
}

components::clock_choice clock_options::choice() const {
    const sc_core::sc_time period(period_ns, sc_core::SC_NS);
    if (period.value() < 2) {
        throw usage_error("--period: expected at least two picoseconds");
    }
    using components::clock_kind;
    return {kind == name_of(clock_kind::tickless) ? clock_kind::tickless : clock_kind::sc_clock,
            period};
}

void run_options::add_time_limit(CLI::App& app) {
    app.add_option("--max-seconds", seconds, "stop after this much wall-clock time")
        ->transform(number(1e-3, 1e9));
}

void run_options::add_limits(CLI::App& app, const char* of_instructions) {
    add_time_limit(app);
    app.add_option("--max-instructions", instructions, of_instructions)->transform(whole_number());
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

program::option_setting read_setting(const std::string& option, const std::string& text,
                                     const program::unit_info& unit) {
    try {
        return program::parse_setting(text, unit);
    } catch (const std::runtime_error& e) {
        throw usage_error(option, " ", text, ": ", e.what());
    }
}

void cpu_options::add_to(CLI::App& app) {
    app.add_option("--option", options,
                   "a parameter of the part, NAME=VALUE, a number or one of its words, "
                   "once or more")
        ->allow_extra_args(false);
    add_value(app, "--clock-mhz", clock_mhz, number(1e-3, 1e5), "clock of the CPU");
    app.add_option("--caches", caches,
                   "cache models, none or SIZE:WAYS:LINE[:POLICY], 16K:4:32 for example; which "
                   "line has to go is the CPU's policy (core, default), lru, round-robin or random")
        ->capture_default_str();
    app.add_option("--icache", icache, "the instruction cache, where it is not as --caches says");
    app.add_option("--dcache", dcache, "the data cache, where it is not as --caches says");
    add_value(app, "--quantum", quantum, whole_number(1, most_cycles),
              "fast mode: cycles that the CPU runs ahead of time");
}

void gdb_options::add_to(CLI::App& app) {
    app.add_option("--gdb", port,
                   "wait for gdb at this port of 127.0.0.1 before the first instruction; 0: at any "
                   "that is free")
        ->type_name("PORT")
        ->transform(whole_number(0, UINT16_MAX));
    add_value(app, "--debug-cycles", cycles, whole_number(0, most_debug_cycles),
              "cycles that pass, in debug state, each time that gdb has halted the CPU");
}

void gdb_options::check(const CLI::App& app) const {
    if (is_given(app, "--debug-cycles") && !port) {
        throw usage_error("--debug-cycles goes with --gdb");
    }
}

// --- what is executed ----------------------------------------------------------------------------

bool can_run_firmware() {
    return TLM_PMU_CAN_RUN_FIRMWARE;
}

const char* firmware_group() {
    return can_run_firmware() ? "Firmware" : "Firmware (not in this build)";
}

void program_options::add_to(CLI::App& app) {
    app.option_defaults()->group(program_group);
    clock.add_to(app);
    add_file(app, "--vcd", vcd,
             "write a value change dump of one program; on the tickless clock counters show their "
             "value as of the last access or output change");
    add_file(app, "--fst", fst,
             "also write that dump in GTKWave's compressed form, by its vcd2fst");
    add_file(app, "--json", json,
             "write the results to a file; -: to standard output, instead of the verdicts");
    app.add_option("--save-at", save_at,
                   "CYCLE FILE: save unit, pins and stub CPU half a period after that edge of the "
                   "run, 0: at its start, for --restore")
        ->type_name("")
        ->expected(2)
        ->transform(whole_number().application_index(0))
        ->check(path().application_index(1));
    add_file(app, "--restore", restore,
             "begin the program with what --save-at has saved, on either clock");
    add_file(app, "--replay", replay,
             "raise the events that a value change dump has, beside those of the program");
    app.add_option("--map", signals,
                   "which signal of --replay is which event, SIGNAL=EVENT, once or more; auto: as "
                   "in the dumps of --vcd")
        ->type_name("SIGNAL=EVENT")
        ->allow_extra_args(false);
    app.option_defaults()->group("Options");
}

void program_options::check(const CLI::App& app, std::size_t programs) const {
    if (!fst.empty() && vcd.empty()) {
        throw usage_error("--fst goes with --vcd");
    }
    if (replay.empty() != signals.empty()) {
        throw usage_error(replay.empty()
                              ? "--map goes with --replay"
                              : "--replay: expected --map SIGNAL=EVENT, or --map auto, too");
    }
    for (const char* option : {"--vcd", "--save-at", "--restore", "--report", "--timeline",
                               "--replay", "--field-separator", "--json-output"}) {
        if (programs != 1 && is_given(app, option)) {
            throw usage_error(option, " takes one program, got ", programs);
        }
    }
    clock.choice();
}

void firmware_options::add_ram_to(CLI::App& app) {
    app.add_option("--ram", ram, "memory, BASE:SIZE, once or more [0:16M]")
        ->group(firmware_group())
        ->allow_extra_args(false);
}

void firmware_options::add_trace_filter_to(CLI::App& app) {
    app.add_option("--trace-function", trace_functions, "only lines of this function, once or more")
        ->type_name("NAME")
        ->check(some_text("a function"))
        ->allow_extra_args(false);
    app.add_option("--trace-range", trace_ranges,
                   "only lines from the address FROM on, and before TO: functions or addresses, "
                   "once or more")
        ->type_name("FROM:TO")
        ->check(some_text("FROM:TO"))
        ->allow_extra_args(false);
    app.add_option(
           "--trace-event", trace_events,
           "only lines with an occurrence of this event, as -e of stat has it, once or more")
        ->type_name("EVENT")
        ->check(some_text("an event"))
        ->allow_extra_args(false);
}

void firmware_options::add_to(CLI::App& app) {
    app.option_defaults()->group(firmware_group());
    add_value(app, "--mode", mode, CLI::IsMember({"exact", "fast"}),
              "exact: each cycle on the event lines; fast: counts in batches");
    add_ram_to(app);
    cpu_options::add_to(app);
    add_value(app, "--start", start, CLI::IsMember({"boot", "reset"}),
              "boot: as boot code leaves the core, with the caches of --caches on; reset: as "
              "reset leaves it");
    add_file(app, "--trace", trace, "write a line an instruction to a file; FILE.gz: compressed");
    add_trace_filter_to(app);
    add_file(app, "--state", state,
             "write what the machine is in the end, as JSON: registers, those of the PMU, hashes "
             "of memory, time, exit code");
    add_file(app, "--callgrind", callgrind,
             "write what each instruction and each call has counted, for KCachegrind and "
             "callgrind_annotate");
    add_file(app, "--lcov", lcov,
             "write which lines and branches were executed, for genhtml: of firmware that was "
             "built with -g");
    CLI::Option* const of_region =
        app.add_option("--region", region,
                       "count, and take samples, only while a function is active, or from where "
                       "the PC comes to FROM until it comes to TO, again each time: functions, "
                       "FILE:LINE or addresses")
            ->type_name("FUNCTION|FROM:TO")
            ->check(some_text("FUNCTION or FROM:TO"));
    app.add_flag("--marks", marks,
                 "the same between marks of the firmware: semihosting calls 0x110, begin, and "
                 "0x111, end")
        ->excludes(of_region);
    gdb.add_to(app);
    app.add_option("--semihosting-dir", semihosting_dir, "where the firmware's files are")
        ->type_name("FOLDER")
        ->check(path());
    app.add_option("--arg", arguments,
                   "an argument of the firmware, once or more; in the command line that it asks "
                   "for, one with blanks stands between quotes, as newlib's start code wants it")
        ->allow_extra_args(false);
    app.option_defaults()->group("Options");
}

void firmware_options::check(const CLI::App& app) const {
    gdb.check(app);
    if (is_given(app, "--region")) {
        refuse(app, {"--gdb"}, "--region");
    }
    for (const char* name : {"--trace-function", "--trace-range", "--trace-event"}) {
        if (is_given(app, name) && !is_given(app, "--trace")) {
            throw usage_error(name, " goes with --trace");
        }
    }
    if (mode == "exact" && is_given(app, "--quantum")) {
        throw usage_error("--quantum goes with --mode fast");
    }
}

void stat_request::add_to(CLI::App& app) {
    CLI::Option* const of_events =
        add_events(app, events,
                   "only these events, by name, as perf calls them (branch-misses), or by number "
                   "(0x07, r07), with commas between; those of a group, {A,B}, are counted "
                   "together; where they are more than "
                   "the part has counters, they take turns, and the counts are scaled, as perf "
                   "does");
    app.option_defaults()->group(firmware_group());
    CLI::Option* const of_metrics =
        app.add_option("-M,--metrics", metrics,
                       "what follows from events that are counted together, by name, with commas "
                       "between; list: print the names")
            ->allow_extra_args(false);
    add_firmware_options(app, *this);
    app.option_defaults()->group("Options");
    app.add_flag("--list-metrics", lists_metrics, "print what -M can be");
    app.add_flag("-v,--all", all,
                 "print every event of the part, not only those that perf has a name for; so it is "
                 "with -x and -j, for programs, and for a part without such names")
        ->excludes(of_events)
        ->excludes(of_metrics);
    CLI::Option* const fields =
        app.add_option("-x,--field-separator", separator,
                       "print fields with this between them, as perf does; '\\\\t': a tab")
            ->type_name("SEPARATOR")
            ->check(some_text("a separator"))
            ->transform(tab_of_escape());
    add_json_output(app, json, "print JSON: an object a line, as perf does")->excludes(fields);
    add_file(app, "-o,--output", file, "print counts to a file");
    app.add_option("--expect", expected,
                   "EVENT=COUNT, EVENT<=COUNT or EVENT>=COUNT, of one run and every event that it "
                   "counts; exit code 1 and a line for each that does not hold; once or more")
        ->type_name("EXPECTATION")
        ->allow_extra_args(false);
    app.option_defaults()->group(firmware_group());
    app.add_option("--by", by,
                   "count each function, source line or task (a stack, by the function that began "
                   "on it) by itself: every event that has occurred, or those of -e, exactly; the "
                   "most of the first one first")
        ->transform(CLI::IsMember({"function", "line", "task"}));
    app.option_defaults()->group("Options");
}

void stat_request::check(const CLI::App& app) const {
    if (is_given(app, "--repeat")) {
        refuse(app, {"--gdb"}, "--repeat");
    }
    if (repeat > 1) {
        refuse(app, {"--trace", "--report", "--state", "--interval-print", "--callgrind", "--lcov"},
               "--repeat");
    }
    if (!by.empty()) {
        refuse(app, {"--metrics", "--rotate", "--exact-counts", "--interval-print", "--repeat"},
               "--by");
    }
    if (!expected.empty()) {
        refuse(app, {"--event", "--metrics", "--by", "--interval-print", "--repeat"}, "--expect");
    }
    const bool has_events = !events.empty() || !metrics.empty();
    if (exact && !has_events) {
        throw usage_error("--exact-counts goes with --event and --metrics");
    }
    if (is_given(app, "--rotate") && (exact || !has_events)) {
        throw usage_error("--rotate goes with --event and --metrics, without --exact-counts");
    }
}

} // namespace platform::pmu_run
