// SPDX-License-Identifier: Apache-2.0
// What the property tests know about a part, and the seeded randomness that they draw from.
#pragma once

#include <pmu/core/counter.h>
#include <pmu/core/event_table.h>
#include <pmu/core/notice.h>
#include <pmu/core/register_map.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

namespace core_test {

/// The same numbers from the same seed on every platform.
class random_source {
public:
    explicit random_source(std::uint64_t seed) : m_engine(seed) {}

    std::uint64_t bits() { return m_engine(); }
    std::uint32_t word() { return static_cast<std::uint32_t>(m_engine() >> 32); }
    /// 0 to bound - 1.
    std::uint64_t below(std::uint64_t bound) { return m_engine() % bound; }
    /// True once in `n` calls.
    bool one_in(std::uint64_t n) { return below(n) == 0; }
    /// A number of any size up to `width` bits, small ones as likely as large ones.
    std::uint64_t magnitude(std::uint64_t width) {
        const std::uint64_t chosen = below(width + 1);
        return chosen == 0 ? 0 : bits() >> (64 - chosen);
    }
    /// A number of edges, up to 2^63: anything, or close to where counters turn over.
    std::uint64_t edges() {
        switch (below(4)) {
        case 0: return (std::uint64_t{1} << 32) - 300 + below(600);
        case 1: return (std::uint64_t{1} << 38) - 300 + below(600);
        default: return magnitude(63);
        }
    }
    /// A counter value: anything, or just before the wrap.
    std::uint32_t counter_value() {
        const std::uint32_t from_end = static_cast<std::uint32_t>(magnitude(32));
        return one_in(3) ? from_end : ~from_end;
    }
    template <class Container>
    const auto& pick(const Container& from) {
        return *std::next(std::begin(from), static_cast<std::ptrdiff_t>(below(std::size(from))));
    }

private:
    std::mt19937_64 m_engine;
};

/// Counts remarks.
struct counting_sink final : pmu::notice_sink {
    void report(const pmu::notice& /*kind*/, std::uint32_t /*value*/) override { ++reports; }
    unsigned reports = 0;
};

/// The base of a part's traits. A part derives from it, hides what does not fit, and adds
///   static config random_config(random_source&);   every parameter takes all of its values
///   static inputs random_inputs(random_source&);   lines and pins, all low now and then
///   static pmu::access_state rights(const core&, const inputs&);  what the state and the pins say
///                                                  to the access rules
///   static std::uint32_t pending(const core&);     flags of counters with an enabled request
///   static void clear_flags(core&);                and nothing else
template <class Core>
struct core_traits {
    using core = Core;
    using config = typename Core::config;
    using inputs = typename Core::inputs;

    /// What an access gets that the rules refuse.
    static constexpr pmu::response refusal = pmu::response::command_error;
    /// What a word without a register answers. Where it is OK, it reads 0.
    static constexpr pmu::response unmapped = pmu::response::address_error;
    /// Whether is_idle() and is_quiet() are true whenever they may be. False: they may also be
    /// cautious, which costs simulation time only.
    static constexpr bool is_activity_exact = true;
    /// Whether the part has states in which no edge can change anything.
    static constexpr bool can_be_idle = true;

    static std::uint32_t peek(const Core& unit, const inputs& in, std::uint32_t address) {
        std::uint32_t data = 0;
        unit.peek(address, in, data);
        return data;
    }
    /// Brings a unit close to counting, where random accesses alone seldom would.
    static void set_up(Core& /*unit*/, random_source& /*random*/) {}
    /// What a register reads after reset.
    static std::uint32_t reset_value(const config& /*parameters*/, const pmu::register_desc& r) {
        return r.reset;
    }
    /// What a register reads after an admitted write.
    static std::uint32_t written(const Core& before, const inputs& in, const pmu::register_desc& r,
                                 std::uint32_t value) {
        const std::uint32_t old = peek(before, in, r.address);
        return r.access == pmu::register_access::read_only ? old : r.written(old, value);
    }
    /// The bits that a debugger can store in a register now.
    static std::uint32_t stored_mask(const Core& /*unit*/, const pmu::register_desc& r) {
        return r.writable | r.write_one_to_clear | r.write_one_to_set;
    }
    /// The lines that an occurrence of an event raises, with the pins as in `in`.
    static inputs raised(inputs in, std::uint32_t event) {
        in.lines = 0;
        if (const pmu::event_desc* e = Core::events().find(event)) {
            in.lines = pmu::own_line(*e);
        }
        return in;
    }
    /// Whether it makes no difference if what happens on one edge happens on several.
    static bool takes_one_by_one(const Core& /*unit*/) { return true; }
    /// Every event number that count() is tried with, reserved ones included.
    static std::vector<std::uint32_t> event_numbers() {
        std::vector<std::uint32_t> numbers{0x08, 0x1F, 0xFE, 0x100, UINT32_MAX};
        for (const auto& e : Core::events()) {
            numbers.push_back(e.number);
        }
        return numbers;
    }
    /// Something to write: counter values before the wrap, events that exist, fields all 0 or 1.
    static std::uint32_t random_value(random_source& random, const pmu::register_desc& r) {
        if (r.writable == UINT32_MAX && r.field_count == 1) {
            return random.counter_value();
        }
        std::uint32_t value = random.word() & ~(r.writable | r.write_one_to_clear);
        for (const pmu::register_field& f : r) {
            value |= random_field(random, f) << f.lsb & f.mask();
        }
        return value;
    }

private:
    static std::uint32_t random_field(random_source& random, const pmu::register_field& f) {
        constexpr unsigned narrowest_event_field = 5;
        if (f.msb - f.lsb + 1U >= narrowest_event_field && !random.one_in(4)) {
            return random.pick(Core::events()).number;
        }
        switch (random.below(3)) {
        case 0: return 0;
        case 1: return UINT32_MAX;
        default: return random.word();
        }
    }
};

/// Who may make an access: every pair of mode and security.
inline constexpr pmu::access_attributes all_attributes[] = {
    {true, true}, {true, false}, {false, true}, {false, false}};

/// Puts a unit into a state that software, a debugger and the pins can bring about.
template <class Traits>
void scramble(typename Traits::core& unit, random_source& random) {
    counting_sink notices;
    const std::vector<std::uint32_t> events = Traits::event_numbers();
    Traits::set_up(unit, random);
    const std::uint64_t operations = random.below(16);
    for (std::uint64_t i = 0; i < operations; ++i) {
        const auto in = Traits::random_inputs(random);
        const pmu::register_desc& r = random.pick(Traits::core::registers());
        switch (random.below(8)) {
        case 0:
        case 1:
        case 2: unit.write(r.address, {}, Traits::random_value(random, r), in, notices); break;
        case 3: unit.poke(r.address, Traits::random_value(random, r)); break;
        case 4: unit.run(in, random.edges()); break;
        case 5: { // close to a change of an output
            const std::uint64_t due = unit.edges_to_output_change(in);
            unit.run(in, due == pmu::never ? random.below(300) : due - random.below(2));
            break;
        }
        case 6: unit.step(in); break;
        default: { // drawn in this order by every compiler
            const std::uint32_t event = random.pick(events);
            unit.count(event, random.magnitude(33), in);
            break;
        }
        }
    }
    if (random.one_in(32)) {
        unit.reset();
    }
}

} // namespace core_test
