// SPDX-License-Identifier: Apache-2.0
#include <core/core_traits.h>

#include <pmu/core/counter.h>
#include <pmu/core/event_table.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace core_test::event_counter_test {
namespace {

using namespace pmu;

constexpr std::uint64_t turn = std::uint64_t{1} << 32;

/// Two counters of one line and one of two wires, with values to choose.
using bank = counter_bank<increment_rule, 3>;

constexpr event_desc descs[] = {
    {0x01, "A", event_rule::each_line, 0, 1, 0, "line 0"},
    {0x02, "B", event_rule::each_line, 1, 2, 0, "lines 1 and 2"},
    {0x03, "CYCLES", event_rule::every_edge, 0, 0, 0, "every edge"},
};
constexpr event_table events{descs};

bank bank_at(std::uint32_t cycles, std::uint32_t first, std::uint32_t second, std::uint32_t third) {
    bank b;
    b.cycle_step = cycle_counter::per_edge(false);
    b.cycles.set(cycles);
    const std::uint32_t values[] = {first, second, third};
    for (std::uint32_t i = 0; i < 3; ++i) {
        b.events[i].event = i + 1;
        b.events[i].rule = events.rule(i + 1);
        b.events[i].count.set(values[i]);
    }
    return b;
}

// Edges in both parts. Returns the counters that wrapped.
template <class Edges>
std::uint32_t take(bank& b, std::uint64_t lines, Edges n) {
    const bool has_wrapped = b.advance(lines, n);
    const std::uint32_t wrapped = b.take_wraps();
    EXPECT_EQ(has_wrapped, wrapped != 0);
    return wrapped;
}

template <class Edges>
std::uint32_t take_cycles(bank& b, Edges n) {
    const bool has_wrapped = b.advance_cycles(n);
    const std::uint32_t wrapped = b.take_wraps();
    EXPECT_EQ(has_wrapped, wrapped != 0);
    return wrapped;
}

TEST(event_counter, compares_value_and_event) {
    event_counter<increment_rule> a;
    event_counter<increment_rule> b;
    a.event = b.event = 5;
    a.rule = events.rule(1);
    EXPECT_TRUE(a == b);
    b.count.add(1);
    EXPECT_TRUE(a != b);
    a.count.add(1);
    b.event = 6;
    EXPECT_TRUE(a != b);
}

TEST(counter_bank, a_new_one_counts_nothing) {
    bank b;
    EXPECT_EQ(take(b, UINT64_MAX, one_edge{}), 0U);
    EXPECT_EQ(take(b, UINT64_MAX, folded(never)), 0U);
    EXPECT_TRUE(b == bank{});
    EXPECT_EQ(b.moving(UINT64_MAX), 0U);
    EXPECT_EQ(b.edges_to_wrap(0xF, UINT64_MAX), never);
}

TEST(counter_bank, an_edge_adds_what_the_rules_say) {
    bank b = bank_at(10, 20, 30, 40);
    EXPECT_EQ(take(b, 0b111, one_edge{}), 0U);
    EXPECT_TRUE(b == bank_at(11, 21, 32, 41));
    EXPECT_EQ(take(b, 0b100, folded(10)), 0U);
    EXPECT_TRUE(b == bank_at(21, 21, 42, 51));
    EXPECT_EQ(take_cycles(b, folded(5)), 0U);
    EXPECT_TRUE(b == bank_at(26, 21, 42, 51));
    EXPECT_EQ(b.moving(0b000ULL), 0b100U);
    EXPECT_EQ(b.moving(0b011ULL), 0b111U);
}

TEST(counter_bank, says_which_counters_wrapped) {
    for (std::uint32_t which = 0; which < 16; ++which) {
        const auto value = [which](unsigned i) { return (which >> i & 1U) != 0 ? UINT32_MAX : 7; };
        bank stepped = bank_at(value(3), value(0), value(1), value(2));
        bank run = stepped;
        EXPECT_EQ(take(stepped, 0b011, one_edge{}), which);
        EXPECT_EQ(take(run, 0b011, folded(1)), which);
        EXPECT_TRUE(stepped == bank_at(value(3) + 1, value(0) + 1, value(1) + 1, value(2) + 1));
        EXPECT_TRUE(stepped == run);
    }
    bank cycles = bank_at(UINT32_MAX, UINT32_MAX, 0, 0);
    EXPECT_EQ(take_cycles(cycles, one_edge{}), bank::cycle_bit);
    EXPECT_TRUE(cycles == bank_at(0, UINT32_MAX, 0, 0));
}

TEST(counter_bank, adds_occurrences_to_event_counters) {
    bank b = bank_at(1, UINT32_MAX - 1, UINT32_MAX - 1, 0);
    EXPECT_EQ(b.headroom({1, 1, 0}, 0b111), 2U);
    EXPECT_EQ(b.headroom({0, 2, 1}, 0b111), 1U);
    EXPECT_EQ(b.headroom({1, 1, 1}, 0b100), turn);
    EXPECT_EQ(b.headroom({1, 1, 2}, 0b100), turn / 2);
    EXPECT_EQ(b.headroom({1, 1, 1}, 0), never);
    EXPECT_EQ(b.headroom({}, 0b111), never);
    EXPECT_EQ(b.add({1, 0, 1}, 2, 0ULL).wrapped, 0b001U);
    EXPECT_TRUE(b == bank_at(1, 0, UINT32_MAX - 1, 2));
    EXPECT_EQ(b.add(bank::one_each(0b111), never, 0ULL).wrapped, 0b111U);
    EXPECT_TRUE(b == bank_at(1, UINT32_MAX, UINT32_MAX - 2, 1));
    EXPECT_FALSE(b.add({1, 0, 0}, 0, 0b111ULL).is_visible());
    EXPECT_TRUE(b.add({0, 1, 0}, 1, 0b110ULL).is_visible());
    EXPECT_FALSE(b.add({0, 1, 0}, 1, 0b001ULL).is_visible());
    EXPECT_TRUE(b.add({0, 2, 0}, 1, 0b001ULL).is_visible());
    EXPECT_TRUE(b == bank_at(1, UINT32_MAX, 1, 1));
    b.clear_events();
    EXPECT_TRUE(b == bank_at(1, 0, 0, 0));
    EXPECT_EQ(b.selecting(2), 0b010U);
    EXPECT_EQ(b.selecting(4), 0U);
}

TEST(counter_bank, an_occurrence_adds_what_its_line_does_and_the_clock_nothing) {
    const bank b = bank_at(0, 0, 0, 0);
    const auto occurrence = [&](const event_desc& e, std::uint64_t line) {
        return b.occurrence(events, e.number, line);
    };
    EXPECT_EQ(occurrence(descs[0], own_line(descs[0])), (bank::increments{1, 0, 0}));
    EXPECT_EQ(occurrence(descs[1], own_line(descs[1])), (bank::increments{0, 1, 0}));
    EXPECT_EQ(occurrence(descs[1], 0b110), (bank::increments{0, 2, 0}));
    EXPECT_EQ(occurrence(descs[2], own_line(descs[2])), (bank::increments{0, 0, 0}));
}

TEST(counter_bank, a_composite_event_occurs_without_its_parts) {
    static constexpr event_desc composed[] = {
        descs[0],
        {0x02, "BOTH", event_rule::each_part, 0, 2, 0, "lines 0 and 1"},
        {0x03, "ANY", event_rule::any_line, 0, 0, 0b11, "line 0 or 1"},
    };
    static constexpr event_table table{composed};
    bank b = bank_at(0, 0, 0, 0);
    for (std::size_t i = 1; i < 3; ++i) {
        b.events[i].rule = increment_rule(composed[i]);
        b.events[i].event = composed[i].number;
    }
    const auto occurrence = [&](const event_desc& e) {
        return b.occurrence(table, e.number, table.line_of(e.number));
    };
    EXPECT_EQ(occurrence(composed[0]), (bank::increments{1, 1, 1}));
    EXPECT_EQ(occurrence(composed[1]), (bank::increments{0, 1, 0}));
    EXPECT_EQ(occurrence(composed[2]), (bank::increments{0, 0, 1}));
    b.events[2].rule = {}; // stopped
    EXPECT_EQ(occurrence(composed[2]), (bank::increments{}));
}

bank random_bank(random_source& random) {
    bank b = bank_at(random.counter_value(), random.counter_value(), random.counter_value(),
                     random.counter_value());
    b.cycle_step = random.pick(std::vector<std::uint64_t>{0, 1, 64});
    return b;
}

TEST(counter_bank, a_run_is_that_many_edges) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        random_source random(seed);
        const bank start = random_bank(random);
        const std::uint64_t lines = random.below(8);
        bank stepped = start;
        std::uint32_t wrapped = 0;
        for (std::uint64_t n = 0; n <= 100; ++n) {
            bank run = start;
            ASSERT_EQ(take(run, lines, folded(n)), wrapped) << "seed " << seed;
            ASSERT_TRUE(run == stepped) << "seed " << seed;
            wrapped |= take(stepped, lines, one_edge{});
        }
    }
}

