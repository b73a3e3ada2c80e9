// SPDX-License-Identifier: Apache-2.0
// Runs firmware on the platform of a part, on the instruction-set simulator.
#pragma once

#include "gdb_request.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace platform::process {
class standard_streams;
} // namespace platform::process

namespace platform::report {
struct perf_table;
} // namespace platform::report

namespace platform::pmu_run {

class output_set;

/// How the counts of events are shown.
struct stat_request {
    bool is_wanted = false;
    std::vector<std::string> events;  ///< names or numbers, with commas between, some in braces
    std::vector<std::string> metrics; ///< names, with commas between
    bool lists_metrics = false;       ///< instead of all else
    bool all = false;                 ///< as without events and metrics
    bool exact = false;               ///< no event takes turns with others on a counter
    std::uint64_t rotation = 10'000;  ///< cycles from one turn to the next
    std::uint64_t repeat = 1;         ///< runs
    double interval_ms = 0;           ///< of simulated time; 0: only at the end
    std::string region;               ///< FROM:TO; empty: everything
    bool marks = false;               ///< count what is between marks of the firmware
    std::string separator;            ///< of fields; empty: no fields, a table
    bool json = false;
    std::string file; ///< empty: a standard stream
    /// Gets the counts, which are then not printed; may be empty.
    std::function<void(const report::perf_table&)> deliver;
    bool to_error = false; ///< that of errors, so that the output of the firmware is its own
};

/// What samples are taken of it.
struct record_request {
    /// A prime, which few loops take a multiple or a divisor of.
    static constexpr std::uint64_t default_period = 10'007;
    static constexpr std::uint64_t most_with_jitter = std::uint64_t{1} << 31U;

    bool is_wanted = false;
    std::vector<std::string> events;     ///< names or numbers, with commas between; none: cycles
    std::vector<std::uint64_t> periods;  ///< occurrences; one for all, or one each; none: default
    std::optional<std::uint64_t> jitter; ///< of periods, by this seed
    bool chains = false;                 ///< with who has called
    std::string file = "pmu.data";
};

/// The options of a firmware run, as the command line has them.
struct firmware_request {
    std::string part;
    std::string file;             ///< ELF
    std::string mode = "fast";    ///< exact or fast
    std::vector<std::string> ram; ///< BASE:SIZE; none: 0:16M
    double clock_mhz = 100;
    std::uint64_t max_instructions = 10'000'000'000; ///< 0: no limit
    std::uint64_t quantum = 10'000;                  ///< cycles
    std::string caches = "none";                     ///< none or SIZE:WAYS:LINE
    std::string start = "boot";                      ///< boot or reset
    std::vector<std::string> options;                ///< NAME=VALUE
    std::string semihosting_dir;
    std::vector<std::string> arguments;
    std::string trace;    ///< file; empty: none
    std::string report;   ///< file; empty: none
    std::string timeline; ///< the same
    std::string state;    ///< the same
    stat_request stat;
    record_request record;
    gdb_request gdb;
};

/// Whether this program has the simulator.
bool can_run_firmware();

/// What is wrong with a request, whatever the file; empty: nothing.
std::string fault_of_firmware(const firmware_request& request);

/// \param outputs gets the trace file
/// \return the exit code: that of the firmware, or 1, after a message, where it could not go on
/// \throws std::runtime_error for options that cannot be
int run_firmware(const firmware_request& request, output_set& outputs,
                 process::standard_streams& streams);

/// What -M can be for a part; nothing where no firmware runs.
std::vector<std::string> metric_names(const std::string& part);

/// Prints what -M can be for a part.
/// \throws std::runtime_error if no firmware runs on it
void print_metrics(const firmware_request& request);

/// Prints the memory map that firmware would run on.
/// \throws std::runtime_error for options that cannot be
void print_firmware_map(const firmware_request& request);

} // namespace platform::pmu_run
