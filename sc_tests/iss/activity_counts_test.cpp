// SPDX-License-Identifier: Apache-2.0
// Counts of activities, in full and in little room.
#include <iss/meter/activity_counts.h>
#include <iss/meter_text.h>

#include <gtest/gtest.h>

namespace platform::iss::activity_counts_test {
namespace {

using kind = activity::activity_kind;

TEST(activity_list, adds_up_by_kind) {
    activity_list list;
    EXPECT_TRUE(list.empty());
    list.add(kind::data_read, 2);
    list.add(kind::cycle);
    list.add(kind::data_read);
    EXPECT_FALSE(list.empty());
    EXPECT_EQ(text_of(list), "data_read=3 cycle");
}

TEST(activity_list, nothing_added_is_nothing) {
    activity_list list;
    list.add(kind::cycle, 0);
    EXPECT_TRUE(list.empty());
    EXPECT_EQ(list.cycles(), 0U);
    activity_counts counts;
    list.add_to(counts, 100);
    EXPECT_TRUE(counts.empty());
}

TEST(activity_list, adds_another_list) {
    activity_list one;
    one.add(kind::instruction);
    one.add(kind::cycle, 4);
    activity_list other;
    other.add(kind::cycle, 3);
    other.add(kind::branch);
    one.add(other);
    EXPECT_EQ(text_of(one), "instruction branch cycle=7");
    EXPECT_EQ(text_of(other), "branch cycle=3");
    EXPECT_EQ(one.cycles(), 7U);
}

TEST(activity_list, is_added_up_as_often_as_it_occurred) {
    activity_list list;
    list.add(kind::instruction, 2);
    list.add(kind::cycle, 0xFFFF'FFFF);
    activity_counts counts;
    counts.add(kind::instruction, 1);
    list.add_to(counts, 3);
    list.add_to(counts);
    EXPECT_EQ(counts[kind::instruction], 9U);
    EXPECT_EQ(counts.cycles(), 4 * 0xFFFF'FFFFULL) << "more than 32 bits";
    list.add_to(counts, 0);
    EXPECT_EQ(counts[kind::instruction], 9U);
}

TEST(activity_counts, takes_away_what_others_have) {
    activity_counts some;
    some.add(kind::cycle, 7);
    some.add(kind::branch, 2);
    activity_counts others;
    others.add(kind::cycle, 3);
    others.add(kind::branch, 2);
    some.subtract(others);
    EXPECT_EQ(some.cycles(), 4U);
    EXPECT_EQ(some.kinds(), activity::bit_of(kind::cycle)) << "none is left of the other";
}

TEST(activity_counts, knows_which_kinds_occur) {
    activity_counts counts;
    counts.add(kind::branch, 0);
    EXPECT_TRUE(counts.empty());
    counts.add(kind::branch);
    counts.add(kind::cycle, 2);
    EXPECT_EQ(counts.kinds(), activity::bit_of(kind::branch) | activity::bit_of(kind::cycle));
    activity_counts other;
    other.add(kind::data_read, 5);
    other.add(counts);
    EXPECT_EQ(text_of(other), "branch data_read=5 cycle=2");
    counts.clear();
    EXPECT_TRUE(counts.empty());
    EXPECT_TRUE(counts == activity_counts{});
}

TEST(counts_by_instruction, of_fewer_keep_what_those_have) {
    counts_by_instruction all;
    EXPECT_TRUE(all.has_nothing());
    all.begin(3);
    EXPECT_TRUE(all.has_nothing());
    for (std::size_t k = 0; k < 3; ++k) {
        all[k].add(kind::data_read, k + 1);
    }
    all.shrink(1);
    EXPECT_EQ(all.size(), 1U);
    EXPECT_FALSE(all.has_nothing());
    EXPECT_EQ(text_of(all[0]), "data_read");
    all.begin(3);
    EXPECT_TRUE(all.has_nothing());
    EXPECT_TRUE(all[0].empty() && all[1].empty() && all[2].empty()) << "as of new ones";
    all.clear();
    EXPECT_TRUE(all.empty());
}

} // namespace
} // namespace platform::iss::activity_counts_test
