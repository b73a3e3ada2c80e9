// SPDX-License-Identifier: Apache-2.0
#include <report/count_table.h>

#include <exports/csv_cell.h>
#include <process/words.h>
#include <report/perf_table.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace platform::report {

namespace {

constexpr std::size_t share_width = 7; ///< "100.00%"

std::vector<std::uint64_t> sums_of(const count_table& table) {
    std::vector<std::uint64_t> sums(table.columns.size());
    for (const count_table::row& r : table.rows) {
        for (std::size_t n = 0; n < sums.size(); ++n) {
            sums[n] += r.counts[n];
        }
    }
    return sums;
}

} // namespace

void count_table::print(std::ostream& out) const {
    const std::vector<std::uint64_t> sums = sums_of(*this);
    std::vector<std::size_t> widths;
    for (std::size_t n = 0; n < columns.size(); ++n) {
        widths.push_back(2 + std::max(columns[n].size(), grouped(sums[n]).size()));
    }
    const auto print_row = [&](const std::string& share, const std::vector<std::string>& cells,
                               const std::vector<std::string>& names) {
        out << padded_left(share, share_width);
        for (std::size_t n = 0; n < cells.size(); ++n) {
            out << padded_left(cells[n], widths[n]);
        }
        out << "  " << process::joined(names, "  ") << '\n';
    };
    const auto print_counts = [&](const std::vector<std::uint64_t>& counts,
                                  const std::vector<std::string>& names) {
        std::vector<std::string> cells;
        cells.reserve(counts.size());
        for (const std::uint64_t n : counts) {
            cells.push_back(grouped(n));
        }
        const bool has_share = !counts.empty() && sums.front() != 0;
        print_row(has_share ? process::decimal(100 * static_cast<double>(counts.front()) /
                                               static_cast<double>(sums.front())) +
                                  "%"
                            : "",
                  cells, names);
    };
    out << " Counts for " << title << ":\n\n";
    print_row("", columns, keys);
    for (const row& r : rows) {
        print_counts(r.counts, r.keys);
    }
    print_counts(sums, {"(all)"});
}

void count_table::print_fields(std::ostream& out, const std::string& separator) const {
    const auto print_line = [&](std::vector<std::string> cells) {
        for (std::string& cell : cells) {
            cell = exports::csv_cell(cell, separator);
        }
        out << process::joined(cells, separator.c_str()) << '\n';
    };
    std::vector<std::string> names = keys;
    names.insert(names.end(), columns.begin(), columns.end());
    print_line(names);
    for (const row& r : rows) {
        std::vector<std::string> cells = r.keys;
        for (const std::uint64_t n : r.counts) {
            cells.push_back(std::to_string(n));
        }
        print_line(cells);
    }
}

void count_table::print_json_lines(std::ostream& out) const {
    for (const row& r : rows) {
        nlohmann::ordered_json line;
        for (std::size_t n = 0; n < keys.size(); ++n) {
            line[keys[n]] = r.keys[n];
        }
        for (std::size_t n = 0; n < columns.size(); ++n) {
            line["counts"][columns[n]] = r.counts[n];
        }
        out << line.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) << '\n';
    }
}

} // namespace platform::report
