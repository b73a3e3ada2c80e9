// SPDX-License-Identifier: Apache-2.0
// The counters that all parts are made of: 32 bits with wrap, the divide-by-64 prescaler, and all
// counters of a unit with what they count.
#pragma once

#include <pmu/core/api.h>
#include <pmu/core/event_table.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

namespace PMU_API pmu {

// --- numbers --------------------------------------------------------------------------

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

// --- what they count ------------------------------------------------------------------

/// A 32-bit event counter: its value, its selected event and what an edge adds.
/// \tparam Rule gives the increment, 0 to 2, from what an edge samples. A default one adds nothing.
template <class Rule>
struct event_counter {
    counter32 count;         ///< the value that software reads
    std::uint32_t event = 0; ///< event number as software wrote it
    Rule rule{};             ///< compiled from `event` and the enables; follows them

    /// Value and event, as references; the rule follows from other state.
    template <class Self>
    static constexpr auto state_of(Self& self) {
        return std::tie(self.count, self.event);
    }
    /// Compares value and event.
    friend constexpr bool operator==(const event_counter& a, const event_counter& b) {
        return state_of(a) == state_of(b);
    }
    friend constexpr bool operator!=(const event_counter& a, const event_counter& b) {
        return !(a == b);
    }
};

/// "One edge" for counter_bank::advance().
using one_edge = std::integral_constant<std::uint64_t, 1>;

/// The cycle counter and the event counters of a unit. Masks have one bit a counter: bit i is event
/// counter i, the bit above the last of them is the cycle counter.
/// \tparam Rule as of event_counter
/// \tparam Events number of event counters
template <class Rule, std::size_t Events>
struct counter_bank {
    /// The cycle counter in a mask.
    static constexpr std::uint32_t cycle_bit = std::uint32_t{1} << Events;

    // `cycle_step` does not stand beside `cycles`: g++ 14 would load both at once, and wait each
    // time for the store of the edge before.
    cycle_counter cycles;                             ///< the cycle counter
    std::array<event_counter<Rule>, Events> events{}; ///< the event counters, in their order
    std::uint64_t cycle_step = 0; ///< 64ths of a count that an edge adds to `cycles`: 0, 1 or 64

    /// Takes n edges with the same lines. `cycle_step` and the rules say what counts and how much,
    /// so that no counter costs a branch.
    /// \param lines what an edge samples, as the rules take it
    /// \param n one_edge, or a number that is folded()
    /// \return true: a counter has wrapped, and take_wraps() must follow
    template <class Lines, class Edges>
    constexpr bool advance(const Lines& lines, Edges n) {
        std::uint64_t sums = cycles.advance(cycle_step * n);
        for (event_counter<Rule>& counter : events) {
            sums |= counter.count.advance(counter.rule(lines) * n);
        }
        return sums >> 32 != 0;
    }
    /// The same, but the event counters stand still.
    template <class Edges>
    constexpr bool advance_cycles(Edges n) {
        return cycles.advance(cycle_step * n) >> 32 != 0;
    }
    /// Ends advance(). \return the counters that wrapped
    constexpr std::uint32_t take_wraps() {
        std::uint32_t wrapped = cycles.take_wrap() ? cycle_bit : 0;
        for (std::size_t i = 0; i < Events; ++i) {
            wrapped |= events[i].count.take_wrap() ? std::uint32_t{1} << i : 0;
        }
        return wrapped;
    }
    /// What an occurrence adds to each event counter, 0 to 2.
    using increments = std::array<std::uint32_t, Events>;

    /// One to each event counter of a mask.
    static constexpr increments one_each(std::uint32_t mask) {
        increments by{};
        for (std::size_t i = 0; i < Events; ++i) {
            by[i] = mask >> i & 1U;
        }
        return by;
    }
    /// What an occurrence of an event adds: what an edge adds on which the event's own line is
    /// high. A composite event has no line, and the report does not say which of its parts
    /// occurred. So it adds one to the counters that select it, and nothing to those of its parts.
    /// \param table the events of the part
    /// \param event event number
    /// \param line the event's own line as a mask, 0: none
    constexpr increments occurrence(const event_table& table, std::uint32_t event,
                                    std::uint64_t line) const {
        increments by{};
        if (line != 0) {
            for (std::size_t i = 0; i < Events; ++i) {
                by[i] = events[i].rule.by_lines(line);
            }
        } else if (table.is_composite(event)) {
            for (std::size_t i = 0; i < Events; ++i) {
                by[i] = events[i].event == event && events[i].rule != Rule{} ? 1 : 0;
            }
        }
        return by;
    }
    /// What add() has done.
    struct addition {
        std::uint32_t wrapped = 0;  ///< mask of the counters that wrapped
        bool changes_edges = false; ///< a counter will wrap after fewer edges than before

