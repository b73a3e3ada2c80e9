// SPDX-License-Identifier: Apache-2.0
#include <bench/statistics.h>

#include <gtest/gtest.h>

namespace {

TEST(bench_statistics, of_an_odd_number_of_samples_are_samples) {
    const bench::summary s = bench::summarise({5, 1, 4, 2, 3});
    EXPECT_EQ(s.q1, 2);
    EXPECT_EQ(s.median, 3);
    EXPECT_EQ(s.q3, 4);
}

TEST(bench_statistics, lie_between_two_samples) {
    const bench::summary s = bench::summarise({40, 10, 30, 20});
    EXPECT_EQ(s.q1, 17.5);
    EXPECT_EQ(s.median, 25);
    EXPECT_EQ(s.q3, 32.5);
}

TEST(bench_statistics, of_one_sample_are_that_sample) {
    const bench::summary s = bench::summarise({7});
    EXPECT_EQ(s.q1, 7);
    EXPECT_EQ(s.median, 7);
    EXPECT_EQ(s.q3, 7);
}

} // namespace
