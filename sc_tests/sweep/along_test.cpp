// SPDX-License-Identifier: Apache-2.0
// Points of one sweep that differ in one axis alone.
#include <sweep/table/along.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>

namespace {

using namespace platform::sweep;

/// Cycles by program and size. The first point has size 8K, though 4K comes first in the alphabet.
class along_sweep : public testing::Test {
protected:
    along_sweep() {
        sweep.first = at("sort", "8K");
        sweep.names = {"cycles"};
        add("sort", "8K", 1000);
        add("sort", "4K", 1500);
        add("sort", "16K", 900);
        add("filter", "8K", 200);
        add("filter", "4K", 200);
    }

    static place at(const std::string& program, const std::string& size) {
        return {{"program", program}, {"size", size}};
    }
    void add(const std::string& program, const std::string& size, double cycles) {
        compared_point& point = sweep.points[at(program, size)];
        point.figures["cycles"].add(cycles);
        ++point.done;
    }
    comparison along(const std::string& axis, const std::string& base = "",
                     const std::vector<bound>& bounds = {}) const {
        return compare_along(sweep, axis, base, {}, bounds);
    }
    std::string refusal(const std::string& axis, const std::string& base = "",
                        const std::vector<bound>& bounds = {}) const {
        try {
            along(axis, base, bounds);
        } catch (const sweep_error& e) {
            return e.what();
        }
        return "";
    }

    compared_sweep sweep;
};

// 1500 is 50 % above 1000, 900 is 10 % below; filter's cycles do not depend on the size.
TEST_F(along_sweep, the_first_point_has_the_base) {
    std::ostringstream text;
    print(text, along("size"));
    EXPECT_EQ(text.str(), "compared with size=8K:\n"
                          "program=sort size=4K: cycles 1000 -> 1500 (+50 %)\n"
                          "program=sort size=16K: cycles 1000 -> 900 (-10 %)\n"
                          "3 points compared: 2 figures have changed, 0 beyond a bound, 0 points "
                          "have failed\n");
    EXPECT_EQ(as_json(along("size")).at("base"), "size=8K");
}

// Beside 4K there are 8K (of both programs) and 16K: 1000 is a third below 1500.
TEST_F(along_sweep, another_base) {
    const comparison c = along("size", "4K");
    EXPECT_EQ(c.compared, 3U);
    ASSERT_EQ(c.differences.size(), 2U);
    EXPECT_EQ(c.differences[0].point, "program=sort size=16K");
    EXPECT_DOUBLE_EQ(c.differences[0].change(), -0.4);
    EXPECT_DOUBLE_EQ(c.differences[1].change(), -1.0 / 3);
}

// 200 beside 1000 and 200 beside 1500; filter has no point of 16K.
TEST_F(along_sweep, a_point_without_a_partner_is_told) {
    const comparison c = along("program", "sort");
    EXPECT_EQ(c.compared, 2U);
    EXPECT_EQ(c.differences.size(), 2U);
    EXPECT_TRUE(c.only_after.empty());
    const comparison other = along("program", "filter");
    EXPECT_EQ(other.only_after, std::vector<std::string>{"program=sort size=16K"});
}

TEST_F(along_sweep, bounds_hold_for_each_pair) {
    EXPECT_FALSE(along("size", "", {read_bound("cycles:50")}).is_passed());
    EXPECT_TRUE(along("size", "", {read_bound("cycles:49")}).is_passed());
    EXPECT_FALSE(along("size", "", {read_bound("cycles:-10")}).is_passed());
    EXPECT_TRUE(along("size", "", {read_bound("cycles:-9")}).is_passed());
}

TEST_F(along_sweep, a_point_that_fails_where_the_base_does_not) {
    sweep.points[at("sort", "4K")] = {};
    sweep.points[at("sort", "4K")].failed = 1;
    const comparison c = along("size");
    EXPECT_EQ(c.newly_failed, std::vector<std::string>{"program=sort size=4K"});
    EXPECT_TRUE(c.is_passed());
}

TEST_F(along_sweep, what_cannot_be_compared_is_refused) {
    EXPECT_EQ(refusal("sizes"), "--along sizes: there is no such axis; there are: program, size");
    EXPECT_EQ(refusal("size", "5K"), "--base 5K: no point has size=5K; there are: 16K, 4K, 8K");
    EXPECT_EQ(refusal("size", "", {read_bound("instructions:1")}),
              "--bound: no point has a figure 'instructions'; there are: cycles");
    sweep.points.erase(at("sort", "8K"));
    sweep.points.erase(at("filter", "8K"));
    add("copy", "8K", 5);
    EXPECT_EQ(refusal("size", "8K"), "--along size: no two points differ in size alone");
    sweep.points.clear();
    sweep.points[at("sort", "8K")].failed = 1;
    add("sort", "4K", 1500);
    EXPECT_EQ(refusal("size", "8K", {read_bound("cycles:1")}),
              "--bound: no two points that differ in size alone have both a result");
    sweep.first = {};
    EXPECT_EQ(refusal("size"), "--along size: there is no such axis; there are: none");
}

} // namespace
