// SPDX-License-Identifier: Apache-2.0
// Spans of a timeline: the shortest are left out where there are too many.
#include <report/timeline.h>

#include <gtest/gtest.h>

namespace platform::report {
namespace {

TEST(span_list, keeps_all_that_there_is_room_for) {
    span_list list(8);
    for (std::uint64_t n = 0; n != 8; ++n) {
        list.add({n * 10, n * 10 + 1, 0, "short"});
    }
    EXPECT_EQ(list.kept().size(), 8U);
    EXPECT_EQ(list.left_out(), 0U);
    EXPECT_EQ(list.shortest_ps(), 0U);
}

// The first four stay whatever they are. The ninth makes it thin: below 1000 ps nothing of the rest
// is left but the two long ones.
TEST(span_list, keeps_the_first_half_and_the_longest) {
    span_list list(8);
    for (std::uint64_t n = 0; n != 9; ++n) {
        const bool is_long = n == 5 || n == 7;
        list.add({n * 10'000, n * 10'000 + (is_long ? 5000 : 10), 0, is_long ? "long" : "short"});
    }
    ASSERT_EQ(list.kept().size(), 6U);
    EXPECT_EQ(list.kept()[3].begin_ps, 30'000U);
    EXPECT_EQ(list.kept()[4].begin_ps, 50'000U);
    EXPECT_EQ(list.kept()[5].begin_ps, 70'000U);
    EXPECT_EQ(list.left_out(), 3U);
    EXPECT_EQ(list.shortest_ps(), 1000U);
    list.add({90'000, 90'999, 0, "too short"});
    list.add({100'000, 101'000, 0, "long enough"});
    EXPECT_EQ(list.kept().size(), 7U);
    EXPECT_EQ(list.left_out(), 4U);
}

} // namespace
} // namespace platform::report
