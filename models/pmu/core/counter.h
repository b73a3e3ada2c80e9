// SPDX-License-Identifier: Apache-2.0
// The counters that all parts are made of: 32 bits with wrap, and the divide-by-64 prescaler.
#pragma once

#include <cstdint>

namespace pmu {

/// "It will not happen", for numbers of edges or occurrences.
constexpr std::uint64_t never = UINT64_MAX;

/// a + b, or never where that is beyond the range.
constexpr std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
    return a > never - b ? never : a + b;
}

/// A 32-bit up-counter that wraps from 0xFFFFFFFF to 0.
class counter32 {
public:
    constexpr std::uint32_t value() const { return m_value; }
    constexpr void set(std::uint32_t value) { m_value = value; }

    /// Adds an increment once. \return true if the counter wrapped
    constexpr bool add(std::uint32_t increment) {
        m_value += increment;
        return m_value < increment;
    }

    /// Adds an increment `times` times. \return true if the counter wrapped at least once
    constexpr bool add(std::uint32_t increment, std::uint64_t times) {
        const bool wraps = increment != 0 && times >= times_to_wrap(increment);
        m_value += static_cast<std::uint32_t>(times * increment);
        return wraps;
    }

    /// How many additions of this increment make the counter wrap, or `never` for increment 0.
    constexpr std::uint64_t times_to_wrap(std::uint32_t increment) const {
        const std::uint64_t room = (std::uint64_t{1} << 32) - m_value;
        switch (increment) { // every part adds 0, 1 or 2: no division on the way to a counter
        case 0: return never;
        case 1: return room;
        case 2: return (room + 1) / 2;
        default: return (room + increment - 1) / increment;
        }
    }

    friend constexpr bool operator==(const counter32& a, const counter32& b) {
        return a.m_value == b.m_value;
    }
    friend constexpr bool operator!=(const counter32& a, const counter32& b) { return !(a == b); }

private:
    std::uint32_t m_value = 0;
};

/// A cycle counter: a 32-bit counter behind a 6-bit prescaler. Divided, it advances on every 64th
/// edge, so that a full turn takes 2^38 edges.
class cycle_counter {
public:
    static constexpr std::uint64_t divisor = 64;

    constexpr std::uint32_t value() const { return m_count.value(); }
    /// Writes the counter; the prescaler keeps its phase.
    constexpr void set(std::uint32_t value) { m_count.set(value); }
    constexpr unsigned prescaler() const { return m_prescaler; }
    constexpr void clear_prescaler() { m_prescaler = 0; }

    /// Takes one edge. \return true if the counter wrapped
    constexpr bool step(bool divided) {
        if (divided) {
            m_prescaler = (m_prescaler + 1) % divisor;
            return m_prescaler == 0 && m_count.add(1);
        }
        return m_count.add(1);
    }

    /// Takes `edges` edges. \return true if the counter wrapped at least once
    constexpr bool run(bool divided, std::uint64_t edges) {
        if (!divided) {
            return m_count.add(1, edges);
        }
        // Split, so that prescaler + edges cannot leave 64 bits.
        const std::uint64_t phase = m_prescaler + edges % divisor;
        m_prescaler = static_cast<unsigned>(phase % divisor);
        return m_count.add(1, edges / divisor + phase / divisor);
    }

    /// How many edges make the counter wrap.
    constexpr std::uint64_t edges_to_wrap(bool divided) const {
        const std::uint64_t counts = m_count.times_to_wrap(1);
        return divided ? counts * divisor - m_prescaler : counts;
    }

    friend constexpr bool operator==(const cycle_counter& a, const cycle_counter& b) {
        return a.m_count == b.m_count && a.m_prescaler == b.m_prescaler;
    }
    friend constexpr bool operator!=(const cycle_counter& a, const cycle_counter& b) {
        return !(a == b);
    }

private:
    counter32 m_count;
    unsigned m_prescaler = 0; ///< 0 to 63
};

} // namespace pmu
