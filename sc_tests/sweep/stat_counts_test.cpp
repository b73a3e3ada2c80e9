// SPDX-License-Identifier: Apache-2.0
// What is read of `pmu_run stat -j`.
#include <sweep/json/stat_counts.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace platform::stat_counts_test {
namespace {

TEST(stat_counts, are_those_of_lines_that_count) {
    const auto counts = sweep::read_stat_counts(
        "f",
        "{\"counter-value\":\"7\",\"unit\":\"\",\"event\":\"cycles\",\"event-runtime\":70,"
        "\"pcnt-running\":100.0,\"metric-value\":\"1.00\",\"metric-unit\":\"a\","
        "\"part\":\"xscale\"}\n"
        "{\"metric-value\":\"2.00\",\"metric-unit\":\"b\"}\n"
        "{\"counter-value\":\"<not supported>\",\"event\":\"ICACHE_MISS\",\"event-runtime\":0}\n"
        "{\"interval\":0.1,\"counter-value\":\"18446744073709551615\",\"event\":\"BR_EXEC\","
        "\"event-runtime\":1}\n");
    ASSERT_EQ(counts.size(), 3U);
    EXPECT_EQ(counts[0].event, "cycles");
    EXPECT_EQ(counts[0].count, 7U);
    EXPECT_EQ(counts[0].runtime_ns, 70U);
    EXPECT_EQ(counts[0].metric_unit, "a");
    EXPECT_EQ(counts[0].part, "xscale");
    EXPECT_FALSE(counts[0].is_of_interval);
    EXPECT_EQ(counts[1].count, std::nullopt);
    EXPECT_EQ(counts[1].part, "");
    EXPECT_EQ(counts[2].count, UINT64_MAX);
    EXPECT_TRUE(counts[2].is_of_interval);
    EXPECT_TRUE(sweep::read_stat_counts("f", "").empty());
}

TEST(stat_counts, name_the_line_that_is_wrong) {
    const std::string good =
        "{\"counter-value\":\"7\",\"event\":\"cycles\",\"event-runtime\":70}\n";
    const std::vector<std::pair<std::string, std::string>> rows = {
        {"{\"counter-value\":\"7\"}", "f:2: /: expected the member event"},
        {"{\"event\":\"cycles\",\"event-runtime\":70}",
         "f:2: /: expected the member counter-value"},
        {"{\"counter-value\":\"-7\",\"event\":\"cycles\",\"event-runtime\":70}",
         "f:2: /counter-value: expected a count, got \"-7\""},
        {"{\"counter-value\":\"7\",\"event\":\"cycles\",\"event-runtime\":-1}",
         "f:2: /event-runtime: expected a whole number from 0 to 18446744073709551615, got -1"},
        {"[]", "f:2: /: expected an object, got []"},
    };
    for (const auto& [line, message] : rows) {
        try {
            sweep::read_stat_counts("f", good + line + "\n");
            FAIL() << line;
        } catch (const sweep::sweep_error& e) {
            EXPECT_EQ(e.what(), message);
        }
    }
    EXPECT_THROW(sweep::read_stat_counts("f", good + good.substr(0, 20)), sweep::sweep_error);
}

} // namespace
} // namespace platform::stat_counts_test