TEST(counter_bank, edges_to_wrap_is_the_first_that_wraps_one_of_the_mask) {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        random_source random(seed);
        bank b = random_bank(random);
        const std::uint64_t lines = random.below(8);
        const auto mask = static_cast<std::uint32_t>(random.below(16));
        const std::uint64_t edges = b.edges_to_wrap(mask, lines);
        ASSERT_EQ(b.cycles_to_wrap(mask), b.edges_to_wrap(mask & bank::cycle_bit, lines));
        const std::uint64_t before = edges == never ? never : edges - 1;
        ASSERT_EQ(take(b, lines, folded(before)) & mask, 0U) << "seed " << seed;
        if (edges != never) {
            ASSERT_NE(take(b, lines, one_edge{}) & mask, 0U) << "seed " << seed;
        }
    }
}

TEST(folded, is_the_same_to_every_counter) {
    EXPECT_EQ(folded(0), 0U);
    EXPECT_EQ(folded(1'000'000), 1'000'000U);
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        random_source random(seed);
        const std::uint64_t n = random.one_in(4) ? never - random.below(100) : random.magnitude(64);
        const std::uint64_t same = folded(n);
        ASSERT_LT(same, std::uint64_t{1} << 41);
        counter32 start;
        start.set(random.counter_value());
        for (const std::uint32_t increment : {0U, 1U, 2U, 3U}) {
            counter32 a = start;
            counter32 b = start;
            ASSERT_EQ(a.add(increment, n), b.add(increment, same)) << n;
            ASSERT_EQ(a, b) << n;
        }
        const std::uint64_t divided_turn = turn * cycle_counter::divisor;
        ASSERT_EQ(n % divided_turn, same % divided_turn) << n;
        ASSERT_EQ(n < divided_turn, same < divided_turn) << n;
    }
}

} // namespace
} // namespace core_test::event_counter_test
