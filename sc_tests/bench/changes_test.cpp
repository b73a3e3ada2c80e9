// SPDX-License-Identifier: Apache-2.0
#include <bench/changes.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

nlohmann::json figure(double q1, double value, double q3) {
    return {{"value", value}, {"q1", q1}, {"q3", q3}, {"mark", 2}, {"pass", true}};
}

TEST(bench_changes, quartiles_that_meet_are_noise) {
    EXPECT_THAT(bench::changes({{"a", figure(1.0, 1.2, 1.4)}}, {{"a", figure(1.1, 1.3, 1.5)}}),
                IsEmpty());
}

TEST(bench_changes, beyond_the_quartiles_are_told_with_their_size) {
    EXPECT_THAT(bench::changes({{"a", figure(0.99, 1.0, 1.01)}}, {{"a", figure(1.4, 1.5, 1.6)}}),
                ElementsAre(HasSubstr("+50.0 %")));
    EXPECT_THAT(bench::changes({{"a", figure(3.9, 4.0, 4.1)}}, {{"a", figure(2.9, 3.0, 3.1)}}),
                ElementsAre(HasSubstr("-25.0 %")));
}

TEST(bench_changes, of_a_hundredth_are_none_however_quiet_the_runs) {
    EXPECT_THAT(bench::changes({{"a", figure(1, 1, 1)}}, {{"a", figure(1.01, 1.01, 1.01)}}),
                IsEmpty());
}

TEST(bench_changes, new_and_missing_figures_are_told) {
    EXPECT_THAT(bench::changes({{"a", figure(1, 1, 1)}}, {{"b", figure(1, 1, 1)}}),
                ElementsAre("b: new", "a: not measured now"));
}

TEST(bench_changes, versions_that_changed_are_told_first) {
    nlohmann::json before{{"a", figure(1, 1, 1)}};
    nlohmann::json now = {{"a", figure(2, 2, 2)}};
    before["versions"] = {{"Unicorn", "2.0.1"}, {"SystemC", "2.3.4"}};
    now["versions"] = {{"Unicorn", "2.1.1"}, {"SystemC", "2.3.4"}};
    EXPECT_THAT(bench::changes(before, now),
                ElementsAre("Unicorn: 2.0.1 -> 2.1.1", HasSubstr("+100.0 %")));
}

TEST(bench_changes, since_something_else_are_refused) {
    const nlohmann::json now{{"a", figure(1, 1, 1)}};
    EXPECT_NO_THROW(bench::check_report(now));
    EXPECT_NO_THROW(bench::check_report({{"versions", {{"Unicorn", "2.0.1"}}}}));
    for (const char* broken : {"[]", R"({"a": 1})", R"({"a": {"value": "x"}})",
                               R"({"versions": [1]})", R"({"versions": {"Unicorn": 2}})"}) {
        EXPECT_THROW(bench::check_report(nlohmann::json::parse(broken)), std::runtime_error)
            << broken;
    }
}

} // namespace
