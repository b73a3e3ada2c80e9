// SPDX-License-Identifier: Apache-2.0
// A table of figures that a user brings, as CSV.
#pragma once

#include <sweep/table/table.h>

#include <cstdint>
#include <string>
#include <vector>

namespace platform::sweep {

/// Larger files are refused.
inline constexpr std::uint64_t most_table_bytes = std::uint64_t{4} << 30U;

/// A row a run, as write_csv() has it: a point on the axes, its repeat, its figures.
struct figure_table {
    std::vector<axis> axes; ///< values in the order in which they come
    std::vector<std::string> figures;
    std::vector<table_row> rows;
    std::vector<std::vector<std::uint64_t>> positions; ///< of the rows, on the axes
    std::uint64_t repeat = 1;                          ///< the most rows of a point
};

/// Whether the contents of a file can only be JSON.
bool is_json(const std::string& text);

/// Reads UTF-8 with commas between cells and quotes as RFC 4180 has them. The first line names the
/// columns: axes up to `repeat`, a whole number; after it `status` (done or failed, [done]),
/// `reason`, `failed_attempts`, each of which may be missing, and figures, numbers or nothing.
/// \param file for messages
/// \throws sweep_error that names file, line and column, also for ragged rows, two rows of one
/// point and repeat, and more than ten million rows
figure_table read_csv_table(const std::string& file, const std::string& text);

} // namespace platform::sweep
