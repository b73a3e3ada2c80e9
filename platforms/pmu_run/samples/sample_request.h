// SPDX-License-Identifier: Apache-2.0
// How the samples of a file are shown.
#pragma once

#include <report/diff_table.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace platform::pmu_run {

class output_set;

/// The commands that read what `record` has written.
enum class sample_view : std::uint8_t {
    report,   ///< what the samples are of, the most frequent first
    annotate, ///< code, with the share of each instruction
    script,   ///< each sample
};

struct sample_request {
    sample_view view = sample_view::report;
    std::string file = "pmu.data";
    std::string event;                  ///< name or number; empty: all, or the only one
    std::string sort = "function";      ///< or line, or instruction
    bool children = false;              ///< report: also what each function has called
    bool folded = false;                ///< a line a stack
    std::vector<std::string> functions; ///< report: only samples in these; empty: all
    std::vector<std::string> tasks;     ///< report: only of stacks that began in these
    bool call_tree = false;             ///< report: who calls whom
    std::size_t depth = 32;             ///< of that, in functions
    std::optional<std::size_t> width;   ///< of a table, in columns; nothing: that of the terminal
    std::string callgrind;              ///< report: a file that gets the costs; empty: a table
    std::string symbol;   ///< annotate: a function or an address; empty: all that have samples
    std::string source;   ///< annotate: a folder with sources; empty: where the compiler had them
    std::string firmware; ///< where it is now; empty: where it was
};

/// \param outputs opens the files that are written \return the exit code
/// \throws std::runtime_error for a file or firmware that cannot be read, or a file that cannot be
/// written
int show_samples(const sample_request& request, output_set& outputs);

/// Compares two files by what `sort` of the first says, a table for each event that both have. A
/// row has the occurrences that its samples stand for: each a period.
/// \param events names or numbers; empty: all
/// \throws std::runtime_error also for files of different parts, and events that are not in both
std::vector<report::diff_table> diff_samples(const sample_request& before,
                                             const sample_request& after,
                                             const std::vector<std::string>& events);

} // namespace platform::pmu_run
