// SPDX-License-Identifier: Apache-2.0
// In how many cycles of an ideal clock each wire of a bus was high.
#pragma once

#include <pmu/core/edge_timeline.h>

#include <cstdint>
#include <vector>

namespace platform::components {

/// Counts by the time that passes between changes. Times are ticks of the time resolution and must
/// not go backwards. A cycle belongs to the level that the wire has when the cycle ends.
class wire_counts {
public:
    /// \param wires at least 1 \param start ticks; the first edge comes one period later
    /// \param period ticks, 0: the clock stands still
    wire_counts(unsigned wires, std::uint64_t start, std::uint64_t period);

    /// The wires are kept 32 to a word.
    unsigned words() const { return static_cast<unsigned>(m_levels.size()); }

    /// Counts all cycles that have ended by now. Call it before set_word().
    void count_up_to(std::uint64_t now);
    /// Drives the wires 32 * i to 32 * i + 31.
    void set_word(unsigned i, std::uint32_t levels) { m_levels[i] = levels; }

    /// Cycles in which a wire was high, up to now.
    std::uint64_t count(unsigned wire, std::uint64_t now) const;
    /// All cycles, up to now.
    std::uint64_t cycles(std::uint64_t now) const { return m_cycles + m_edges.edges_by(now); }

    /// Begins to count from now on; the wires stay as they are driven.
    void reset(std::uint64_t now);
    void set_period(std::uint64_t now, std::uint64_t period);

private:
    pmu::edge_timeline m_edges;
    std::uint64_t m_cycles = 0;           ///< of the counted time
    std::vector<std::uint32_t> m_levels;  ///< since the counted time
    std::vector<std::uint64_t> m_settled; ///< for each wire
};

} // namespace platform::components
