// SPDX-License-Identifier: Apache-2.0
// What follows from the counts of several events, such as instructions per cycle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace platform::report {

/// factor * (sum of the numerators) / (sum of the denominators).
struct metric_figure {
    /// In place of a position in the metric's events: the cycles of the CPU.
    static constexpr std::size_t cycles = SIZE_MAX;

    std::string name;                      ///< "data cache miss rate"
    std::string unit;                      ///< "% of accesses"
    std::vector<std::size_t> numerators;   ///< positions in the metric's events
    std::vector<std::size_t> denominators; ///< the same; empty: 1
    std::uint32_t factor = 1;              ///< 100 for per cent, 1000 for per thousand
    bool is_complement = false;            ///< factor minus that: a hit rate from misses

    /// \param counts of the metric's events, in order \param cycle_count of the same time
    /// \return nothing if the denominators are 0
    std::optional<double> of(const std::vector<double>& counts, double cycle_count) const;
    bool needs_cycles() const;
};

/// Events that are counted together, and what they tell.
struct metric {
    std::string name; ///< as a command line has it
    std::string description;
    std::vector<std::uint32_t> events;
    std::vector<metric_figure> figures;

    bool needs_cycles() const;
};

} // namespace platform::report
