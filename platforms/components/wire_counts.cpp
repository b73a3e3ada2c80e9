// SPDX-License-Identifier: Apache-2.0
#include <components/wire_counts.h>

#include <algorithm>
#include <cstddef>

namespace platform::components {

namespace {
constexpr unsigned levels_per_word = 32;
}

wire_counts::wire_counts(unsigned wires, std::uint64_t start, std::uint64_t period)
    : m_edges(start, period), m_levels((wires + levels_per_word - 1) / levels_per_word),
      m_settled(wires) {
}

void wire_counts::count_up_to(std::uint64_t now) {
    const std::uint64_t edges = m_edges.take_by(now);
    if (edges == 0) {
        return;
    }
    m_cycles += edges;
    for (std::size_t i = 0; i < m_levels.size(); ++i) {
        std::size_t wire = i * levels_per_word;
        for (std::uint32_t high = m_levels[i]; high != 0; high >>= 1U, ++wire) {
            if ((high & 1U) != 0) {
                m_settled[wire] += edges;
            }
        }
    }
}

std::uint64_t wire_counts::count(unsigned wire, std::uint64_t now) const {
    const bool high = (m_levels[wire / levels_per_word] >> wire % levels_per_word & 1U) != 0;
    return m_settled[wire] + (high ? m_edges.edges_by(now) : 0);
}

void wire_counts::reset(std::uint64_t now) {
    count_up_to(now);
    m_cycles = 0;
    std::fill(m_settled.begin(), m_settled.end(), 0);
}

void wire_counts::set_period(std::uint64_t now, std::uint64_t period) {
    count_up_to(now);
    m_edges.set_period(now, period);
}

} // namespace platform::components