        /// What count() of a core says: whether an output, or when it changes, may differ.
        constexpr bool is_visible() const { return wrapped != 0 || changes_edges; }
    };
    /// Adds n occurrences to the event counters.
    /// \param by what one occurrence adds to each of them
    /// \param n occurrences
    /// \param lines what the edges that follow sample
    template <class Lines>
    constexpr addition add(const increments& by, std::uint64_t n, const Lines& lines) {
        std::uint32_t wrapped = 0;
        std::uint32_t moving = 0;
        for (std::size_t i = 0; i < Events; ++i) {
            if (by[i] != 0) {
                wrapped |= events[i].count.add(by[i], n) ? std::uint32_t{1} << i : 0;
                moving |= events[i].rule(lines);
            }
        }
        return {wrapped, moving != 0 && n != 0};
    }
    /// Sets the event counters to zero.
    constexpr void clear_events() {
        for (event_counter<Rule>& counter : events) {
            counter.count.set(0);
        }
    }

    /// The event numbers that the event counters have selected, 8 bits each, from bit 0 on.
    constexpr std::uint32_t selections() const {
        static_assert(Events <= 4, "they have 32 bits");
        std::uint32_t all = 0;
        for (std::size_t i = 0; i < Events; ++i) {
            all |= (events[i].event & 0xFFU) << 8 * i;
        }
        return all;
    }
    /// The event counters that have this event selected.
    constexpr std::uint32_t selecting(std::uint32_t event) const {
        std::uint32_t mask = 0;
        for (std::size_t i = 0; i < Events; ++i) {
            mask |= static_cast<std::uint32_t>(events[i].event == event) << i;
        }
        return mask;
    }
    /// The event counters to which an edge with these lines adds something.
    template <class Lines>
    constexpr std::uint32_t moving(const Lines& lines) const {
        std::uint32_t mask = 0;
        for (std::size_t i = 0; i < Events; ++i) {
            mask |= static_cast<std::uint32_t>(events[i].rule(lines) != 0) << i;
        }
        return mask;
    }

    /// How many edges with these lines it takes until a counter of a mask wraps, or `never`.
    template <class Lines>
    constexpr std::uint64_t edges_to_wrap(std::uint32_t mask, const Lines& lines) const {
        std::uint64_t edges = cycles_to_wrap(mask);
        for (std::size_t i = 0; i < Events; ++i) {
            if (has(mask, i)) {
                edges = std::min(edges, events[i].count.times_to_wrap(events[i].rule(lines)));
            }
        }
        return edges;
    }
    /// The same, while the event counters stand still.
    constexpr std::uint64_t cycles_to_wrap(std::uint32_t mask) const {
        const bool counts = (mask & cycle_bit) != 0 && cycle_step != 0;
        return counts ? cycles.edges_to_wrap(cycle_step != cycle_counter::divisor) : never;
    }
    /// How many occurrences it takes until an event counter of a mask wraps, or `never`.
    constexpr std::uint64_t headroom(const increments& by, std::uint32_t mask) const {
        std::uint64_t room = never;
        for (std::size_t i = 0; i < Events; ++i) {
            if (has(mask, i)) {
                room = std::min(room, events[i].count.times_to_wrap(by[i]));
            }
        }
        return room;
    }

    /// All counters, as references. Steps and rules follow from other state.
    template <class Self>
    static constexpr auto state_of(Self& self) {
        return std::tie(self.cycles, self.events);
    }
    /// Compares counts and events.
    friend bool operator==(const counter_bank& a, const counter_bank& b) {
        return state_of(a) == state_of(b);
    }
    friend bool operator!=(const counter_bank& a, const counter_bank& b) { return !(a == b); }

private:
    static constexpr bool has(std::uint32_t mask, std::size_t i) { return (mask >> i & 1U) != 0; }
};

} // namespace pmu
