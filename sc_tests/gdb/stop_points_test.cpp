// SPDX-License-Identifier: Apache-2.0
#include <iss/debugger/stop_points.h>

#include <gtest/gtest.h>

namespace platform::iss {
namespace {

TEST(stop_points, finds_breakpoints_by_their_addresses) {
    stop_points points;
    points.add({stop_kind::software_breakpoint, 0x8000, 0});
    points.add({stop_kind::hardware_breakpoint, 0x8000, 0});
    ASSERT_NE(points.breakpoint_at(0x8000), nullptr);
    EXPECT_EQ(points.breakpoint_at(0x8002), nullptr);
    points.remove({stop_kind::software_breakpoint, 0x8000, 0});
    ASSERT_NE(points.breakpoint_at(0x8000), nullptr);
    EXPECT_EQ(points.breakpoint_at(0x8000)->kind, stop_kind::hardware_breakpoint);
    points.remove({stop_kind::hardware_breakpoint, 0x8000, 0});
    EXPECT_EQ(points.breakpoint_at(0x8000), nullptr);
}

TEST(stop_points, finds_accesses_that_overlap) {
    stop_points points;
    points.add({stop_kind::write_watchpoint, 0x1004, 4});
    EXPECT_TRUE(points.has_watchpoints());
    EXPECT_FALSE(points.watchpoint_at(0x1000, 4, false, true)) << "before it";
    EXPECT_FALSE(points.watchpoint_at(0x1008, 4, false, true)) << "after it";
    EXPECT_FALSE(points.watchpoint_at(0x1004, 4, true, false)) << "a load";
    ASSERT_TRUE(points.watchpoint_at(0x1007, 1, false, true));
    EXPECT_EQ(points.watchpoint_at(0x1007, 1, false, true)->address, 0x1007U);
    ASSERT_TRUE(points.watchpoint_at(0x1000, 64, false, true)) << "several registers";
    EXPECT_EQ(points.watchpoint_at(0x1000, 64, false, true)->address, 0x1004U);
}

TEST(stop_points, tells_loads_from_stores) {
    stop_points points;
    points.add({stop_kind::read_watchpoint, 0x1000, 1});
    EXPECT_TRUE(points.watchpoint_at(0x1000, 4, true, false));
    EXPECT_FALSE(points.watchpoint_at(0x1000, 4, false, true));
    EXPECT_TRUE(points.watchpoint_at(0x1000, 4, true, true)) << "SWP";
    points.remove({stop_kind::read_watchpoint, 0x1000, 1});
    points.add({stop_kind::access_watchpoint, 0x1000, 1});
    EXPECT_TRUE(points.watchpoint_at(0x1000, 4, true, false));
    EXPECT_TRUE(points.watchpoint_at(0x1000, 4, false, true));
}

TEST(stop_points, reaches_the_end_of_the_address_space) {
    stop_points points;
    points.add({stop_kind::access_watchpoint, 0xFFFF'FFFC, 4});
    EXPECT_TRUE(points.watchpoint_at(0xFFFF'FFFF, 1, true, false));
    EXPECT_FALSE(points.watchpoint_at(0, 4, true, false));
    points.add({stop_kind::access_watchpoint, 0, UINT32_MAX});
    EXPECT_TRUE(points.watchpoint_at(0x1234, 4, true, false));
}

TEST(stop_points, are_no_more_than_so_many) {
    stop_points points;
    for (std::uint32_t n = 0; n < stop_points::most; ++n) {
        ASSERT_TRUE(points.add({stop_kind::software_breakpoint, 4 * n, 0}));
    }
    EXPECT_FALSE(points.add({stop_kind::software_breakpoint, 0xF000'0000, 0}));
    EXPECT_TRUE(points.add({stop_kind::software_breakpoint, 0, 0})) << "is there already";
}

} // namespace
} // namespace platform::iss
