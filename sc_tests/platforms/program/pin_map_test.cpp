// SPDX-License-Identifier: Apache-2.0
#include <program/pin_map.h>

#include <gtest/gtest.h>

#include <cstddef>

namespace platform::program {
namespace {

constexpr pin_info table[] = {{"ENABLE", false, 1, "an input", 0},
                              {"BUS", true, 8, "an output", 0}};

enum class right : std::size_t { ENABLE, BUS };
enum class other_order : std::size_t { BUS, ENABLE };
enum class other_name : std::size_t { ENABLE, LINES };
enum class one_less : std::size_t { ENABLE };
enum class one_more : std::size_t { ENABLE, BUS, LINES };

static_assert(pmu::are_all_positions<right>(table));
static_assert(!pmu::are_all_positions<other_order>(table));
static_assert(!pmu::are_all_positions<other_name>(table));
static_assert(!pmu::are_all_positions<one_less>(table));
static_assert(!pmu::are_all_positions<one_more>(table));

TEST(pin_map, has_the_pins_of_its_table_in_their_order) {
    constexpr pin_map_of<right, table> pins;
    ASSERT_EQ(pins.size(), 2U);
    EXPECT_STREQ(pins[0].name, "ENABLE");
    EXPECT_STREQ(pins[1].name, "BUS");
    EXPECT_EQ(pins.end() - pins.begin(), 2);
}

} // namespace
} // namespace platform::program
