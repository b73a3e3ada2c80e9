// SPDX-License-Identifier: Apache-2.0
// Series of a report: thinned, with true minima, maxima and sums.
#include <report/time_buckets.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

namespace platform::report {
namespace {

using testing::ElementsAre;

TEST(time_buckets, keep_the_least_the_greatest_and_the_last_value) {
    time_buckets buckets(10);
    const std::size_t level = buckets.add_level();
    buckets.start(level, 5);
    buckets.set(level, 9);
    buckets.set(level, 7);
    buckets.go_to(10);
    buckets.set(level, 3);
    EXPECT_THAT(buckets.levels(level), ElementsAre(level_range{5, 9, 7}, level_range{3, 7, 3}));
}

TEST(time_buckets, that_nobody_looks_at_keep_the_level_and_have_no_occurrences) {
    time_buckets buckets(10);
    const std::size_t level = buckets.add_level();
    const std::size_t sum = buckets.add_sum();
    buckets.set(level, 4);
    buckets.add(sum, 6);
    buckets.go_to(25);
    EXPECT_THAT(buckets.levels(level),
                ElementsAre(level_range{0, 4, 4}, level_range{4, 4, 4}, level_range{4, 4, 4}));
    EXPECT_EQ(buckets.sums(sum).at(0).sum, 6U);
    EXPECT_EQ(buckets.sums(sum).at(2).sum, 0U);
    EXPECT_EQ(buckets.last_cycle(), 29U);
}

TEST(time_buckets, double_their_width_when_there_are_too_many) {
    time_buckets buckets(1, 4);
    const std::size_t sum = buckets.add_sum();
    for (std::uint64_t cycle = 0; cycle != 5; ++cycle) {
        buckets.go_to(cycle);
        buckets.add(sum, 1 + cycle);
    }
    EXPECT_EQ(buckets.width(), 2U);
    const std::vector<sum_range> sums = buckets.sums(sum);
    ASSERT_EQ(sums.size(), 3U);
    EXPECT_EQ(sums[0].sum, 3U); // 1 + 2
    EXPECT_EQ(sums[1].sum, 7U); // 3 + 4
    EXPECT_EQ(sums[2].sum, 5U);
}

TEST(time_buckets, of_an_odd_number_lose_nothing_when_they_widen) {
    time_buckets buckets(1, 4);
    const std::size_t sum = buckets.add_sum();
    const std::size_t level = buckets.add_level();
    buckets.go_to(2); // three buckets
    buckets.add(sum, 5);
    buckets.set(level, 8);
    buckets.go_to(9); // needs a width of 4
    EXPECT_EQ(buckets.width(), 4U);
    EXPECT_EQ(buckets.sums(sum).at(0).sum, 5U);
    EXPECT_EQ(buckets.levels(level).at(0), (level_range{0, 8, 8}));
    EXPECT_EQ(buckets.levels(level).at(2), (level_range{8, 8, 8}));
}

TEST(time_buckets, go_to_a_cycle_that_has_passed_without_effect) {
    time_buckets buckets;
    buckets.go_to(7);
    buckets.go_to(3);
    EXPECT_EQ(buckets.size(), 8U);
}

TEST(time_buckets, refuse_what_cannot_double) {
    EXPECT_THROW(time_buckets(1, 3), std::invalid_argument);
    EXPECT_THROW(time_buckets(1, 0), std::invalid_argument);
    EXPECT_THROW(time_buckets(0, 4), std::invalid_argument);
}

/// Whatever the widths and groups, each bucket has what went into its cycles.
TEST(time_buckets, of_random_runs_are_those_of_all_values) {
    std::mt19937_64 random(1);
    for (int run = 0; run != 50; ++run) {
        const std::uint64_t width = 1 + random() % 3;
        time_buckets buckets(width, 2 + 2 * (random() % 8));
        const std::size_t level = buckets.add_level();
        const std::size_t sum = buckets.add_sum();
        struct told {
            std::uint64_t cycle;
            std::uint64_t value;
        };
        std::vector<told> all{{0, 0}};
        std::uint64_t cycle = 0;
        for (int i = 0; i != 200; ++i) {
            cycle += random() % 9;
            const std::uint64_t value = random() % 1000;
            buckets.go_to(cycle);
            buckets.set(level, value);
            buckets.add(sum, value);
            all.push_back({cycle, value});
        }
        for (const std::size_t group : {1U, 2U, 4U}) {
            const std::vector<level_range> levels = buckets.levels(level, group);
            const std::vector<sum_range> sums = buckets.sums(sum, group);
            const std::uint64_t cycles = buckets.width() * group;
            ASSERT_EQ(levels.size(), cycle / cycles + 1);
            ASSERT_EQ(sums.size(), levels.size());
            std::uint64_t last = 0;
            std::size_t at = 0;
            for (std::size_t n = 0; n != levels.size(); ++n) {
                level_range expected{last, last, last}; // what the bucket before has left
                std::uint64_t total = 0;
                for (; at != all.size() && all[at].cycle / cycles == n; ++at) {
                    const std::uint64_t value = all[at].value;
                    expected = {std::min(expected.min, value), std::max(expected.max, value),
                                value};
                    total += value;
                }
                EXPECT_EQ(levels[n], expected);
                EXPECT_EQ(sums[n].sum, total);
                EXPECT_LE(sums[n].min, sums[n].max);
                EXPECT_LE(sums[n].max, sums[n].sum);
                last = expected.last;
            }
        }
    }
}

TEST(time_buckets, tell_the_fewest_and_the_most_of_the_buckets_in_a_group) {
    time_buckets buckets(10);
    const std::size_t sum = buckets.add_sum();
    for (const std::uint64_t n : {4U, 1U, 6U, 2U}) {
        buckets.add(sum, n);
        buckets.go_to(buckets.last_cycle() + 1);
    }
    const std::vector<sum_range> all = buckets.sums(sum, 4);
    EXPECT_EQ(all.at(0).sum, 13U);
    EXPECT_EQ(all.at(0).min, 1U);
    EXPECT_EQ(all.at(0).max, 6U);
}

// 100 in the cycles 6 to 25, in buckets of 10: 4 of them in the first, 10, and 6 in the last.
TEST(time_buckets, spread_what_occurred_at_an_unknown_time) {
    time_buckets buckets(10, 4);
    const std::size_t sum = buckets.add_sum();
    buckets.go_to(5);
    buckets.go_to(25);
    buckets.spread(sum, 5, 25, 100);
    EXPECT_EQ(buckets.sums(sum)[0].sum, 20U);
    EXPECT_EQ(buckets.sums(sum)[1].sum, 50U);
    EXPECT_EQ(buckets.sums(sum)[2].sum, 30U);
    buckets.spread(sum, 25, 25, 7); // at once
    EXPECT_EQ(buckets.sums(sum)[2].sum, 37U);
    buckets.go_to(50); // wider ones
    buckets.spread(sum, 25, 50, 1);
    EXPECT_EQ(buckets.sums(sum)[0].sum + buckets.sums(sum)[1].sum + buckets.sums(sum)[2].sum, 108U);
}

} // namespace
} // namespace platform::report
