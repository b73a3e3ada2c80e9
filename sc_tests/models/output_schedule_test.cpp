// SPDX-License-Identifier: Apache-2.0
// Output levels reach the ports in the order of time, and a queue that is never empty stays small.
#include <pmu/tlm/output_schedule.h>
#include <support/resident_memory.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace sc_test::output_schedule_test {

namespace {

using sc_test::resident_bytes;

/// What is due at each of the times that the schedule names, until nothing waits.
std::vector<std::uint64_t> take_all(pmu::output_schedule<std::uint64_t>& schedule) {
    std::vector<std::uint64_t> taken;
    while (schedule.next() != pmu::never) {
        std::uint64_t level = 0;
        const std::uint64_t time = schedule.next();
        EXPECT_TRUE(schedule.take(time, level));
        taken.push_back(time);
        taken.push_back(level);
    }
    return taken;
}

TEST(output_schedule, gives_each_level_at_its_time) {
    pmu::output_schedule<std::uint64_t> schedule;
    EXPECT_EQ(schedule.next(), pmu::never);
    EXPECT_TRUE(schedule.put(1, 0));
    EXPECT_FALSE(schedule.put(1, 10)) << "nothing new";
    EXPECT_TRUE(schedule.put(2, 10));
    EXPECT_TRUE(schedule.put(3, 30));
    EXPECT_TRUE(schedule.put(4, 30)) << "the last one of an instant counts";
    EXPECT_TRUE(schedule.put(5, 50));
    EXPECT_EQ(take_all(schedule), (std::vector<std::uint64_t>{0, 1, 10, 2, 30, 4, 50, 5}));
    EXPECT_FALSE(schedule.put(5, 60)) << "taken, and still the last";
}

TEST(output_schedule, has_nothing_before_its_time) {
    pmu::output_schedule<std::uint64_t> schedule;
    std::uint64_t level = 0;
    schedule.put(7, 10);
    EXPECT_FALSE(schedule.take(9, level));
    EXPECT_EQ(level, 0U);
    EXPECT_TRUE(schedule.take(25, level)); // later than due
    EXPECT_EQ(level, 7U);
    EXPECT_FALSE(schedule.take(25, level));
}

TEST(output_schedule, stays_small_while_something_is_always_waiting) {
    constexpr std::uint64_t rounds = 1'000'000;
    pmu::output_schedule<std::uint64_t> schedule;
    for (std::uint64_t i = 1; i <= 3; ++i) {
        schedule.put(i, i);
    }
    const std::size_t before = resident_bytes();
    std::uint64_t count = 0;
    for (std::uint64_t i = 4; i < rounds; ++i) {
        schedule.put(i, i); // three ahead of what is taken
        std::uint64_t level = 0;
        count += schedule.take(i - 3, level) ? 1 : 0;
    }
    EXPECT_LT(resident_bytes(), before + 4'000'000); // 16 bytes each would be 16 MB
    EXPECT_GT(count, rounds - 10);
}

} // namespace

} // namespace sc_test::output_schedule_test
