// SPDX-License-Identifier: Apache-2.0
// Options that several commands have. add_to() adds them to a command; check() throws usage_error
// for values that are right one by one and cannot be together.
#pragma once

#include "command.h"
#include "parts.h"

#include <components/platform_fabric.h>
#include <program/option_values.h>
#include <program/unit_info.h>

namespace platform::report {
struct perf_table;
} // namespace platform::report

namespace platform::pmu_run {

struct part_argument {
    std::string name;
    void add_to(CLI::App& app);
    /// \throws usage_error if there is none of the name
    const platform_entry& platform() const;
    /// The same of one unit. \throws usage_error also for several
    const part::part_entry& unit() const;
};

struct clock_options {
    std::string kind = name_of(components::clock_kind::sc_clock); ///< one of clock_names
    double period_ns = 10;
    void add_to(CLI::App& app);
    /// \throws usage_error for a period that is too short
    components::clock_choice choice() const;
};

/// The simulated CPU, of firmware and of Linux.
struct cpu_options {
    double clock_mhz = 100;
    std::uint64_t quantum = 10'000;    ///< cycles
    std::string caches = "none";       ///< none or SIZE:WAYS:LINE[:POLICY]
    std::optional<std::string> icache; ///< the same in its place, of the instruction cache
    std::optional<std::string> dcache; ///< and of the data cache
    std::vector<std::string> options;  ///< of the PMU, NAME=VALUE
    void add_to(CLI::App& app);
};

/// Whether and how what the simulated CPU executes is debugged.
struct gdb_options {
    std::optional<std::uint16_t> port; ///< nothing: it is not; 0: any port
    std::uint64_t cycles = 0;          ///< that pass each time that the CPU has halted
    void add_to(CLI::App& app);
    void check(const CLI::App& app) const;
};

/// What NAME=VALUE sets of the unit. \param option names the option in messages
/// \throws usage_error for a name or a value that cannot be
program::option_setting read_setting(const std::string& option, const std::string& text,
                                     const program::unit_info& unit);

/// A file name. \return the option
CLI::Option* add_file(CLI::App& app, const char* name, std::string& value, const char* help);
/// The option --event.
CLI::Option* add_events(CLI::App& app, std::vector<std::string>& events, const char* help);
/// The flag --json-output.
CLI::Option* add_json_output(CLI::App& app, bool& json, const char* help);

// --- what is executed: programs, firmware, and what is counted of them ---------------------------

/// What help calls the options that go with one kind of FILE.
inline constexpr const char* program_group = "Access programs";
const char* firmware_group();

/// Whether this program has the simulator.
bool can_run_firmware();

/// The options of access programs.
struct program_options {
    clock_options clock;
    std::string vcd;
    std::string fst;
    std::string json;                 ///< file; empty: none; -: standard output
    std::vector<std::string> save_at; ///< cycle and file; empty: nothing is saved
    std::string restore;              ///< file; empty: none
    std::string replay;               ///< value change dump; empty: none
    std::vector<std::string> signals; ///< of that, SIGNAL=EVENT or auto

    void add_to(CLI::App& app);
    /// \param programs that are played
    void check(const CLI::App& app, std::size_t programs) const;
};

/// How the counts of events are shown.
struct stat_request {
    std::vector<std::string> events;  ///< names or numbers, with commas between, some in braces
    std::vector<std::string> metrics; ///< names, with commas between
    bool lists_metrics = false;       ///< instead of all else
    bool all = false;                 ///< as without events and metrics
    bool exact = false;               ///< no event takes turns with others on a counter
    std::uint64_t rotation = 10'000;  ///< cycles from one turn to the next
    std::uint64_t repeat = 1;         ///< runs
    double interval_ms = 0;           ///< of simulated time; 0: only at the end
    std::string separator;            ///< of fields; empty: no fields, a table
    bool json = false;
    std::string file; ///< empty: standard error, so that the output of the firmware is its own
    std::vector<std::string> expected; ///< EVENT=COUNT, or with <= or >=
    std::string by; ///< function, line or task: a row of counts for each; empty: the sum of all
    /// Gets the counts, which are then not printed; may be empty.
    std::function<void(const report::perf_table&)> deliver;

    void add_to(CLI::App& app);
    void check(const CLI::App& app) const;
};

/// What samples are taken of it.
struct record_request {
    /// A prime, which few loops take a multiple or a divisor of.
    static constexpr std::uint64_t default_period = 10'007;
    static constexpr std::uint64_t most_with_jitter = std::uint64_t{1} << 31U;

    std::vector<std::string> events;     ///< names or numbers, with commas between; none: cycles
    std::vector<std::uint64_t> periods;  ///< occurrences; one for all, or one each; none: default
    std::optional<std::uint64_t> jitter; ///< of periods, by this seed
    bool chains = false;                 ///< with who has called
    std::string file = "pmu.data";
};

/// The options of firmware.
struct firmware_options : cpu_options {
    std::string mode = "fast";    ///< exact or fast
    std::vector<std::string> ram; ///< BASE:SIZE; none: 0:16M
    std::string start = "boot";   ///< boot or reset
    std::string semihosting_dir;
    std::vector<std::string> arguments;
    std::string trace; ///< file; empty: none
    /// Which lines it has, each once or more; none: all.
    std::vector<std::string> trace_functions;
    std::vector<std::string> trace_ranges; ///< FROM:TO
    std::vector<std::string> trace_events; ///< names or numbers, with commas between
    std::string state;                     ///< file; empty: none
    std::string callgrind;                 ///< the same
    std::string lcov;                      ///< the same
    std::string region; ///< count in it alone: FUNCTION or FROM:TO; empty: everywhere
    bool marks = false; ///< count between marks of the firmware alone
    gdb_options gdb;

    bool has_region() const { return marks || !region.empty(); }

    void add_to(CLI::App& app);
    void add_ram_to(CLI::App& app);
    void add_trace_filter_to(CLI::App& app);
    void check(const CLI::App& app) const;
};

/// A run of what is in files.
struct file_request : firmware_options {
    explicit file_request(const run_options& of_any) : run(of_any) {}

    const run_options& run; ///< limits are of each program
    part_argument part;
    program_options programs;
    std::vector<std::string> files; ///< access programs
    std::string file;               ///< firmware, ELF; empty: there are programs
    std::optional<stat_request> stat;
    std::optional<record_request> record;

    /// Whether only failures of programs are printed.
    bool is_quiet() const { return run.quiet || programs.json == "-"; }
};

} // namespace platform::pmu_run
