// SPDX-License-Identifier: Apache-2.0
// The events of a part as data, and the one rule that turns sampled lines into an increment.
#pragma once

#include <pmu/core/api.h>
#include <pmu/core/enumerators.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace PMU_API pmu {

/// What makes an event happen.
enum class event_rule : std::uint8_t {
    each_line,  ///< every high line of the event's own adds one
    each_part,  ///< composite: every high line of certain other events adds one
    any_line,   ///< composite: one if any line of certain other events is high
    every_edge, ///< one on every clock edge, lines or not
    software,   ///< a register write
    nothing,    ///< the number is defined and counts nothing
};

/// How an event that owns two wires is read.
enum class two_bit_mode : std::uint8_t {
    popcount, ///< each high wire adds one
    binary,   ///< a binary number: 00 adds 0, 01 adds 1, 10 adds 2; 11 is taken as 2
};

/// One event of a part. Lines are numbered within the sampled word of the part, where the event
/// bus comes first, in the manual's numbering.
struct event_desc {
    std::uint16_t number;     ///< what software writes into an event field
    const char* name;         ///< mnemonic
    event_rule rule;          ///< what makes it happen
    std::uint16_t first_line; ///< its lowest line; meaningful if line_count > 0
    std::uint8_t line_count;  ///< lines for each_line and each_part: 0, 1 or 2
    std::uint64_t any_of;     ///< for any_line: the lines that it looks at
    const char* description;  ///< one line
};

/// A row of a table of events. \tparam Number an enumerator, which names the event
template <auto Number>
constexpr event_desc event_row(event_rule rule, std::uint16_t first_line, std::uint8_t line_count,
                               std::uint64_t any_of, const char* description) {
    return {Number, enumerator_text<Number>(), rule, first_line, line_count, any_of, description};
}

/// The line that an occurrence of an event raises, as a mask: the lowest that it owns, 0 where it
/// owns none.
constexpr std::uint64_t own_line(const event_desc& e) {
    const bool has_line = e.rule == event_rule::each_line && e.line_count != 0;
    return has_line ? std::uint64_t{1} << (e.first_line % 64U) : 0;
}

/// Whether an event is made of other events, so that it has no line of its own.
constexpr bool is_composite(const event_desc& e) {
    return e.rule == event_rule::each_part || e.rule == event_rule::any_line;
}

/// The increment that sampled lines give on one edge: base + (a high) + (b high). It is compiled
/// from an event once, so that an edge costs no look-up.
class increment_rule {
public:
    /// Adds nothing.
    constexpr increment_rule() = default;

    /// The rule of an event.
    constexpr explicit increment_rule(const event_desc& e,
                                      two_bit_mode mode = two_bit_mode::popcount) {
        const std::uint64_t low = std::uint64_t{1} << (e.first_line % 64U);
        switch (e.rule) {
        case event_rule::each_line:
        case event_rule::each_part:
            m_a = e.line_count > 0 ? low : 0;
            m_b = e.line_count > 1 ? low << 1 : 0;
            if (mode == two_bit_mode::binary && e.rule == event_rule::each_line) {
                m_a |= m_b;
            }
            break;
        case event_rule::any_line: m_a = e.any_of; break;
        case event_rule::every_edge: m_base = 1; break;
        case event_rule::software:
        case event_rule::nothing: break;
        }
    }

    /// What an edge with these lines adds: 0, 1 or 2.
    constexpr std::uint32_t operator()(std::uint64_t lines) const {
        return m_base + by_lines(lines);
    }
    /// The same without the base, which an edge adds whatever its lines.
    constexpr std::uint32_t by_lines(std::uint64_t lines) const {
        return static_cast<std::uint32_t>((lines & m_a) != 0) +
               static_cast<std::uint32_t>((lines & m_b) != 0);
    }

    /// Equal rules add the same on every edge.
    friend constexpr bool operator==(const increment_rule& x, const increment_rule& y) {
        return x.m_a == y.m_a && x.m_b == y.m_b && x.m_base == y.m_base;
    }
    friend constexpr bool operator!=(const increment_rule& x, const increment_rule& y) {
        return !(x == y);
    }

private:
    std::uint64_t m_a = 0;
    std::uint64_t m_b = 0;
    std::uint32_t m_base = 0;
};

/// The rule of a part whose events have one line each: one if the line is high.
class one_line_rule {
public:
    /// Adds nothing.
    constexpr one_line_rule() = default;
    /// The rule of an event with one line, or with none, which adds nothing.
    constexpr explicit one_line_rule(const event_desc& e)
        : m_line(e.rule == event_rule::each_line ? std::uint64_t{1} << (e.first_line % 64U) : 0) {}

