// SPDX-License-Identifier: Apache-2.0
// The counters that all parts are made of: 32 bits with wrap, and the divide-by-64 prescaler.
#pragma once

#include <pmu/core/api.h>

#include <cstdint>

namespace PMU_API pmu {

/// "It will not happen", for numbers of edges or occurrences.
constexpr std::uint64_t never = UINT64_MAX;

/// a + b, or never where that is beyond the range.
constexpr std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
    return a > never - b ? never : a + b;
}

/// A smaller number of edges with the effect of n, for every counter that adds less than 2^23 an
/// edge: the counter ends at the same value, and has wrapped or has not, as after n edges. The
/// product of the result and such an increment fits into 64 bits.
constexpr std::uint64_t folded(std::uint64_t n) {
    constexpr std::uint64_t whole_turns = std::uint64_t{1} << 40; // of 2^32 and of 2^38 edges
    return n < whole_turns ? n : n % whole_turns + whole_turns;
}

/// A 32-bit up-counter that wraps from 0xFFFFFFFF to 0.
class counter32 {
public:
    /// The count.
    constexpr std::uint32_t value() const { return static_cast<std::uint32_t>(m_value); }
    /// Writes the count. That is never a wrap.
    constexpr void set(std::uint32_t value) { m_value = value; }

    /// Adds an increment once. \return true if the counter wrapped
    constexpr bool add(std::uint32_t increment) {
        advance(increment);
        return take_wrap();
    }

    /// Adds an increment `times` times. \return true if the counter wrapped at least once
    constexpr bool add(std::uint32_t increment, std::uint64_t times) {
        // If times is below 2^32, the sum fits into 64 bits. If it is not, the counter wraps
        // anyway.
        const std::uint64_t sum = m_value + times * increment;
        m_value = static_cast<std::uint32_t>(sum);
        return increment != 0 && (times | sum) >> 32 != 0;
    }

    /// First half of an addition. Several counters are advanced, then tested together: the counter
    /// may have bits above its 32, which advance() returns as well. take_wrap() ends the addition.
    /// \param by less than 2^63
    constexpr std::uint64_t advance(std::uint64_t by) { return m_value += by; }
    /// Second half of an addition. \return true if the counter wrapped at least once
    constexpr bool take_wrap() {
        const bool wrapped = m_value >> 32 != 0;
        m_value = value();
        return wrapped;
    }

    /// How many additions of this increment make the counter wrap, or `never` for increment 0.
    constexpr std::uint64_t times_to_wrap(std::uint32_t increment) const {
        const std::uint64_t room = (std::uint64_t{1} << 32) - m_value;
        switch (increment) { // parts add 0, 1 or 2: these need no division
        case 0: return never;
        case 1: return room;
        case 2: return (room + 1) / 2;
        default: return (room + increment - 1) / increment;
        }
    }

    /// Compares the counts.
    friend constexpr bool operator==(const counter32& a, const counter32& b) {
        return a.m_value == b.m_value;
    }
    friend constexpr bool operator!=(const counter32& a, const counter32& b) { return !(a == b); }

private:
    std::uint64_t m_value = 0; ///< below 2^32, except between advance() and take_wrap()
};

/// A cycle counter: a 32-bit counter fed through a 6-bit prescaler. Divided, it advances on every
/// 64th edge, so that a full turn takes 2^38 edges.
class cycle_counter {
public:
    /// Edges for one count while the counter is divided.
    static constexpr std::uint64_t divisor = 64;
    /// What an edge adds, in 64ths of a count.
    static constexpr std::uint64_t per_edge(bool divided) { return divided ? 1 : divisor; }

    /// The count.
    constexpr std::uint32_t value() const { return static_cast<std::uint32_t>(m_parts / divisor); }
    /// Writes the counter; the prescaler keeps its phase.
    constexpr void set(std::uint32_t value) { m_parts = value * divisor + prescaler(); }
    /// The counter and its prescaler as one number, in 64ths of a count: 38 bits.
    constexpr std::uint64_t parts() const { return m_parts; }
    /// Phase of the prescaler: edges counted since it was last 0, 0 to 63.
    constexpr unsigned prescaler() const { return static_cast<unsigned>(m_parts % divisor); }
    /// Writes the counter and its prescaler as one number; the bits above 38 are dropped.
    constexpr void set_parts(std::uint64_t parts) { m_parts = parts % turn; }
    /// Sets the prescaler to 0; the count stays.
    constexpr void clear_prescaler() { m_parts -= prescaler(); }

    /// Takes one edge. \return true if the counter wrapped
    constexpr bool step(bool divided) { return run(divided, 1); }
    /// Takes `edges` edges. \return true if the counter wrapped at least once
    constexpr bool run(bool divided, std::uint64_t edges) {
        advance(folded(edges) * per_edge(divided));
        return take_wrap();
    }

    /// First half of an addition of 64ths of a count, as counter32::advance(). \return the count,
    /// with the bits above its 32
    constexpr std::uint64_t advance(std::uint64_t parts) { return (m_parts += parts) / divisor; }
    /// Second half of the addition. \return true if the counter wrapped at least once
    constexpr bool take_wrap() {
        const bool wrapped = m_parts >= turn;
        m_parts %= turn;
        return wrapped;
    }

    /// How many edges make the counter wrap.
    constexpr std::uint64_t edges_to_wrap(bool divided) const {
        return (turn - m_parts + per_edge(divided) - 1) / per_edge(divided);
    }

    /// Compares the counts and the prescalers.
    friend constexpr bool operator==(const cycle_counter& a, const cycle_counter& b) {
        return a.m_parts == b.m_parts;
    }
    friend constexpr bool operator!=(const cycle_counter& a, const cycle_counter& b) {
        return !(a == b);
    }

private:
    static constexpr std::uint64_t turn = divisor << 32;

    std::uint64_t m_parts = 0; ///< 64ths of a count: the prescaler in [5:0], the count above it
};

} // namespace pmu
