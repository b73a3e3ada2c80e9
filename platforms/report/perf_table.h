// SPDX-License-Identifier: Apache-2.0
// A table of event counts in the manner of `perf stat`, with ratios and a check against totals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace platform::report {

/// A ratio as it is shown beside a row.
struct perf_metric {
    std::string value; ///< empty: there is none
    std::string unit;
};

/// One line of the table.
struct perf_row {
    std::string name;
    std::optional<std::uint32_t> number;   ///< of the event; a cycle counter has none
    std::optional<std::uint64_t> count;    ///< nothing: the event was not counted
    std::optional<std::uint64_t> expected; ///< what it should be, where that is known
    std::string why_not_supported = {};    ///< nobody can know the count; empty: it is known
    bool is_supported() const { return why_not_supported.empty(); }
    /// Per cent of the time that it was on a counter: less than 100, where the count is what it
    /// would have been all the time.
    double running_percent = 100;
    std::optional<std::uint64_t> running_ps =
        std::nullopt; ///< that time; nothing: what the table is about
    std::optional<double> deviation_percent = std::nullopt; ///< of the mean of several runs
    std::vector<perf_metric> figures = {}; ///< what follows from it, beside the table's ratios
};

/// A remark beside a row: scale * row / base. It is left out if one of the two rows is missing or
/// not counted, or the base is 0.
struct perf_ratio {
    std::string row;
    std::string base;
    std::uint32_t scale = 1; ///< 100 for per cent, 1000 for per thousand
    int decimals = 2;        ///< 0 to 9
    std::string text;        ///< right after the number: " insn per cycle", "% of branches missed"
};

/// How many interrupts a counter has caused that were taken.
struct perf_interrupts {
    std::string counter;
    std::uint64_t taken = 0;
    /// Of a CPU: the most cycles from a request to the entry of the exception.
    std::optional<std::uint64_t> longest_delay = std::nullopt;
};

struct perf_table {
    std::string title;
    std::string part = {};        ///< whose events these are; empty: not told
    std::uint64_t elapsed_ps = 0; ///< simulated time
    std::uint64_t runs = 1;       ///< of which the counts are the mean
    std::uint64_t period_ps = 0;  ///< of the clock; 0: it stands still
    std::vector<perf_row> rows;
    std::vector<perf_ratio> ratios;
    std::vector<perf_interrupts> interrupts;
    /// Rows that nobody can count are one line at the end, by the reason; else lines of their own.
    bool gathers_unsupported = false;
    std::string expected_from = "the generator's totals"; ///< whose numbers `expected` are

    /// The rows whose count is not the expected one; an expected count that is missing is one.
    std::vector<const perf_row*> mismatches() const;
    /// The number of rows with an expected count.
    std::size_t checked() const;

    /// The ratios of a row that can be computed, and its figures.
    std::vector<perf_metric> metrics_of(const perf_row& row) const;
    /// The time that a row was counted.
    std::uint64_t running_ps(const perf_row& row) const {
        return row.running_ps.value_or(elapsed_ps);
    }

    /// Whether a row has a line of its own, for people.
    bool has_line(const perf_row& row) const { return row.is_supported() || !gathers_unsupported; }
    /// The rows without one: "needs --caches: A, B; not modelled: C"; empty: there is none.
    std::string unsupported_text() const;

    void print(std::ostream& out) const;
};

/// What follows the count of a row, as perf has it: "  ( +-  0.12% )  (66.67%)"; may be empty.
std::string reliability_of(const perf_row& row);

/// The count of a row in digits; in the words of Linux perf, why there is none.
std::string count_of(const perf_row& row);

/// Digits in groups of three: 1,234,567.
std::string grouped(std::uint64_t number);

/// Text in at least so many columns, blanks before it.
std::string padded_left(const std::string& text, std::size_t width);

/// Picoseconds in the largest unit that gives at least 1, up to three decimals: "1.5 us".
std::string time_text(std::uint64_t ps);

/// The frequency of a period, up to three decimals: "400 MHz"; "stopped" for 0.
std::string frequency_text(std::uint64_t period_ps);

} // namespace platform::report
