// SPDX-License-Identifier: Apache-2.0
#include <sweep/compare.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace {

using namespace platform::sweep;

sample of(std::initializer_list<double> values) {
    sample s;
    for (const double x : values) {
        s.add(x);
    }
    return s;
}

compared_sweep one(const std::string& figure, const sample& s) {
    compared_point point;
    point.figures[figure] = s;
    point.done = s.n;
    return {{"part=a", point}};
}

// 1, 2, 3, 4: mean 2.5, the squares of the differences are 2.25 + 0.25 + 0.25 + 2.25.
TEST(sweep_compare, samples) {
    const sample s = of({1, 2, 3, 4});
    EXPECT_DOUBLE_EQ(s.mean, 2.5);
    EXPECT_DOUBLE_EQ(s.variance(), 5.0 / 3);
    EXPECT_EQ(s.least, 1);
    EXPECT_EQ(s.greatest, 4);
}

TEST(sweep_compare, a_count_that_differs_has_changed) {
    EXPECT_TRUE(has_changed("cycles", of({100}), of({101})));
    EXPECT_FALSE(has_changed("cycles", of({100, 100}), of({100, 100})));
}

TEST(sweep_compare, what_repeats_explain_has_not_changed) {
    EXPECT_FALSE(has_changed("wall_s", of({1.0, 1.3, 1.1}), of({1.2, 1.4, 1.5}))); // they overlap
    EXPECT_TRUE(has_changed("wall_s", of({1.00, 1.01, 1.02}), of({1.20, 1.21, 1.22})));
    // Standard errors of 0.0577 each, 0.0816 together: 4 of them are 0.327.
    EXPECT_FALSE(has_changed("wall_s", of({1.0, 1.1, 1.2}), of({1.25, 1.35, 1.45})));
    EXPECT_TRUE(has_changed("wall_s", of({1.0, 1.1, 1.2}), of({1.35, 1.45, 1.55})));
    EXPECT_FALSE(has_changed("wall_s", of({1.0, 1.0}), of({2.0, 2.0}))) << "too few repeats";
}

TEST(sweep_compare, bounds) {
    const compared_sweep before = one("cycles", of({1000}));
    const auto is_passed = [&](double after, const char* text) {
        return compare(before, one("cycles", of({after})), {}, {read_bound(text)}).is_passed();
    };
    EXPECT_FALSE(is_passed(1020, "cycles:2"));
    EXPECT_TRUE(is_passed(1021, "cycles:2"));
    EXPECT_FALSE(is_passed(900, "cycles:2"));
    EXPECT_TRUE(is_passed(979, "cycles:-2"));
    EXPECT_FALSE(is_passed(980, "cycles:-2"));
    EXPECT_FALSE(is_passed(2000, "instructions:2"));
    EXPECT_TRUE(is_passed(1001, "cycles:0"));
}

TEST(sweep_compare, a_bound_on_what_differs_from_run_to_run_wants_more_than_chance) {
    const compared_sweep before = one("wall_s", of({1.0, 1.1, 1.2}));
    EXPECT_FALSE(compare(before, one("wall_s", of({1.15, 1.25, 1.3})), {}, {read_bound("wall_s:5")})
                     .is_passed());
    EXPECT_TRUE(compare(before, one("wall_s", of({1.5, 1.6, 1.7})), {}, {read_bound("wall_s:5")})
                    .is_passed());
}

TEST(sweep_compare, bounds_that_are_none) {
    for (const char* text :
         {"", "cycles", ":2", "cycles:", "cycles:x", "cycles:2%", "cycles:inf"}) {
        EXPECT_THROW(read_bound(text), sweep_error) << text;
    }
}

TEST(sweep_compare, points_that_come_go_and_fail) {
    compared_sweep before = one("cycles", of({1}));
    compared_sweep after = before;
    before["part=b"] = before["part=c"] = before["part=a"];
    after["part=d"] = after["part=a"];
    after["part=c"].failed = 1;
    const comparison c = compare(before, after, {}, {});
    EXPECT_EQ(c.only_before, std::vector<std::string>{"part=b"});
    EXPECT_EQ(c.only_after, std::vector<std::string>{"part=d"});
    EXPECT_EQ(c.newly_failed, std::vector<std::string>{"part=c"});
    EXPECT_TRUE(c.is_passed());
}

TEST(sweep_compare, the_largest_change_comes_first) {
    compared_sweep before = one("x", of({100}));
    compared_sweep after = one("x", of({110}));
    before["part=b"].figures["x"] = of({100});
    after["part=b"].figures["x"] = of({50});
    std::ostringstream text;
    print(text, compare(before, after, {}, {}));
    EXPECT_EQ(text.str(), "part=b: x 100 -> 50 (-50 %)\npart=a: x 100 -> 110 (+10 %)\n"
                          "2 points compared: 2 figures have changed, 0 beyond a bound, 0 points "
                          "have failed\n");
    EXPECT_TRUE(compare(before, after, {"y"}, {}).differences.empty());
}

} // namespace
