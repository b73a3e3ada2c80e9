// SPDX-License-Identifier: Apache-2.0
#include "sweep_fixture.h"

#include <sweep/spec/points.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace platform::sweep;
using namespace sweep_test;
using testing::ElementsAre;
using testing::HasSubstr;

// The repeats of a point are far apart in time, so that they show how the machine drifts.
TEST(sweep_spec, points_vary_fastest_in_the_last_axis_and_their_repeats_slowest) {
    const spec s = read(R"({"run": {"file": "{part}.elf"}, "repeat": 2,
        "matrix": {"part": ["a", "b"], "caches": ["none", "4K:2:32", null]}})");
    const point_space points(s);
    EXPECT_EQ(points.size(), 12U);
    EXPECT_EQ(points.describe(0), "part=a caches=none repeat=0");
    EXPECT_EQ(points.describe(1), "part=a caches=4K:2:32 repeat=0");
    EXPECT_EQ(points.describe(6), "part=a caches=none repeat=1");
    EXPECT_EQ(points.describe(11), "part=b caches=(none) repeat=1");
}

TEST(sweep_spec, a_value_that_repeats_is_refused) {
    EXPECT_EQ(fault_of(R"({"run": {}, "matrix": {"part": ["a", "b", "a"]}})"),
              "s.json: /matrix/part/2: the value \"a\" is that of /matrix/part/0");
}

TEST(sweep_spec, settings_become_a_command_line) {
    const spec s = read(R"({"variables": {"dir": "x"},
        "run": {"file": "{dir}/{loop}.elf", "args": ["{loop}", "{{}}"], "option": ["A=1", "B=2"],
                "fast": true, "caches": "{size}:2:32"},
        "matrix": {"part": ["a"], "loop": ["ijk", "ikj"], "size": ["1K", "2K"], "quantum": [7]}})",
                        {{"dir", "y"}});
    const point_run run = point_space(s).run_of(3);
    EXPECT_EQ(run.command, "stat");
    EXPECT_EQ(run.part, "a");
    EXPECT_EQ(run.file, "y/ikj.elf");
    EXPECT_THAT(run.arguments, ElementsAre("ikj", "{}"));
    EXPECT_THAT(run.options, ElementsAre("--caches=2K:2:32", "--fast", "--option=A=1",
                                         "--option=B=2", "--quantum=7"));
}

TEST(sweep_spec, null_and_false_leave_an_option_out) {
    const spec s = read(R"({"run": {"file": "f"},
        "matrix": {"part": ["a"], "caches": [null, "1K:1:32"], "fast": [false, true]}})");
    const point_space points(s);
    EXPECT_THAT(points.run_of(0).options, ElementsAre());
    EXPECT_THAT(points.run_of(3).options, ElementsAre("--caches=1K:1:32", "--fast"));
}

TEST(sweep_spec, numbers_of_an_axis_are_computed) {
    const spec s = read(R"({"run": {"command": "demo", "part": "a"},
        "matrix": {"seed": {"from": 5, "to": 1000004}}})");
    const point_space points(s);
    EXPECT_EQ(points.size(), 1'000'000U);
    EXPECT_EQ(points.describe(999'999), "seed=1000004");
    const spec powers = read(R"({"run": {"file": "f{n}", "part": "a"},
        "matrix": {"n": {"from": 3, "to": 50, "factor": 2}}})");
    EXPECT_EQ(powers.axes[0].size(), 5U); // 3, 6, 12, 24, 48
    EXPECT_EQ(powers.axes[0].label(4), "48");
}

TEST(sweep_spec, filters_choose_points) {
    const spec s = read(R"({"run": {"file": "f{n}"},
        "matrix": {"part": ["a", "b"], "caches": ["1K:1:32", "2K:1:32"], "n": {"from": 1, "to": 10}},
        "include": [{"part": "a"}, {"part": "b", "n": {"from": 9}}],
        "exclude": [{"caches": ["2K:1:32"], "n": 3}]})");
    const point_space points(s);
    std::uint64_t count = 0;
    points.for_each_included([&count](std::uint64_t) { ++count; });
    EXPECT_EQ(count, 20U - 1 + 2 * 2);
    EXPECT_FALSE(points.is_included({0, 1, 2}));
    EXPECT_TRUE(points.is_included({0, 0, 2}));
    EXPECT_TRUE(points.is_included({1, 0, 8}));
    EXPECT_FALSE(points.is_included({1, 0, 7}));
}

