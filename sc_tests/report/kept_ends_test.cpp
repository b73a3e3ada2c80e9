// SPDX-License-Identifier: Apache-2.0
#include <report/kept_ends.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platform::report {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(kept_ends, keep_all_of_a_short_sequence) {
    kept_ends<int> items(3);
    for (int i = 0; i != 6; ++i) {
        items.add(i);
    }
    EXPECT_THAT(items.first(), ElementsAre(0, 1, 2));
    EXPECT_THAT(items.last(), ElementsAre(3, 4, 5));
    EXPECT_EQ(items.omitted(), 0U);
}

TEST(kept_ends, keep_the_first_and_the_last_and_tell_how_many_are_missing) {
    kept_ends<int> items(2);
    EXPECT_THAT(items.first(), IsEmpty());
    for (int i = 0; i != 100; ++i) {
        items.add(i);
    }
    EXPECT_THAT(items.first(), ElementsAre(0, 1));
    EXPECT_THAT(items.last(), ElementsAre(98, 99));
    EXPECT_EQ(items.omitted(), 96U);
    EXPECT_EQ(items.total(), 100U);
}

} // namespace
} // namespace platform::report