    /// What an edge with these lines adds: 0 or 1.
    constexpr std::uint32_t operator()(std::uint64_t lines) const {
        return static_cast<std::uint32_t>((lines & m_line) != 0);
    }

private:
    std::uint64_t m_line = 0;
};

/// All events of a part with 8-bit event numbers, in the order of its manual.
class event_table {
public:
    /// Event numbers, 8 bits.
    static constexpr std::size_t numbers = 256;

    /// \param events at most 255, in the order of the manual
    /// \param size how many of the events belong to the table, from the first
    /// \throw std::invalid_argument, or no compilation: two events have one number, or one has a
    /// number above 255
    template <std::size_t N>
    constexpr explicit event_table(const event_desc (&events)[N], std::size_t size = N)
        : m_events(events), m_size(size) {
        static_assert(N < numbers, "an 8-bit event number names at most 255 events");
        for (std::uint8_t& line : m_line) {
            line = is_reserved;
        }
        for (std::size_t i = 0; i < size; ++i) {
            const std::uint16_t number = events[i].number;
            if (number >= numbers) {
                throw std::invalid_argument("an event number has more than 8 bits");
            }
            if (m_index[number] != 0) {
                throw std::invalid_argument("two events have one number");
            }
            m_index[number] = static_cast<std::uint8_t>(i + 1);
            const bool has_line = own_line(events[i]) != 0;
            m_line[number] = has_line                       ? events[i].first_line % 64
                             : pmu::is_composite(events[i]) ? is_made_of_others
                                                            : is_made_here;
        }
    }

    /// The events, in their order.
    constexpr const event_desc* begin() const { return m_events; }
    constexpr const event_desc* end() const { return m_events + m_size; }
    /// How many events there are.
    constexpr std::size_t size() const { return m_size; }

    /// The event with this number, or nullptr where the number is reserved.
    constexpr const event_desc* find(std::uint32_t number) const {
        if (number >= numbers || m_index[number] == 0) {
            return nullptr;
        }
        return m_events + (m_index[number] - 1);
    }

    /// Whether nobody can report occurrences of this event, because the part makes it by itself (by
    /// its clock or a register write) or because it never happens. False where the number is
    /// reserved.
    constexpr bool is_internal(std::uint32_t number) const {
        return number < numbers && m_line[number] == is_made_here;
    }
    /// Whether the event with this number is made of other events.
    constexpr bool is_composite(std::uint32_t number) const {
        return number < numbers && m_line[number] == is_made_of_others;
    }

    /// own_line() of the event with this number, without a look at its row; 0 where the number is
    /// reserved.
    constexpr std::uint64_t line_of(std::uint32_t number) const {
        const std::uint8_t line = number < numbers ? m_line[number] : is_reserved;
        return line < is_reserved ? std::uint64_t{1} << line : 0;
    }

    /// The rule of an event number; a reserved number counts nothing.
    constexpr increment_rule rule(std::uint32_t number,
                                  two_bit_mode mode = two_bit_mode::popcount) const {
        const event_desc* e = find(number);
        return e == nullptr ? increment_rule{} : increment_rule{*e, mode};
    }

    /// What an occurrence of an event in a batch adds to a counter that counts another, or the
    /// same: what an edge adds on which the line of the event is high. A composite event has no
    /// line, so that it adds one to its own counters and nothing to those of its parts. \param
    /// event event number \param line the event's own line as a mask, as the unit takes it; 0: none
    /// \param counted what the counter counts
    /// \param mode how an event with two wires is read
    constexpr std::uint32_t occurrence_adds(std::uint32_t event, std::uint64_t line,
                                            const event_desc& counted,
                                            two_bit_mode mode = two_bit_mode::popcount) const {
        if (line != 0) {
            return increment_rule{counted, mode}.by_lines(line);
        }
        return is_composite(event) && counted.number == event ? 1 : 0;
    }

private:
    const event_desc* m_events;
    std::size_t m_size;
    // Values of m_line that are no line.
    static constexpr std::uint8_t is_reserved = 64;
    static constexpr std::uint8_t is_made_of_others = 65;
    static constexpr std::uint8_t is_made_here = 66;

    std::uint8_t m_index[numbers] = {}; ///< by number: position + 1; 0: reserved
    std::uint8_t m_line[numbers] = {};  ///< by number: the event's own line, or why it has none
};

} // namespace pmu
