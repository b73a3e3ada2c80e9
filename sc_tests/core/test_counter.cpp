// SPDX-License-Identifier: Apache-2.0
#include <core/core_traits.h>

#include <pmu/core/counter.h>

#include <gtest/gtest.h>

#include <cstdint>

namespace core_test::counter_test {
namespace {

constexpr std::uint64_t turn = std::uint64_t{1} << 32;         // edges of a full turn
constexpr std::uint64_t divided_turn = std::uint64_t{1} << 38; // the same, divided by 64

pmu::counter32 counter_at(std::uint32_t value) {
    pmu::counter32 counter;
    counter.set(value);
    return counter;
}

pmu::cycle_counter cycles_at(std::uint32_t value) {
    pmu::cycle_counter counter;
    counter.set(value);
    return counter;
}

TEST(saturating_add, stays_at_never) {
    EXPECT_EQ(pmu::saturating_add(0, 0), 0U);
    EXPECT_EQ(pmu::saturating_add(2, 3), 5U);
    EXPECT_EQ(pmu::saturating_add(pmu::never - 1, 1), pmu::never);
    EXPECT_EQ(pmu::saturating_add(pmu::never - 2, 1), pmu::never - 1);
    EXPECT_EQ(pmu::saturating_add(pmu::never - 1, 2), pmu::never);
    EXPECT_EQ(pmu::saturating_add(pmu::never, 0), pmu::never);
    EXPECT_EQ(pmu::saturating_add(1, pmu::never), pmu::never);
    EXPECT_EQ(pmu::saturating_add(pmu::never, pmu::never), pmu::never);
}

TEST(counter32, starts_at_zero_and_takes_any_value) {
    pmu::counter32 counter;
    EXPECT_EQ(counter.value(), 0U);
    counter.set(UINT32_MAX);
    EXPECT_EQ(counter.value(), UINT32_MAX);
}

TEST(counter32, wraps_where_the_sum_leaves_32_bits) {
    struct row {
        std::uint32_t old;
        std::uint32_t increment;
        std::uint32_t sum;
        bool wraps;
    };
    constexpr row rows[] = {
        {0, 0, 0, false},
        {0, 1, 1, false},
        {UINT32_MAX, 0, UINT32_MAX, false},
        {0xFFFFFFFE, 1, 0xFFFFFFFF, false},
        {0xFFFFFFFF, 1, 0, true},
        {0xFFFFFFFD, 2, 0xFFFFFFFF, false},
        {0xFFFFFFFE, 2, 0, true},
        {0xFFFFFFFF, 2, 1, true},
        {0x80000000, 0x80000000, 0, true},
        {UINT32_MAX, UINT32_MAX, 0xFFFFFFFE, true},
    };
    for (const row& r : rows) {
        pmu::counter32 counter = counter_at(r.old);
        EXPECT_EQ(counter.add(r.increment), r.wraps) << r.old << " + " << r.increment;
        EXPECT_EQ(counter.value(), r.sum) << r.old << " + " << r.increment;
    }
}

TEST(counter32, adding_no_times_changes_nothing) {
    pmu::counter32 counter = counter_at(UINT32_MAX);
    EXPECT_FALSE(counter.add(1, 0));
    EXPECT_FALSE(counter.add(2, 0));
    EXPECT_FALSE(counter.add(0, pmu::never));
    EXPECT_EQ(counter.value(), UINT32_MAX);
}

TEST(counter32, a_full_turn_is_two_to_the_32) {
    for (const std::uint32_t start : {0U, 1U, 0x7FFFFFFFU, UINT32_MAX}) {
        pmu::counter32 counter = counter_at(start);
        EXPECT_TRUE(counter.add(1, turn));
        EXPECT_EQ(counter.value(), start);
    }
    pmu::counter32 almost;
    EXPECT_FALSE(almost.add(1, turn - 1));
    EXPECT_EQ(almost.value(), UINT32_MAX);
    pmu::counter32 by_twos;
    EXPECT_FALSE(by_twos.add(2, turn / 2 - 1));
    EXPECT_TRUE(by_twos.add(2, 1));
    EXPECT_EQ(by_twos.value(), 0U);
}

TEST(counter32, adding_many_times_is_adding_that_often) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        random_source random(seed);
        const auto increment =
            static_cast<std::uint32_t>(random.one_in(2) ? random.below(4) : random.magnitude(32));
        const pmu::counter32 start = counter_at(random.counter_value());
        pmu::counter32 one_by_one = start;
        bool wrapped = false;
        for (std::uint64_t times = 0; times <= 100; ++times) {
            pmu::counter32 at_once = start;
            ASSERT_EQ(at_once.add(increment, times), wrapped) << "seed " << seed;
            ASSERT_EQ(at_once, one_by_one) << "seed " << seed;
            wrapped = one_by_one.add(increment) || wrapped;
        }
    }
}

TEST(counter32, times_to_wrap_is_the_first_that_wraps) {
    EXPECT_EQ(counter_at(0).times_to_wrap(0), pmu::never);
    EXPECT_EQ(counter_at(0).times_to_wrap(1), turn);
    EXPECT_EQ(counter_at(0).times_to_wrap(2), turn / 2);
    EXPECT_EQ(counter_at(1).times_to_wrap(2), turn / 2);
    EXPECT_EQ(counter_at(UINT32_MAX).times_to_wrap(1), 1U);
    EXPECT_EQ(counter_at(UINT32_MAX).times_to_wrap(2), 1U);
    EXPECT_EQ(counter_at(0xFFFFFFFE).times_to_wrap(2), 1U);
    EXPECT_EQ(counter_at(0xFFFFFFFD).times_to_wrap(2), 2U);
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        random_source random(seed);
        const auto increment = static_cast<std::uint32_t>(1 + random.magnitude(31));
        pmu::counter32 counter = counter_at(random.counter_value());
        const std::uint64_t times = counter.times_to_wrap(increment);
        ASSERT_FALSE(counter.add(increment, times - 1)) << "seed " << seed;
        ASSERT_TRUE(counter.add(increment)) << "seed " << seed;
    }
}

