// SPDX-License-Identifier: Apache-2.0
// What follows from the counts of several events, such as instructions per cycle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace platform::report {

/// factor * (sum of the numerators) / (sum of the denominators); of lines, times their bytes.
struct metric_figure {
    /// In place of a position in the metric's events: the cycles of the CPU.
    static constexpr std::size_t cycles = SIZE_MAX;

    std::string name;                      ///< "data cache miss rate"
    std::string unit;                      ///< "% of accesses"
    std::vector<std::size_t> numerators;   ///< positions in the metric's events
    std::vector<std::size_t> denominators; ///< the same; empty: 1
    std::uint32_t factor = 1;              ///< 100 for per cent, 1000 for per thousand
    bool is_complement = false;            ///< factor minus that: a hit rate from misses
    bool is_of_lines = false; ///< the numerators are cache lines, and the figure is their bytes

    /// \param counts of the metric's events, in order \param cycle_count of the same time
    /// \param line_bytes of a line of the caches that were counted
    /// \return nothing if the denominators are 0
    std::optional<double> of(const std::vector<double>& counts, double cycle_count,
                             std::uint32_t line_bytes) const;
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

// Those that several parts have, each with its own events.

/// "ipc": instructions per cycle, and the reverse.
metric instructions_per_cycle(std::uint32_t instructions);
/// "branch_mpki".
metric branch_mpki(std::uint32_t mispredicted, std::uint32_t instructions);
/// \param name of the metric \param what is counted: "data cache misses"
/// \param figure_name "data cache MPKI"
metric per_thousand_instructions(const std::string& name, const std::string& what,
                                 const std::string& figure_name, std::uint32_t event,
                                 std::uint32_t instructions);
/// \param unit "% of cachable accesses"
metric percentage(const std::string& name, const std::string& what, const std::string& figure_name,
                  const std::string& unit, std::uint32_t event, std::uint32_t base);

} // namespace platform::report
