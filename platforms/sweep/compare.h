// SPDX-License-Identifier: Apache-2.0
// What has changed from one sweep to another.
#pragma once

#include <sweep/json_reader.h>
#include <sweep/plan.h>

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace platform::sweep {

/// Repeats of a figure.
struct sample {
    std::uint64_t n = 0;
    double mean = 0;
    double squares = 0; ///< of the differences from the mean, summed
    double least = 0;
    double greatest = 0;

    void add(double x);
    double variance() const { return n > 1 ? squares / static_cast<double>(n - 1) : 0; }
};

/// A point of the matrix, all its repeats.
struct compared_point {
    std::map<std::string, sample> figures;
    std::uint64_t done = 0;
    std::uint64_t failed = 0;
};

/// The points of a sweep by their places, NAME=VALUE for each axis, in the order of the names.
using compared_sweep = std::map<std::string, compared_point>;

/// From the folder of a sweep, or a file that `sweep collect --json` has written.
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
    sample after;
    bool is_beyond_bound = false;
    /// Share of what was before; infinite if that was 0.
    double change() const;
};

struct comparison {
    std::vector<difference> differences; ///< those beyond bounds first, then the largest
    std::vector<std::string> only_before;
    std::vector<std::string> only_after;
    std::vector<std::string> newly_failed;
    std::uint64_t compared = 0; ///< points that both have
    /// Whether a bound is passed, or a point that had a result has failed.
    bool is_passed() const;
};

/// Whether the repeats do not explain the difference: their ranges do not meet, and the means
/// differ by more than four standard errors (Welch). Figures of the simulation are the same in
/// every run, so each difference counts; those of the host want three repeats on either side.
bool has_changed(const std::string& figure, const sample& before, const sample& after);

/// \param figures those that are looked at; empty: all
comparison compare(const compared_sweep& before, const compared_sweep& after,
                   const std::vector<std::string>& figures, const std::vector<bound>& bounds);

void print(std::ostream& out, const comparison& c);
json as_json(const comparison& c);

} // namespace platform::sweep
