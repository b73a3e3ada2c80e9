// SPDX-License-Identifier: Apache-2.0
// What has changed from one sweep to another.
#pragma once

#include <sweep/table/table.h>

#include <iosfwd>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace platform::sweep {

/// A point of the matrix, all its repeats.
struct compared_point {
    std::map<std::string, sample> figures;
    std::uint64_t done = 0;
    std::uint64_t failed = 0;
};

/// A value for each axis, by the names of the axes.
using place = std::map<std::string, std::string>;
/// NAME=VALUE for each axis, in quotes where that could be read in two ways.
std::string text_of(const place& at);

/// What is compared of a sweep. A point without repeats is in its matrix and has not been run.
struct compared_sweep {
    std::map<place, compared_point> points;
    place first = {};              ///< of its points, in the order of the sweep
    std::set<std::string> names;   ///< of figures, those that are not known at any point, too
    std::set<std::string> of_host; ///< figures measured on the host, and metrics of them
};

/// From the folder of a sweep, or a file as `sweep collect` writes it, JSON or CSV.
/// \throws sweep_error
compared_sweep read_compared(const std::string& path, const run_interface& interface);

/// METRIC:PCT, by which a figure may rise; if PCT is negative, fall.
struct bound {
    std::string figure;
    double per_cent = 0;
};
/// \throws sweep_error
bound read_bound(const std::string& text);

struct difference {
    std::string point;
    std::string figure;
    sample before;
    sample after; ///< no repeats: the figure has a bound, and is missing
    bool is_beyond_bound = false;
    /// Share of what was before; infinite if that was 0, or nothing is there now.
    double change() const;
};

struct comparison {
    std::string base = {}; ///< AXIS=VALUE that all are compared with; empty: with another sweep
    std::vector<difference> differences; ///< those beyond bounds first, then the largest
    std::vector<std::string> only_before;
    std::vector<std::string> only_after;
    std::vector<std::string> newly_failed;
    std::vector<std::string> not_run; ///< that have a result before, and now are still to be done
    std::uint64_t compared = 0;       ///< points with a result on both sides
    /// Whether a bound is passed, or a point that had a result has failed.
    bool is_passed() const;
};

/// Whether the repeats do not explain the difference: their ranges do not meet, and
/// - of the simulation, whose figures are the same in every run: the means differ by more than four
///   standard errors (Welch), which are 0 where no repeats differ;
/// - of the host: the medians differ by more than a tenth, since machines drift, and by more than
/// four
///   times the spread of single runs of both sides (standard deviations, squared and added). A side
///   with fewer than three repeats is taken to spread by at least a tenth.
bool has_changed(bool is_of_host, const sample& before, const sample& after);

/// \param figures those that are looked at; empty: all
/// \throws sweep_error for figures that nothing has, and bounds where no point can be compared
comparison compare(const compared_sweep& before, const compared_sweep& after,
                   const std::vector<std::string>& figures, const std::vector<bound>& bounds);

void print(std::ostream& out, const comparison& c);
json as_json(const comparison& c);

} // namespace platform::sweep
