// SPDX-License-Identifier: Apache-2.0
#include <sweep/table/compare.h>
#include <sweep/table/table.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>

namespace {

using namespace platform::sweep;

sample of(std::initializer_list<double> values, bool is_kept = false) {
    sample s;
    for (const double x : values) {
        s.add(x, is_kept);
    }
    return s;
}
sample of_host(std::initializer_list<double> values) {
    return of(values, true);
}

const place part_a = {{"part", "a"}};

void add(compared_sweep& sweep, const place& at, const std::string& figure, const sample& s) {
    sweep.points[at].figures[figure] = s;
    sweep.points[at].done = s.n;
    sweep.names.insert(figure);
    sweep.of_host = {"wall_s", "per_s"};
}

compared_sweep one(const std::string& figure, const sample& s) {
    compared_sweep sweep;
    add(sweep, part_a, figure, s);
    return sweep;
}

bool is_passed(const compared_sweep& before, const compared_sweep& after, const char* text) {
    return compare(before, after, {}, {read_bound(text)}).is_passed();
}

std::string refusal(const std::function<void()>& f) {
    try {
        f();
    } catch (const sweep_error& e) {
        return e.what();
    }
    return "";
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
    EXPECT_TRUE(has_changed(false, of({100}), of({101})));
    EXPECT_FALSE(has_changed(false, of({100, 100}), of({100, 100})));
}

// Medians: 1.1 and 1.5 are 0.4 apart.
TEST(sweep_compare, what_repeats_explain_has_not_changed) {
    EXPECT_FALSE(has_changed(true, of_host({1.0, 1.3, 1.1}), of_host({1.2, 1.4, 1.5})))
        << "they overlap";
    // Standard deviations of 0.01 each, 0.0141 together: 4 of them are 0.057.
    EXPECT_TRUE(has_changed(true, of_host({1.00, 1.01, 1.02}), of_host({1.20, 1.21, 1.22})));
    // Of 0.1 each, 0.1414 together: 4 of them are 0.566.
    EXPECT_FALSE(has_changed(true, of_host({1.0, 1.1, 1.2}), of_host({1.5, 1.6, 1.7})));
    EXPECT_TRUE(has_changed(true, of_host({1.0, 1.1, 1.2}), of_host({1.6, 1.7, 1.8})));
}

// Repeats that agree to a thousandth say nothing of the next hour: a tenth is drift.
TEST(sweep_compare, drift_is_no_change) {
    const sample before = of_host({1.000, 1.001, 1.002});
    EXPECT_FALSE(has_changed(true, before, of_host({1.098, 1.099, 1.100})));
    EXPECT_TRUE(has_changed(true, before, of_host({1.103, 1.104, 1.105})));
    EXPECT_FALSE(has_changed(true, before, of_host({0.902, 0.903, 0.904})));
    EXPECT_TRUE(has_changed(true, before, of_host({0.896, 0.897, 0.898})));
}

// One or two are taken to spread by a tenth: 4 * hypot(0.001, 0.14) = 0.56 above 1.0, and for one
// on either side 4 * hypot(0.1, 0.15) = 0.72 for 1.5, 0.89 for 2.
TEST(sweep_compare, few_repeats_spread_by_a_tenth) {
    const sample before = of_host({1.000, 1.001, 1.002});
    EXPECT_FALSE(has_changed(true, before, of_host({1.4, 1.4})));
    EXPECT_TRUE(has_changed(true, before, of_host({10.0, 10.0})));
    EXPECT_FALSE(has_changed(true, of_host({1.0}), of_host({1.5})));
    EXPECT_TRUE(has_changed(true, of_host({1.0}), of_host({2.0})));
}

TEST(sweep_compare, bounds) {
    const compared_sweep before = one("cycles", of({1000}));
    const auto passes = [&](double after, const char* text) {
        return is_passed(before, one("cycles", of({after})), text);
    };
    EXPECT_FALSE(passes(1020, "cycles:2"));
    EXPECT_TRUE(passes(1021, "cycles:2"));
    EXPECT_FALSE(passes(900, "cycles:2"));
    EXPECT_TRUE(passes(979, "cycles:-2"));
    EXPECT_FALSE(passes(980, "cycles:-2"));
    EXPECT_TRUE(passes(1001, "cycles:0"));
}

TEST(sweep_compare, a_bound_on_what_differs_from_run_to_run_wants_more_than_chance) {
    const compared_sweep before = one("wall_s", of_host({1.0, 1.1, 1.2}));
    EXPECT_FALSE(is_passed(before, one("wall_s", of_host({1.3, 1.4, 1.5})), "wall_s:5"));
    EXPECT_TRUE(is_passed(before, one("wall_s", of_host({1.8, 1.9, 2.0})), "wall_s:5"));
    // Two repeats on one side are few, but ten times as much is more than chance.
    EXPECT_TRUE(is_passed(before, one("wall_s", of_host({10, 10})), "wall_s:50"));
    EXPECT_TRUE(is_passed(one("wall_s", of_host({1, 1})), one("wall_s", of_host({10, 10, 10})),
                          "wall_s:50"));
}

TEST(sweep_compare, a_bounded_figure_that_is_missing_is_beyond_it) {
    const compared_sweep before = one("cycles", of({1000}));
    compared_sweep after = one("x", of({1}));
    const comparison c = compare(before, after, {}, {read_bound("cycles:2")});
    EXPECT_TRUE(c.is_passed());
    std::ostringstream text;
    print(text, c);
    EXPECT_EQ(text.str(), "beyond its bound: part=a: cycles 1000 -> missing\n"
                          "1 points compared: 1 figures have changed, 1 beyond a bound, 0 points "
                          "have failed\n");
    EXPECT_EQ(as_json(c).at("differences").at(0).at("after"), nullptr);
    EXPECT_FALSE(compare(before, after, {}, {}).is_passed()) << "nobody asked for it";
}

TEST(sweep_compare, a_bound_needs_something_to_compare) {
    const compared_sweep before = one("cycles", of({1000}));
    compared_sweep other;
    add(other, {{"part", "b"}}, "cycles", of({1000}));
    compared_sweep failed = before;
    failed.points[part_a] = {};
    failed.points[part_a].failed = 1;
    for (const compared_sweep& after : {compared_sweep(), other, failed}) {
        EXPECT_EQ(refusal([&] { is_passed(before, after, "cycles:2"); }),
                  "--bound: no point has a result in both sweeps");
    }
    EXPECT_EQ(compare(before, failed, {}, {}).compared, 0U);
    for (const compared_sweep& after : {compared_sweep(), other}) {
        EXPECT_EQ(refusal([&] { compare(before, after, {}, {}); }),
                  "the sweeps have no point in common");
    }
}

TEST(sweep_compare, figures_that_nothing_has_are_refused) {
    compared_sweep before = one("cycles", of({1}));
    before.names.insert("unknown_everywhere"); // null in each row
    EXPECT_EQ(refusal([&] { is_passed(before, before, "cyclse:5"); }),
              "--bound: no point has a figure 'cyclse'; there are: cycles, unknown_everywhere");
    EXPECT_EQ(refusal([&] { compare(before, before, {"cyclse"}, {}); }),
              "--metric: no point has a figure 'cyclse'; there are: cycles, unknown_everywhere");
    EXPECT_NO_THROW(compare(before, before, {"unknown_everywhere"}, {}));
}

TEST(sweep_compare, figures_of_the_host_and_their_metrics) {
    const auto of = [](const char* name, const char* text) {
        return metric{name, text, expression(text)};
    };
    EXPECT_EQ(figures_of_host({of("per_s", "cycles / cpu_s"), of("rate", "A / B"),
                               of("mega", "per_s / 1000000")}),
              (std::set<std::string>{"wall_s", "cpu_s", "max_rss_kib", "per_s", "mega"}));
    // One run each: a metric of a time differs by 0.3, which is no change; a count's is.
    EXPECT_TRUE(compare(one("per_s", of_host({1})), one("per_s", of_host({1.3})), {"per_s"}, {})
                    .differences.empty());
}

// A machine that is half as fast is no change of what was simulated.
TEST(sweep_compare, figures_of_the_host_are_for_who_asks) {
    const compared_sweep before = one("wall_s", of_host({1, 1.01, 1.02}));
    const compared_sweep after = one("wall_s", of_host({2, 2.01, 2.02}));
    EXPECT_TRUE(compare(before, after, {}, {}).differences.empty());
    EXPECT_EQ(compare(before, after, {"wall_s"}, {}).differences.size(), 1U);
    EXPECT_TRUE(is_passed(before, after, "wall_s:5"));
}

// With NAME=VALUE joined by blanks, these two would be one.
TEST(sweep_compare, points_are_told_apart_by_their_axes) {
    const place one_place = {{"a", "1 b=2"}, {"b", "3"}};
    const place another = {{"a", "1"}, {"b", "2 b=3"}};
    compared_sweep before;
    add(before, one_place, "cycles", of({1}));
    add(before, another, "cycles", of({5}));
    compared_sweep after = before;
    after.points[another].figures["cycles"] = of({6});
    const comparison c = compare(before, after, {}, {});
    EXPECT_EQ(c.compared, 2U);
    ASSERT_EQ(c.differences.size(), 1U);
    EXPECT_EQ(c.differences[0].point, "a=1 b=\"2 b=3\"");
    EXPECT_EQ(text_of(one_place), "a=\"1 b=2\" b=3");
}

TEST(sweep_compare, points_that_were_not_run_yet) {
    const compared_sweep before = one("cycles", of({1}));
    compared_sweep after = before;
    add(after, {{"part", "b"}}, "cycles", of({1}));
    after.points[part_a] = {};
    EXPECT_EQ(compare(before, after, {}, {}).not_run, std::vector<std::string>{"part=a"});
    compared_sweep both = before;
    add(both, {{"part", "b"}}, "cycles", of({1}));
    EXPECT_TRUE(is_passed(both, after, "cycles:5")) << "what was to be held is not known";
}

TEST(sweep_compare, bounds_that_are_none) {
    for (const char* text :
         {"", "cycles", ":2", "cycles:", "cycles:x", "cycles:2%", "cycles:inf"}) {
        EXPECT_THROW(read_bound(text), sweep_error) << text;
    }
}

TEST(sweep_compare, points_that_come_go_and_fail) {
    const place b = {{"part", "b"}};
    const place c = {{"part", "c"}};
    const place d = {{"part", "d"}};
    compared_sweep before = one("cycles", of({1}));
    compared_sweep after = before;
    before.points[b] = before.points[c] = before.points[part_a];
    after.points[d] = after.points[c] = after.points[part_a];
    after.points[c].failed = 1;
    const comparison found = compare(before, after, {}, {});
    EXPECT_EQ(found.only_before, std::vector<std::string>{"part=b"});
    EXPECT_EQ(found.only_after, std::vector<std::string>{"part=d"});
    EXPECT_EQ(found.newly_failed, std::vector<std::string>{"part=c"});
    EXPECT_TRUE(found.is_passed());
}

TEST(sweep_compare, the_largest_change_comes_first) {
    compared_sweep before = one("x", of({100}));
    compared_sweep after = one("x", of({110}));
    add(before, {{"part", "b"}}, "x", of({100}));
    add(after, {{"part", "b"}}, "x", of({50}));
    before.names.insert("y");
    std::ostringstream text;
    print(text, compare(before, after, {}, {}));
    EXPECT_EQ(text.str(), "part=b: x 100 -> 50 (-50 %)\npart=a: x 100 -> 110 (+10 %)\n"
                          "2 points compared: 2 figures have changed, 0 beyond a bound, 0 points "
                          "have failed\n");
    EXPECT_TRUE(compare(before, after, {"y"}, {}).differences.empty());
}

} // namespace
