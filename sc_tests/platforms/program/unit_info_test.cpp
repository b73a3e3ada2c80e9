// SPDX-License-Identifier: Apache-2.0
// What an event of a program means to a part with one event table.
#include "fake_units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platform::program {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct resolved {
    bool ok = false;
    event_lines found;
    std::string error;
};

resolved resolve(const event_reference& reference, bool for_batch) {
    resolved r;
    r.ok = coprocessor_unit().resolve(reference, for_batch, r.found, r.error);
    return r;
}

TEST(event_names, raise_their_lowest_line_or_as_many_as_asked) {
    const resolved one = resolve({"", 0x07, 1, false}, false);
    ASSERT_TRUE(one.ok);
    EXPECT_EQ(one.found.id, 0x07U);
    EXPECT_THAT(one.found.lines, ElementsAre(8));
    EXPECT_THAT(resolve({"", 0x07, 2, false}, false).found.lines, ElementsAre(8, 9));
    EXPECT_THAT(resolve({"", 0x12, 1, false}, false).found.lines, ElementsAre(19));
}

TEST(event_names, without_as_many_lines) {
    EXPECT_THAT(resolve({"", 0x07, 3, false}, false).error, HasSubstr("at most *2"));
    EXPECT_THAT(resolve({"", 0x01, 2, false}, false).error, HasSubstr("at most *1"));
    EXPECT_THAT(resolve({"", 0x01, 0, false}, false).error, HasSubstr("got *0"));
}

TEST(event_names, without_a_line_of_the_bus) {
    for (const std::uint64_t number : {0x20U, 0x21U, 0x22U, 0xFFU}) {
        const resolved r = resolve({"", number, 1, false}, false);
        EXPECT_FALSE(r.ok) << number;
        EXPECT_THAT(r.error, HasSubstr("expected an event that has a line"));
    }
}

TEST(event_names, reserved_ones_are_none) {
    for (const std::uint64_t number : {0x08U, 0x13U, 0x100U}) {
        for (const bool for_batch : {false, true}) {
            const resolved r = resolve({"", number, 1, false}, for_batch);
            EXPECT_FALSE(r.ok) << number;
            EXPECT_THAT(r.error, HasSubstr("which is reserved"));
        }
    }
    EXPECT_FALSE(resolve({"", 0x1'0000'0001, 1, false}, false).ok);
}

TEST(event_names, in_a_batch_need_no_line) {
    const resolved cycles = resolve({"", 0xFF, 1, false}, true);
    ASSERT_TRUE(cycles.ok);
    EXPECT_EQ(cycles.found.id, 0xFFU);
    EXPECT_THAT(cycles.found.lines, IsEmpty());
    EXPECT_THAT(resolve({"", 0x07, 2, false}, true).error, HasSubstr("without '*'"));
}

TEST(event_names, with_parts_of_another_unit) {
    EXPECT_THAT(resolve({"S0", 0x01, 1, false}, false).error, HasSubstr("got the source S0"));
    EXPECT_THAT(resolve({"", 0x01, 1, true}, false).error, HasSubstr("without ':secure'"));
}

} // namespace
} // namespace platform::program