/// A sweep of sizes, ways and parts with one more member.
std::string geometry(const std::string& member) {
    return R"({"run": {"caches": "{size}:{ways}:{line}"}, "variables": {"line": 32},
        "matrix": {"part": ["a", "b"], "size": ["1K", "2K", 4096], "ways": [1, 4]}, )" +
           member + "}";
}

std::uint64_t points_of(const std::string& member) {
    const spec s = read(geometry(member));
    std::uint64_t count = 0;
    point_space(s).for_each_included([&count](std::uint64_t) { ++count; });
    return count;
}

// With one way a size of 1024 is enough, with four only 4096 is: four geometries of two parts.
TEST(sweep_spec, filters_compute) {
    const std::string fits = R"({"where": "size >= ways * line * 32"})";
    EXPECT_EQ(points_of(R"("include": [)" + fits + "]"), 8U);
    EXPECT_EQ(points_of(R"("exclude": [)" + fits + "]"), 4U);
    EXPECT_EQ(points_of(R"("include": [{"part": "a", "where": "size >= ways * line * 32"},
                                       {"part": "b"}])"),
              4U + 6U);
    EXPECT_EQ(points_of(R"("include": [{"where": ["size > 1K", "size / ways != 1024"]}])"), 6U)
        << "2K and 4K, without 4K of four ways";
    EXPECT_EQ(points_of(R"("include": [{"where": "size == 0.5*(4K - 2K) * 1"}])"), 4U);
    EXPECT_EQ(points_of(R"("include": [{"where": "size <= -1"}], "repeat": 2)"), 0U);
}

// 3, 6, 12, 24, 48: two of them are below 12.
TEST(sweep_spec, filters_compute_with_ranges) {
    const spec s = read(R"({"run": {"file": "f{n}", "part": "a"}, "include": [{"where": "n < 12"}],
        "matrix": {"n": {"from": 3, "to": 50, "factor": 2}}})");
    const point_space points(s);
    EXPECT_TRUE(points.is_included(1));
    EXPECT_FALSE(points.is_included(2));
}

