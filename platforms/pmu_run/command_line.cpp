// SPDX-License-Identifier: Apache-2.0
#include "command_line.h"

#include "numbers.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <initializer_list>
#include <iostream>
#include <sstream>

namespace platform::pmu_run {

namespace {

// --- values --------------------------------------------------------------------------------------

std::string text_of(std::uint64_t value) {
    return std::to_string(value);
}

std::string text_of(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

/// A number that `read` reads, from first to last. CLI11's own conversions take a minus sign for
/// whole numbers, digits that are too many, and what is not a number.
template <class Number, class Read>
CLI::Validator number_in(const char* kind, Read read, Number first, Number last) {
    const std::string range = text_of(first) + " to " + text_of(last);
    return CLI::Validator(
        [kind, read, first, last, range](std::string& text) {
            const std::optional<Number> value = read(text);
            if (!value || *value < first || *value > last) {
                return std::string("expected ") + kind + " from " + range + ", got '" + text + "'";
            }
            if constexpr (std::is_integral_v<Number>) {
                text = std::to_string(*value); // so that nobody takes it for an octal one
            }
            return std::string();
        },
        range);
}

CLI::Validator whole_number(std::uint64_t first = 0, std::uint64_t last = UINT64_MAX) {
    return number_in("a whole number", read_whole_number, first, last);
}

CLI::Validator number(double first, double last) {
    return number_in("a number", read_number, first, last);
}

CLI::Validator path() {
    return CLI::Validator(
        [](const std::string& text) {
            return std::string(text.empty() ? "expected a path, got ''" : "");
        },
        "");
}

// --- options -------------------------------------------------------------------------------------

constexpr std::uint64_t most_cycles = std::uint64_t{1} << 40;

constexpr std::initializer_list<job> all_jobs = {job::list,     job::tables,   job::demo,
                                                 job::programs, job::firmware, job::firmware_map};

/// How the command line asks for it.
const char* name_of(job what) {
    switch (what) {
    case job::list: return "--list";
    case job::tables: return "--registers, --events, --parameters or --map";
    case job::demo: return "--demo";
    case job::programs: return "FILE";
    case job::firmware: return "--firmware";
    case job::firmware_map: return "--firmware and --map";
    }
    return "";
}

/// The options, and the jobs that have a use for each.
class option_table {
public:
    explicit option_table(CLI::App& app) : m_app(app) {}

    template <class Value>
    CLI::Option* option(const char* name, Value& value, std::initializer_list<job> jobs,
                        const std::string& help) {
        return note(m_app.add_option(name, value, help), jobs);
    }
    CLI::Option* flag(const char* name, bool& value, std::initializer_list<job> jobs,
                      const std::string& help) {
        return note(m_app.add_flag(name, value, help), jobs);
    }
    /// Of the options that follow.
    void set_group(std::string group) { m_group = std::move(group); }

    /// What is wrong if one was given that is not for this; else nothing.
    std::optional<std::string> misplaced(job what) const {
        for (const row& r : m_rows) {
            if (r.option->count() != 0 &&
                std::find(r.jobs.begin(), r.jobs.end(), what) == r.jobs.end()) {
                return r.option->get_name() +
                       (what == job::programs ? " goes with " + names_of(r.jobs)
                                              : std::string(" does not go with ") + name_of(what));
            }
        }
        return std::nullopt;
    }

private:
    struct row {
        CLI::Option* option;
        std::vector<job> jobs;
    };

    static std::string names_of(std::vector<job> jobs) {
        if (jobs.size() > 1 && jobs.back() == job::firmware_map) {
            jobs.pop_back(); // named by the others
        }
        std::string names;
        for (const job j : jobs) {
            names += (names.empty() ? "" : j == jobs.back() ? " and " : ", ");
            names += name_of(j);
        }
        return names;
    }

    CLI::Option* note(CLI::Option* option, std::initializer_list<job> jobs) {
        m_rows.push_back({option, jobs});
        return m_group.empty() ? option : option->group(m_group);
    }

    CLI::App& m_app;
    std::string m_group;
    std::vector<row> m_rows;
};

void describe_firmware(option_table& table, firmware_request& f) {
    table.set_group(can_run_firmware() ? "Firmware" : "Firmware (not in this build)");
    const auto option = [&](const char* name, auto& value, const char* help) {
        return table.option(name, value, {job::firmware}, help);
    };
    const std::initializer_list<job> with_map = {job::firmware, job::firmware_map};
    table
        .option("--firmware", f.file, with_map, "run this ELF file on an instruction-set simulator")
        ->check(path());
    option("--mode", f.mode, "exact: each cycle on the event lines; fast: counts in batches")
        ->check(CLI::IsMember({"exact", "fast"}))
        ->capture_default_str();
    table.option("--ram", f.ram, with_map, "memory, BASE:SIZE, once or more [0:16M]")
        ->allow_extra_args(false);
    option("--option", f.options,
           "a parameter of the part, NAME=VALUE, as the statement 'option' of a program, once or "
           "more")
        ->allow_extra_args(false);
    option("--clock-mhz", f.clock_mhz, "clock of the CPU")
        ->transform(number(1e-3, 1e5))
        ->capture_default_str();
    option("--caches", f.caches, "cache models, none or SIZE:WAYS:LINE, 16K:4:32 for example")
        ->capture_default_str();
    option("--start", f.start,
           "boot: as boot code leaves the core, with the caches of --caches on; reset: as reset "
           "leaves it")
        ->check(CLI::IsMember({"boot", "reset"}))
        ->capture_default_str();
    option("--quantum", f.quantum, "fast mode: cycles that the CPU runs ahead of time")
        ->transform(whole_number(1, most_cycles))
        ->capture_default_str();
    table.flag("--stat", f.stat, {job::firmware}, "print how often every event occurred");
    option("--trace", f.trace, "write a line an instruction to a file")->check(path());
    option("--semihosting-dir", f.semihosting_dir, "where the firmware's files are")->check(path());
    option("--arg", f.arguments,
           "an argument of the firmware, once or more; in the command line that it asks for, one "
           "with blanks stands between quotes, as newlib's start code wants it")
        ->allow_extra_args(false);
}

void describe(option_table& table, command_line& c) {
    const std::initializer_list<job> of_clocked_runs = {job::programs, job::demo};
    const std::initializer_list<job> of_all_runs = {job::programs, job::demo, job::firmware};
    table.option("PART", c.part, all_jobs, "part to run; --list names them");
    table.option("FILE", c.files, {job::programs}, "access programs (.pmu), played in order");
    table
        .option("--clock", c.clock, of_clocked_runs,
                "sc_clock: toggles; tickless: edges are computed")
        ->check(CLI::IsMember({"sc_clock", "tickless"}))
        ->capture_default_str();
    table.option("--period", c.period_ns, of_clocked_runs, "clock period in nanoseconds")
        ->transform(number(0.002, 1e9))
        ->capture_default_str();
    table
        .option("--vcd", c.vcd, {job::programs},
                "write a value change dump of one program; on the tickless clock counters show "
                "their value as of the last access or output change")
        ->check(path());
    table
        .option("--json", c.json, {job::programs},
                "write the results to a file; -: to standard output, instead of the verdicts")
        ->check(path());
    table.flag("--totals", c.totals, {job::programs},
               "count every event, whatever the counters hold; print the totals, also to --json");
    table
        .option("--save-at", c.save_at, {job::programs},
                "CYCLE FILE: save unit, pins and stub CPU half a period after that edge of the "
                "run, 0: at its start, for --restore")
        ->type_name("")
        ->expected(2)
        ->transform(whole_number().application_index(0))
        ->check(path().application_index(1));
    table
        .option("--restore", c.restore, {job::programs},
                "begin the program with what --save-at has saved, on either clock")
        ->check(path());
    table.flag("--quiet", c.quiet, of_all_runs, "print failures only");
    table.flag("--list", c.list, {job::list}, "list the parts, and the system of several");
    table.flag("--registers", c.registers, {job::tables}, "print the registers of the part");
    table.flag("--events", c.events, {job::tables}, "print the events of the part");
    table.flag("--parameters", c.parameters, {job::tables}, "print the parameters of the part");
    table
        .option("--format", c.format, {job::tables},
                "of --registers: " + exports::formats_of({true, false, false}) +
                    "; of --events: " + exports::formats_of({false, true, false}) +
                    "; of --parameters: " + exports::formats_of({false, false, true}))
        ->capture_default_str();
    table.flag("--map", c.map, {job::tables, job::firmware_map},
               "print the memory map of the platform");
    table.flag("--demo", c.demo, {job::demo}, "play a driver of the part over generated activity");
    table.option("--cycles", c.cycles, {job::demo}, "demo: cycles of activity in each pass")
        ->transform(whole_number(1000, most_cycles))
        ->capture_default_str();
    table.option("--seed", c.seed, {job::demo}, "demo: seed of the activity")
        ->transform(whole_number())
        ->capture_default_str();
    table
        .option("--max-seconds", c.max_seconds, of_all_runs, "stop after this much wall-clock time")
        ->transform(number(1e-3, 1e9));
    table
        .option("--max-instructions", c.max_instructions, {job::programs, job::firmware},
                "stop a program after so many statements, firmware after so many instructions "
                "[10^10 of firmware]; 0: never")
        ->transform(whole_number());
    describe_firmware(table, c.firmware);
}

bool is_table_asked_for(const command_line& c) {
    return c.registers || c.events || c.parameters || c.map;
}

/// What is wrong with the format, if something is.
std::optional<std::string> wrong_format(const command_line& c) {
    if (c.map) {
        return "--format does not go with --map";
    }
    if (!exports::can_write(c.format, tables_of(c))) {
        return "--format: expected " + exports::formats_of(tables_of(c)) + ", got '" + c.format +
               "'";
    }
    return std::nullopt;
}

job job_of(const command_line& c) {
    return c.list                     ? job::list
           : !c.firmware.file.empty() ? (c.map ? job::firmware_map : job::firmware)
           : is_table_asked_for(c)    ? job::tables
           : c.demo                   ? job::demo
                                      : job::programs;
}

} // namespace

std::optional<int> read_command_line(int argc, char** argv, command_line& c) {
    CLI::App app("Plays access programs on the platform of a performance monitoring unit.");
    app.set_version_flag("--version", "pmu_run " TLM_PMU_VERSION);
    app.footer(
        "Exit code: 0 every check held, 1 some did not or the run was stopped, 2 the command "
        "line, a file or a program cannot be used, or an output cannot be written. With "
        "--firmware: that of the firmware, 1 where it could not go on.");
    option_table table(app);
    describe(table, c);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? all_held : unusable;
    }
    c.what = job_of(c);
    if (const auto message = table.misplaced(c.what)) {
        return refuse(*message);
    }
    if (app.count("--format") != 0) {
        if (const auto message = wrong_format(c)) {
            return refuse(*message);
        }
    }
    if (c.firmware.mode == "exact" && app.count("--quantum") != 0) {
        return refuse("--quantum goes with --mode fast");
    }
    c.firmware.part = c.part;
    c.firmware.max_instructions = c.max_instructions.value_or(firmware_request{}.max_instructions);
    return std::nullopt;
}

int refuse(const std::string& message) {
    std::cerr << "pmu_run: " << message << '\n';
    return unusable;
}

} // namespace platform::pmu_run
