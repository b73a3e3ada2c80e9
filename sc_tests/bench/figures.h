// SPDX-License-Identifier: Apache-2.0
// What is measured: every figure with its two sides and its mark, and the tables of growth.
#pragma once

#include <string>
#include <vector>

namespace bench {

/// Where one number comes from.
struct probe {
    enum class source {
        field,       ///< of the line of JSON that the command prints
        micro,       ///< CPU time of a round of a benchmark of core_bench
        process_time ///< CPU time of the command, less that of the command with 0 iterations
    };
    source from = source::field;
    /// A program in the folder of this one, and arguments. `iterations_word` stands for the
    /// iterations.
    std::vector<std::string> command;
    std::string name;        ///< of the field or of the benchmark
    unsigned iterations = 0; ///< of process_time
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

struct figure {
    enum class relation { ratio, difference, absolute };

    std::string key;
    std::string text;
    relation is = relation::ratio;
    double mark = 0; ///< the value may be as high as this
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

/// All figures; those of the instruction-set simulator only where the build has it.
std::vector<figure> all_figures();
/// Which are left out, and why; empty: none.
std::string missing_figures();
std::vector<growth_table> all_growth_tables();

} // namespace bench