// What other conditions leave out is not computed.
TEST(sweep_spec, filters_that_cannot_be_computed_are_told_with_their_point) {
    const auto fault = [](const std::string& member) {
        try {
            points_of(member);
        } catch (const sweep_error& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    EXPECT_EQ(fault(R"("include": [{"where": "size / (ways - 1) > 2"}])"),
              "s.json: /include/0/where: \"size / (ways - 1) > 2\" has a division by 0 where size "
              "is 1024, ways is 1");
    EXPECT_EQ(fault(R"("include": [{"ways": 4, "where": "size / (ways - 1) > 2"}])"), "");
    EXPECT_EQ(fault(R"("exclude": [{"where": "size * 8G * 1K > 0"}])"),
              "s.json: /exclude/0/where: \"size * 8G * 1K > 0\" has a result beyond 2^53 where "
              "size is 2048");
    EXPECT_EQ(fault(R"("exclude": [{"where": "0 - 4K*size*8G*1K < 0"}])"),
              "s.json: /exclude/0/where: \"0 - 4K*size*8G*1K < 0\" has a result beyond 2^53 where "
              "size is 1024");
    EXPECT_EQ(
        fault(R"("include": [{"where": "sizes > 1"}])"),
        "s.json: /include/0/where: there is no axis or variable sizes; its value is \"sizes > "
        "1\"");
    EXPECT_EQ(
        fault(R"("include": [{"where": "part > 1"}])"),
        "s.json: /include/0/where: expected an axis of numbers, got part, which can be \"a\"");
    EXPECT_EQ(
        fault(R"("include": [{"where": ["size > 1", "size"]}])"),
        "s.json: /include/0/where/1: column 5: expected one of < <= > >= == !=, got the end in "
        "\"size\"");
    EXPECT_EQ(
        fault(R"("include": [{"where": "1 < size < 3"}])"),
        "s.json: /include/0/where: column 10: expected an operator, got '< 3' in \"1 < size < "
        "3\"");
    EXPECT_EQ(fault(R"("include": [{"where": 5}])"),
              "s.json: /include/0/where: expected a text, got 5");
    EXPECT_EQ(fault(R"("include": [{}])"),
              "s.json: /include/0: expected an axis or where at least, got {}");
}

TEST(sweep_spec, a_variable_may_be_there_for_a_filter_alone) {
    const auto with = [](const std::string& value) {
        return fault_of(R"({"run": {"part": "a"}, "variables": {"most": )" + value + R"(},
            "matrix": {"quantum": [1, 2]}, "exclude": [{"where": "quantum > most"}]})");
    };
    EXPECT_EQ(with("1"), "");
    EXPECT_EQ(with("\"x\""), "s.json: /exclude/0/where: expected a variable that is a number, got "
                             "most, which is \"x\"");
}

TEST(sweep_spec, a_matrix_of_more_points_than_fit_is_refused_at_once) {
    EXPECT_EQ(fault_of(R"({"run": {"file": "{a}{b}{c}", "part": "p"}, "repeat": 10, "matrix": {
        "a": {"from": 0, "to": 9000000000000000}, "b": {"from": 1, "to": 1000000},
        "c": {"from": 1, "to": 1000000}}})"),
              "s.json: /matrix: expected at most 10000000 points, got 9000000000000001 x 1000000 x "
              "1000000, 10 times");
    EXPECT_EQ(fault_of(R"({"run": {"file": "{a}", "part": "p"}, "repeat": 10,
        "matrix": {"a": {"from": 1, "to": 1000000}}})"),
              "");
    EXPECT_NE(fault_of(R"({"run": {"file": "{a}", "part": "p"}, "repeat": 10,
        "matrix": {"a": {"from": 0, "to": 1000000}}})"),
              "");
}

struct fault {
    const char* what;
    const char* text;
    const char* message;
};

class sweep_spec_fault : public testing::TestWithParam<fault> {};

// One line that names file, place and value.
TEST_P(sweep_spec_fault, is_told) {
    const std::string message = fault_of(GetParam().text);
    EXPECT_EQ(message, GetParam().message);
    EXPECT_EQ(message.find('\n'), std::string::npos);
}

