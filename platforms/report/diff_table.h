// SPDX-License-Identifier: Apache-2.0
// What has changed from one run to another, in the manner of `perf diff`.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace platform::report {

/// What was counted of one thing, in both runs.
struct diff_row {
    std::string name;
    std::optional<std::uint64_t> before; ///< nothing: it was not counted
    std::optional<std::uint64_t> after;

    /// In per cent of what was before. 0: both are the same, or neither was counted; infinite: it
    /// was 0, or was counted on one side only.
    double change_percent() const;
    /// Without its sign; 0 where one side is missing.
    std::uint64_t distance() const;
};

/// Counts of one kind.
struct diff_table {
    /// Which changes come first.
    enum class order : std::uint8_t {
        by_percent, ///< the largest share of what was before: of different events
        by_count,   ///< the largest number of occurrences: of one event in different places
    };

    std::string title; ///< empty: none
    std::string what;  ///< a row is of: "event", "Symbol"
    std::vector<diff_row> rows;

    /// What a side does not have is 0 there: it has counted all that there was.
    void fill(std::optional<std::uint64_t> diff_row::*side);
    /// The largest change first, either way; what has not changed stays in order.
    void sort(order by);
    /// The rows that have changed by more, either way. \param percent of what was before, not
    /// negative
    std::vector<const diff_row*> beyond(double percent) const;
};

/// What one run has counted of a thing.
struct named_count {
    std::string name;
    std::optional<std::uint64_t> count; ///< nothing: it was not counted
};

/// The counts of a map, by name.
std::vector<named_count> named_counts(const std::map<std::string, std::uint64_t>& counts);

/// A row for each name that was counted on either side, in the order of the first.
/// \param before,after each name once
diff_table compared(const std::vector<named_count>& before, const std::vector<named_count>& after);

/// For people: OLD, NEW, the difference and its share.
void print(std::ostream& out, const diff_table& table);
/// In the manner of RFC 4180, with LF at the ends of lines and a head; empty cells are unknown.
void print_csv(std::ostream& out, const std::vector<diff_table>& tables);
/// A list of objects; null is unknown.
void print_json(std::ostream& out, const std::vector<diff_table>& tables);

} // namespace platform::report