TEST(counter32, compares_by_value) {
    EXPECT_TRUE(counter_at(3) == counter_at(3));
    EXPECT_FALSE(counter_at(3) != counter_at(3));
    EXPECT_TRUE(counter_at(3) != counter_at(4));
}

TEST(cycle_counter, counts_every_edge_undivided) {
    pmu::cycle_counter counter;
    for (std::uint32_t edge = 1; edge <= 100; ++edge) {
        EXPECT_FALSE(counter.step(false));
        EXPECT_EQ(counter.value(), edge);
        EXPECT_EQ(counter.prescaler(), 0U);
    }
}

TEST(cycle_counter, counts_every_64th_edge_divided) {
    pmu::cycle_counter counter;
    for (std::uint32_t edge = 1; edge <= 300; ++edge) {
        EXPECT_FALSE(counter.step(true));
        EXPECT_EQ(counter.value(), edge / 64);
        EXPECT_EQ(counter.prescaler(), edge % 64);
    }
}

TEST(cycle_counter, a_write_keeps_the_phase_and_clearing_it_keeps_the_value) {
    pmu::cycle_counter counter;
    counter.run(true, 70);
    counter.set(9);
    EXPECT_EQ(counter.prescaler(), 6U);
    counter.run(true, 57);
    EXPECT_EQ(counter.value(), 9U);
    counter.clear_prescaler();
    counter.run(true, 63);
    EXPECT_EQ(counter.value(), 9U);
    counter.run(true, 1);
    EXPECT_EQ(counter.value(), 10U);
}

TEST(cycle_counter, an_undivided_edge_leaves_the_phase) {
    pmu::cycle_counter counter;
    counter.run(true, 5);
    counter.step(false);
    counter.run(false, 10);
    EXPECT_EQ(counter.prescaler(), 5U);
    EXPECT_EQ(counter.value(), 11U);
}

TEST(cycle_counter, turns_over_after_two_to_the_32_edges) {
    pmu::cycle_counter counter;
    EXPECT_EQ(counter.edges_to_wrap(false), turn);
    EXPECT_FALSE(counter.run(false, turn - 1));
    EXPECT_EQ(counter.value(), UINT32_MAX);
    EXPECT_EQ(counter.edges_to_wrap(false), 1U);
    EXPECT_TRUE(counter.step(false));
    EXPECT_EQ(counter.value(), 0U);
    EXPECT_TRUE(counter.run(false, turn));
    EXPECT_FALSE(counter.run(false, 0));
}

TEST(cycle_counter, turns_over_after_two_to_the_38_edges_divided) {
    pmu::cycle_counter counter;
    EXPECT_EQ(counter.edges_to_wrap(true), divided_turn);
    EXPECT_FALSE(counter.run(true, divided_turn - 1));
    EXPECT_EQ(counter.value(), UINT32_MAX);
    EXPECT_EQ(counter.prescaler(), 63U);
    EXPECT_EQ(counter.edges_to_wrap(true), 1U);
    EXPECT_TRUE(counter.step(true));
    EXPECT_EQ(counter.value(), 0U);
    EXPECT_EQ(counter.prescaler(), 0U);
    EXPECT_TRUE(counter.run(true, divided_turn));
}

TEST(cycle_counter, takes_any_number_of_edges) {
    pmu::cycle_counter counter;
    counter.run(true, 63);
    EXPECT_TRUE(counter.run(true, pmu::never)); // 63 + 2^64 - 1 = 2^64 + 62
    EXPECT_EQ(counter.prescaler(), 62U);
    EXPECT_EQ(counter.value(), 0U);
    pmu::cycle_counter undivided;
    EXPECT_TRUE(undivided.run(false, pmu::never));
    EXPECT_EQ(undivided.value(), UINT32_MAX);
}

TEST(cycle_counter, a_run_is_that_many_steps) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        random_source random(seed);
        pmu::cycle_counter start = cycles_at(random.counter_value());
        start.run(true, random.below(64));
        const bool divided = random.one_in(2);
        pmu::cycle_counter stepped = start;
        bool wrapped = false;
        for (std::uint64_t edges = 0; edges <= 200; ++edges) {
            pmu::cycle_counter run = start;
            ASSERT_EQ(run.run(divided, edges), wrapped) << "seed " << seed;
            ASSERT_EQ(run, stepped) << "seed " << seed;
            wrapped = stepped.step(divided) || wrapped;
        }
    }
}

TEST(cycle_counter, edges_to_wrap_is_the_first_that_wraps) {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        random_source random(seed);
        pmu::cycle_counter counter = cycles_at(random.counter_value());
        counter.run(true, random.below(64));
        const bool divided = random.one_in(2);
        const std::uint64_t edges = counter.edges_to_wrap(divided);
        ASSERT_FALSE(counter.run(divided, edges - 1)) << "seed " << seed;
        ASSERT_TRUE(counter.step(divided)) << "seed " << seed;
    }
}

TEST(cycle_counter, compares_value_and_phase) {
    pmu::cycle_counter a = cycles_at(1);
    pmu::cycle_counter b = cycles_at(1);
    EXPECT_TRUE(a == b);
    b.step(true);
    EXPECT_TRUE(a != b);
    b.clear_prescaler();
    EXPECT_TRUE(a == b);
    b.step(false);
    EXPECT_TRUE(a != b);
}

} // namespace
} // namespace core_test::counter_test
