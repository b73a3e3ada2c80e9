// SPDX-License-Identifier: Apache-2.0
// The modes of the XScale PMUs: events that are counted together, and what follows from the counts.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace platform::xscale_common {

/// What one run of a mode counted.
struct mode_counts {
    std::uint64_t ccnt = 0;                ///< clock cycles
    std::array<std::uint64_t, 4> pmn = {}; ///< in the order of the mode's events
};

/// A count of a run.
enum class mode_count : std::uint8_t { PMN0, PMN1, PMN2, PMN3, CCNT, one };

/// Of a line of either cache, unless a simulator has been told otherwise.
constexpr std::uint32_t line_bytes = 32;

/// A figure that follows from the counts: factor * numerator / denominator.
struct mode_statistic {
    const char* name;
    const char* unit;
    mode_count numerator;
    mode_count denominator; ///< `one`: a figure that is no ratio
    std::uint32_t factor;   ///< 100 for per cent
    bool is_complement;     ///< 100 minus that: a hit rate from misses
    bool is_of_lines;       ///< the numerator is cache lines, and the figure is their bytes

    /// \param bytes of a line
    /// \return nothing if the denominator is 0
    std::optional<double> of(const mode_counts& counts, std::uint32_t bytes = line_bytes) const;
};

/// Events that are counted together, evtCount0 first, and what they tell.
struct pmu_mode {
    const char* name;       ///< as the manual spells it
    const char* short_name; ///< one word
    std::vector<std::uint8_t> events;
    std::vector<mode_statistic> statistics;
};

/// The common uses of the PMU, in the order of the manual's table (IXP42X, Table 61): two events
/// each.
const std::vector<pmu_mode>& pmu_modes();

/// What four counters can do in one run: the combination that the IXP42X manual gives as example.
const pmu_mode& four_counter_mode();

} // namespace platform::xscale_common
