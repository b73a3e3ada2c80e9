// SPDX-License-Identifier: Apache-2.0
// Counts of several events for each of many things, such as functions.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace platform::report {

struct count_table {
    struct row {
        std::vector<std::string> keys; ///< as many as there are keys
        std::vector<std::uint64_t> counts;
    };

    std::string title;
    std::vector<std::string> keys;    ///< what tells a row from others: "function"
    std::vector<std::string> columns; ///< names of the events
    std::vector<row> rows;            ///< as they are shown

    /// For people: with the share of the first column in front, and a sum at the end.
    void print(std::ostream& out) const;
    /// A line of names and a line a row, keys first; what has the separator in it stands between
    /// quotes, as in CSV.
    void print_fields(std::ostream& out, const std::string& separator) const;
    /// An object of JSON a line.
    void print_json_lines(std::ostream& out) const;
};

} // namespace platform::report