const fault faults[] = {
    {"axis_of_a_figure",
     R"({"run": {"file": "{cycles}.pmu"}, "matrix": {"part": ["a"], "cycles": ["x"]}})",
     "s.json: /matrix/cycles: expected another name: a column of the table is called so"},
    {"axis_of_a_column",
     R"({"run": {"file": "{status}.pmu"}, "matrix": {"part": ["a"], "status": ["x"]}})",
     "s.json: /matrix/status: expected another name: a column of the table is called so"},
    {"unknown_member", R"({"run": {}, "matrix": {"part": ["a"]}, "matrx": 1})",
     "s.json: /matrx: there is no such member; expected one of name, run, matrix, variables, "
     "include, exclude, repeat, limits, metrics, exit_codes, slurm; its value is 1"},
    {"unknown_option", R"({"run": {"cache": "4K"}, "matrix": {"part": ["a"]}})",
     "s.json: /run/cache: pmu_run stat has no such option; its value is \"4K\""},
    {"axis_without_effect", R"({"run": {}, "matrix": {"part": ["a"], "size": [1, 2]}})",
     "s.json: /matrix/size: this is no option of pmu_run stat, and nothing has {size} in it"},
    {"value_of_an_option", R"({"run": {}, "matrix": {"part": ["a"], "quantum": [1, "x"]}})",
     "s.json: /matrix/quantum/1: --quantum: expected a number, got 'x'"},
    {"value_of_a_kind", R"({"run": {}, "matrix": {"part": ["a"], "caches": ["none", {}]}})",
     "s.json: /matrix/caches/1: expected a text, a number, a list of them, true, false or null, "
     "got {}"},
    {"unusable_option", R"({"run": {"trace": "t"}, "matrix": {"part": ["a"]}})",
     "s.json: /run/trace: no point of a sweep can have --trace: it is a file"},
    {"flag_with_a_value", R"({"run": {"fast": "x"}, "matrix": {"part": ["a"]}})",
     "s.json: /run/fast: expected true or false, got \"x\""},
    {"no_part", R"({"run": {}, "matrix": {"caches": ["none"]}})",
     "s.json: /: expected the part, in /run or as an axis of /matrix"},
    {"no_matrix", R"({"run": {}})", "s.json: /: expected the member matrix, the axes of the sweep"},
    {"empty_axis", R"({"run": {}, "matrix": {"part": []}})",
     "s.json: /matrix/part: expected 1 to 1000000 values, got 0"},
    {"both", R"({"run": {"part": "a"}, "matrix": {"part": ["a"]}})",
     "s.json: /run/part: this is an axis of the matrix, too"},
    {"placeholder", R"({"run": {"file": "{x}"}, "matrix": {"part": ["a"]}})",
     "s.json: /run/file: there is no axis or variable {x}"},
    {"brace", R"({"run": {"file": "{x"}, "matrix": {"part": ["a"]}})",
     "s.json: /run/file: expected {NAME}, or {{ and }} for braces, in '{x'"},
    {"command", R"({"run": {"command": "list"}, "matrix": {"part": ["a"]}})",
     "s.json: /run/command: expected one of demo, stat, got \"list\""},
    {"repeat", R"({"run": {}, "matrix": {"part": ["a"]}, "repeat": 0})",
     "s.json: /repeat: expected a whole number from 1 to 10000, got 0"},
    {"negative", R"({"run": {}, "matrix": {"part": ["a"]}, "limits": {"retries": -1}})",
     "s.json: /limits/retries: expected a whole number from 0 to 100, got -1"},
    {"filter_axis", R"({"run": {}, "matrix": {"part": ["a"]}, "exclude": [{"parts": "a"}]})",
     "s.json: /exclude/0/parts: there is no such axis; its value is \"a\""},
    {"axis_where", R"({"run": {"file": "{where}"}, "matrix": {"where": [1]}})",
     "s.json: /matrix/where: expected an axis of another name: filters compute by where"},
    {"filter_value", R"({"run": {}, "matrix": {"part": ["a"]}, "exclude": [{"part": "b"}]})",
     "s.json: /exclude/0/part: expected a value of the axis part, got \"b\""},
    {"metric", R"({"run": {}, "matrix": {"part": ["a"]}, "metrics": {"m": "A / (B"}})",
     "s.json: /metrics/m: column 7: expected ')', got the end in \"A / (B\""},
    {"two_files", R"({"run": {"part": "a", "file": ["x", "y"]}, "matrix": {"quantum": [1]}})",
     "s.json: /run/file: expected one text or null, got [\"x\",\"y\"]"},
    {"two_files_of_an_axis", R"({"run": {"part": "a"}, "matrix": {"file": ["x", ["y", "z"]]}})",
     "s.json: /matrix/file/1: expected one text or null, got [\"y\",\"z\"]"},
    {"two_parts", R"({"run": {"part": ["a", "b"]}, "matrix": {"quantum": [1]}})",
     "s.json: /run/part: expected one text, got [\"a\",\"b\"]"},
    {"part_true", R"({"run": {}, "matrix": {"part": [true]}})",
     "s.json: /matrix/part/0: expected one text, got true"},
    {"part_null", R"({"run": {"part": null}, "matrix": {"quantum": [1]}})",
     "s.json: /run/part: expected one text, got null"},
    {"metric_of_nothing",
     R"({"run": {}, "matrix": {"part": ["a"]}, "metrics": {"m": "1 / cyclse"}})",
     "s.json: /metrics/m: no point has a figure cyclse; its value is \"1 / cyclse\""},
    {"metric_like_a_figure",
     R"({"run": {}, "matrix": {"part": ["a"]}, "metrics": {"cycles": "1"}})",
     "s.json: /metrics/cycles: expected another name: a column of the table is called so; its "
     "value is \"1\""},
    {"metric_like_a_column",
     R"({"run": {}, "matrix": {"part": ["a"]}, "metrics": {"status": "1"}})",
     "s.json: /metrics/status: expected another name: a column of the table is called so; its "
     "value is \"1\""},
    {"metric_like_an_axis", R"({"run": {}, "matrix": {"part": ["a"]}, "metrics": {"part": "1"}})",
     "s.json: /metrics/part: expected another name: an axis is called so; its value is \"1\""},
    {"range", R"({"run": {"file": "{n}", "part": "a"}, "matrix": {"n": {"from": 5, "to": 4}}})",
     "s.json: /matrix/n/to: expected a whole number from 5 to 9007199254740992, got 4"},
    {"slurm", R"({"run": {}, "matrix": {"part": ["a"]}, "slurm": {"array": "0-5"}})",
     "s.json: /slurm/array: the sweep sets --array of sbatch itself"},
    {"twice", R"({"run": {}, "run": {}})", "s.json: \"run\" stands twice in an object"},
    {"number", R"({"repeat": 1e999})", "s.json: number overflow parsing '1e999'"},
    {"null_character", R"({"run": {"file": "a\u0000b"}, "matrix": {"part": ["a"]}})",
     "s.json: /run/file: expected a text without a null character, got \"a\\u0000b\""},
    {"slash_in_a_name", R"({"run": {"a/b": 1}, "matrix": {"part": ["a"]}})",
     "s.json: /run/a~1b: pmu_run stat has no such option; its value is 1"},
};

INSTANTIATE_TEST_SUITE_P(all, sweep_spec_fault, testing::ValuesIn(faults),
                         [](const auto& one) { return std::string(one.param.what); });

TEST(sweep_spec, what_is_no_json_is_told_with_its_line) {
    EXPECT_THAT(fault_of("{\"run\": {},\n  x}"), HasSubstr("s.json: parse error at line 2"));
    EXPECT_THAT(fault_of("[]"), HasSubstr("s.json: /: expected an object, got []"));
    EXPECT_THAT(fault_of(std::string(100'000, '[')), HasSubstr("s.json: nested deeper than 64"));
    EXPECT_THAT(fault_of(std::string()), HasSubstr("s.json: parse error"));
}

TEST(sweep_spec, an_axis_of_ranges) {
    const spec s = read(R"({"run": {"part": "a"}, "matrix": {
        "caches": {"from": 1, "to": 250, "each": 100}}, "exclude": [{"caches": {"to": 100}}]})");
    ASSERT_EQ(s.axes[0].size(), 3U);
    EXPECT_EQ(s.axes[0].label(0), "1..100");
    EXPECT_EQ(s.axes[0].label(1), "101..200");
    EXPECT_EQ(s.axes[0].label(2), "201..250");
    EXPECT_TRUE(s.exclude[0].matches({0}));
    EXPECT_FALSE(s.exclude[0].matches({1}));
    EXPECT_EQ(fault_of(R"({"run": {"part": "a"}, "matrix": {
        "caches": {"from": 1, "to": 9, "each": 2, "step": 2}}})"),
              "s.json: /matrix/caches: expected only one of step, factor and each, got "
              "{\"from\":1,\"to\":9,\"each\":2,\"step\":2}");
}

TEST(sweep_spec, a_variable_that_is_not_there_is_refused) {
    EXPECT_EQ(fault_of(R"({"run": {}, "matrix": {"part": ["a"]}})", {{"x", "1"}}),
              "--set x=1: the specification has no such variable");
}

} // namespace
