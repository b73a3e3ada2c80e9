// SPDX-License-Identifier: Apache-2.0
// What follows from the counts of several events, such as instructions per cycle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace platform::report {

/// Bytes of a line of the caches that were counted.
struct line_sizes {
    line_sizes(std::uint32_t of_both) : instruction(of_both), data(of_both) {}
    line_sizes(std::uint32_t of_instructions, std::uint32_t of_data)
        : instruction(of_instructions), data(of_data) {}

    std::uint32_t instruction; ///< of the instruction cache
    std::uint32_t data;        ///< of the data cache
};

/// Whose lines the numerators of a figure are, if it is their bytes.
enum class lines_of : std::uint8_t { none, instruction_cache, data_cache };

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
    lines_of lines = lines_of::none;

    /// \param counts of the metric's events, in order \param cycle_count of the same time
    /// \return nothing if the denominators are 0
    std::optional<double> of(const std::vector<double>& counts, double cycle_count,
                             const line_sizes& sizes) const;
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
