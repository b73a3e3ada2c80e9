// SPDX-License-Identifier: Apache-2.0
// Plays access programs, one elaboration each.
#pragma once

#include <part/part_entry.h>
#include <program/option_values.h>
#include <program/player.h>
#include <program/program.h>
#include <program/vcd_stimulus.h>

#include <cstdint>
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace platform::process {
class standard_streams;
} // namespace platform::process

namespace platform::pmu_run {

class output_file;

/// The parameters of the unit that a program is played on.
program::option_values options_of(const program::unit_info& unit, const program::program& p);

/// How programs are to be played.
struct run_request {
    components::clock_choice clock;
    process::standard_streams& streams;
    std::ostream* vcd = nullptr;       ///< value change dump of the one program; nullptr: none
    std::ostream* wave_save = nullptr; ///< for GTKWave, beside that; nullptr: none
    std::string vcd_name = {};         ///< of the dump, as seen from there
    std::ostream* report = nullptr;    ///< page of the one program; nullptr: none
    std::ostream* timeline = nullptr;  ///< the same in the trace-event format
    bool quiet = false;                ///< print failures only
    bool totals = false;               ///< count every event
    std::uint64_t max_statements = 0;  ///< of each; 0: no limit
    output_file* snapshot = nullptr;   ///< of the one program; nullptr: none
    std::uint64_t save_at = 0;         ///< edges after which it is saved
    std::string restore = {};          ///< file that the one program begins with; empty: none
    /// Event lines that are raised beside what the one program raises.
    std::vector<program::line_change> replayed = {};
};

/// As JSON text of ASCII characters, also where a file name has others.
/// \param indent blanks a level; -1: all on one line
std::string to_text(const nlohmann::json& value, int indent = -1);

/// The line that says how a program went.
std::string verdict_line(const program::program& p, const program::play_result& result);

/// The outcome of all programs.
struct run_outcome {
    bool passed = true;
    nlohmann::json programs = nlohmann::json::array(); ///< an object a program
    std::string not_saved; ///< why there is no snapshot although one was wanted
};

/// Plays the programs in order and prints their failures and verdicts. A single program is played
/// in this process, several in a process each, since SystemC elaborates once a process. A request
/// to stop reaches those as well.
run_outcome run_programs(const part::part_entry& part,
                         const std::vector<program::program>& programs, const run_request& request);

} // namespace platform::pmu_run
