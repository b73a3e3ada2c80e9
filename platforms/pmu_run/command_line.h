// SPDX-License-Identifier: Apache-2.0
// The command line of pmu_run: its options, and which of them go together.
#pragma once

#include "firmware_run.h"
#include "fuzz_run.h"
#include "linux_run.h"
#include "sample_request.h"

#include <exports/formats.h>
#include <part/part_entry.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace platform::pmu_run {

enum exit_code : int {
    all_held = 0,     ///< every check held
    not_all_held = 1, ///< a check failed, or the run was stopped
    unusable = 2,     ///< the command line, a file or a program
};

/// What they mean.
inline constexpr const char* exit_code_text =
    "0 every check held, 1 some did not or the run was stopped, 2 the command line, a file or a "
    "program cannot be used, or an output cannot be written. Of firmware: its own, 1 where it "
    "could "
    "not go on.";

/// What pmu_run is to do. Each option goes with some of them.
enum class job : std::uint8_t {
    list,              ///< the parts
    tables,            ///< registers, events, parameters or memory map of a part
    demo,              ///< a driver over generated activity
    programs,          ///< play access programs: where nothing else is asked for
    program_counts,    ///< the same, and print the counts of events
    firmware,          ///< run an ELF file
    counts,            ///< the same, and print the counts of events
    metrics,           ///< print what follows from such counts
    firmware_map,      ///< print the memory map that it would run on
    boot,              ///< a kernel on the board
    shell,             ///< statements of access programs, line by line
    fuzz,              ///< random programs and firmware
    sweep,             ///< many runs
    sampling,          ///< run an ELF file, and take samples of it
    sample_report,     ///< show where they are
    sample_annotation, ///< or in which instructions
    sample_script,     ///< or each of them
};

struct command_line {
    job what = job::programs;
    bool has_command = false; ///< that says so
    std::string part;
    std::vector<std::string> files;
    std::string clock = "sc_clock"; ///< or tickless
    double period_ns = 10;
    std::string vcd;
    std::string fst;                  ///< file; empty: none
    std::vector<std::string> save_at; ///< cycle and file; empty: nothing is saved
    std::string restore;              ///< file; empty: none
    std::string replay;               ///< value change dump; empty: none
    std::vector<std::string> signals; ///< of that, SIGNAL=EVENT or auto
    std::string json;
    std::string report;   ///< file; empty: none
    std::string timeline; ///< the same
    bool totals = false;
    bool counts_programs = false; ///< totals, as `stat` prints them
    bool quiet = false;
    bool list = false;
    bool registers = false;
    bool events = false;
    bool parameters = false;
    std::string format = exports::default_format; ///< of the tables
    bool map = false;
    bool demo = false;
    bool boots = false;
    bool shell = false;
    bool fuzzes = false;
    std::uint64_t cycles = part::demo_request{}.cycles;
    std::uint64_t seed = part::demo_request{}.seed;
    double max_seconds = 0; ///< of wall-clock time; 0: no limit
    /// Instructions of firmware or Linux, statements of a program; 0: no limit.
    std::optional<std::uint64_t> max_instructions;
    firmware_request firmware;
    linux_request boot;
    fuzz_request fuzz;
    std::optional<sample_view> view; ///< of samples; nothing: not asked for
    sample_request samples;
};

/// The tables of a part that are asked for.
inline exports::selection tables_of(const command_line& c) {
    return {c.registers, c.events, c.parameters};
}

/// Reads the arguments. Each value of a number is as read_whole_number() or read_number() want it
/// and in its range, no file name is empty, and no option is given that has no effect.
/// \return the exit code if there is nothing left to do: help has been printed, or a message
std::optional<int> read_command_line(int argc, char** argv, command_line& c);

/// Prints a message. \return the exit code for it
int refuse(const std::string& message);

} // namespace platform::pmu_run
