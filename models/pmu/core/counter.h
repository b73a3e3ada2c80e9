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

/// As many edges as n, to every counter that adds less than 2^23 an edge: it ends at the same value
/// and has wrapped or not. The product with such an increment does not leave 64 bits.
constexpr std::uint64_t folded(std::uint64_t n) {
    constexpr std::uint64_t whole_turns = std::uint64_t{1} << 40; // of 2^32 and of 2^38 edges
    return n < whole_turns ? n : n % whole_turns + whole_turns;
}

/// A 32-bit up-counter that wraps from 0xFFFFFFFF to 0.
class counter32 {
public:
    constexpr std::uint32_t value() const { return static_cast<std::uint32_t>(m_value); }
    constexpr void set(std::uint32_t value) { m_value = value; }

    /// Adds an increment once. \return true if the counter wrapped
    constexpr bool add(std::uint32_t increment) {
        advance(increment);
        return take_wrap();
    }

    /// Adds an increment `times` times. \return true if the counter wrapped at least once
    constexpr bool add(std::uint32_t increment, std::uint64_t times) {
        // Below 2^64 where times is below 2^32, and where it is not, the counter wraps anyway.
        const std::uint64_t sum = m_value + times * increment;
        m_value = static_cast<std::uint32_t>(sum);
        return increment != 0 && (times | sum) >> 32 != 0;
    }

    /// Adds, in two parts, so that several counters need one test: advance() may leave the counter
    /// with bits above the 32, which it returns as well; take_wrap() then ends the addition.
    /// \param by less than 2^63
    constexpr std::uint64_t advance(std::uint64_t by) { return m_value += by; }
    /// \return true if the counter wrapped at least once
    constexpr bool take_wrap() {
        const bool wrapped = m_value >> 32 != 0;
        m_value = value();
        return wrapped;
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
    std::uint64_t m_value = 0; ///< below 2^32 but between advance() and take_wrap()
};

/// A cycle counter: a 32-bit counter behind a 6-bit prescaler. Divided, it advances on every 64th
/// edge, so that a full turn takes 2^38 edges.
class cycle_counter {
public:
    static constexpr std::uint64_t divisor = 64;
    /// What an edge adds, in 64ths of a count.
    static constexpr std::uint64_t per_edge(bool divided) { return divided ? 1 : divisor; }

    constexpr std::uint32_t value() const { return static_cast<std::uint32_t>(m_parts / divisor); }
    /// Writes the counter; the prescaler keeps its phase.
    constexpr void set(std::uint32_t value) { m_parts = value * divisor + prescaler(); }
    /// The counter and its prescaler as one number, in 64ths of a count: 38 bits.
    constexpr std::uint64_t parts() const { return m_parts; }
    constexpr unsigned prescaler() const { return static_cast<unsigned>(m_parts % divisor); }
    constexpr void clear_prescaler() { m_parts -= prescaler(); }

    /// Takes one edge. \return true if the counter wrapped
    constexpr bool step(bool divided) { return run(divided, 1); }
    /// Takes `edges` edges. \return true if the counter wrapped at least once
    constexpr bool run(bool divided, std::uint64_t edges) {
        advance(folded(edges) * per_edge(divided));
        return take_wrap();
    }

    /// Adds 64ths of a count in two parts, as counter32::advance(). \return the count, with the
    /// bits above its 32
    constexpr std::uint64_t advance(std::uint64_t parts) { return (m_parts += parts) / divisor; }
    /// \return true if the counter wrapped at least once
    constexpr bool take_wrap() {
        const bool wrapped = m_parts >= turn;
        m_parts %= turn;
        return wrapped;
    }

    /// How many edges make the counter wrap.
    constexpr std::uint64_t edges_to_wrap(bool divided) const {
        return (turn - m_parts + per_edge(divided) - 1) / per_edge(divided);
    }

    friend constexpr bool operator==(const cycle_counter& a, const cycle_counter& b) {
        return a.m_parts == b.m_parts;
    }
    friend constexpr bool operator!=(const cycle_counter& a, const cycle_counter& b) {
        return !(a == b);
    }

private:
    static constexpr std::uint64_t turn = divisor << 32;

    std::uint64_t m_parts = 0; ///< 64ths of a count: the count, and below it the prescaler
};

} // namespace pmu
