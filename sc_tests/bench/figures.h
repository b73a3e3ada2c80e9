// SPDX-License-Identifier: Apache-2.0
// What is measured: every figure with its two sides and its mark, and the tables of growth.
#pragma once

#include <bench/tools.h>

#include <limits>
#include <string>
#include <vector>

namespace bench {

/// Where one number comes from.
struct probe {
    enum class source {
        field,        ///< of the line of JSON that the command prints
        micro,        ///< CPU time of a round of a benchmark of core_bench
        process_time, ///< CPU time of the command, less that of the command with 0 iterations
        /// the same in ns, over the number that the command prints after a word, less that with 0
        /// iterations
        time_per_count
    };
    source from = source::field;
    /// A program in the folder of this one, or with a path, and arguments. `iterations_word` stands
    /// for the iterations.
    std::vector<std::string> command;
    std::string name;        ///< of the field or of the benchmark; the word before the number
    unsigned iterations = 0; ///< of process_time and time_per_count
    /// A field: the same field of this command is taken off, unless it is empty.
    std::vector<std::string> less;
};

/// Stands in a command for the number of iterations.
inline constexpr const char* iterations_word = "ITERATIONS";

/// Two numbers that are measured by turns.
struct comparison {
    std::string name; ///< of the part, where a figure has several
    probe a;
    probe b; ///< unused by absolute figures
};

/// The mark of a figure that only is shown.
inline constexpr double no_mark = std::numeric_limits<double>::infinity();

struct figure {
    enum class relation { ratio, difference, absolute };

    std::string key;
    std::string text;
    relation is = relation::ratio;
    double mark = 0; ///< the value may be as high as this; `no_mark`: it is only shown
    /// The value of the figure is that of the worst of them.
    std::vector<comparison> comparisons;
};

/// How a cost grows: absolute numbers.
struct growth_table {
    struct row {
        std::string label;
        std::vector<probe> cells;
    };
    std::string title;
    std::string label_head;
    std::vector<std::string> heads;
    std::vector<row> rows;
};

/// All figures; those of the instruction-set simulator only where the build has it, those beside
/// QEMU where that is installed.
std::vector<figure> all_figures(const tools& found);
/// Which are left out, and why: a line each.
std::vector<std::string> missing_figures(const tools& found);
std::vector<growth_table> all_growth_tables();

} // namespace bench
