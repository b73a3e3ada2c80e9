// SPDX-License-Identifier: Apache-2.0
// What has changed between two runs, as a table.
#include <report/diff_table.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace platform::diff_table_test {
namespace {

using report::diff_row;
using report::diff_table;

std::string names_of(const std::vector<diff_row>& rows) {
    std::string all;
    for (const diff_row& row : rows) {
        all += row.name + ' ';
    }
    return all;
}

diff_table some_rows() {
    diff_table table;
    table.what = "event";
    table.rows = {{"same", 5, 5},
                  {"half", 1000, 500},
                  {"twice", 10, 20},
                  {"new", 0, 3},
                  {"gone", 7, 0},
                  {"only old", 8, std::nullopt},
                  {"none", std::nullopt, std::nullopt}};
    return table;
}

TEST(diff_row, has_its_change_in_per_cent_of_what_was_before) {
    EXPECT_EQ((diff_row{"", 200, 250}).change_percent(), 25);
    EXPECT_EQ((diff_row{"", 200, 150}).change_percent(), -25);
    EXPECT_EQ((diff_row{"", 7, 0}).change_percent(), -100);
    EXPECT_EQ((diff_row{"", 0, 0}).change_percent(), 0);
    EXPECT_TRUE(std::isinf((diff_row{"", 0, 1}).change_percent()));
    EXPECT_TRUE(std::isinf((diff_row{"", 1, std::nullopt}).change_percent()));
    EXPECT_EQ((diff_row{"", UINT64_MAX, 0}).distance(), UINT64_MAX);
    EXPECT_EQ((diff_row{"", 0, UINT64_MAX}).distance(), UINT64_MAX);
}

TEST(diff_table, has_the_largest_changes_first) {
    diff_table table = some_rows();
    table.sort(diff_table::order::by_percent);
    EXPECT_EQ(names_of(table.rows), "new only old twice gone half same none ");
    table = some_rows();
    table.sort(diff_table::order::by_count);
    EXPECT_EQ(names_of(table.rows), "half twice gone new same only old none ");
}

TEST(diff_table, knows_what_is_beyond_a_bound_either_way) {
    const diff_table table = some_rows();
    EXPECT_EQ(table.beyond(0).size(), 5U);
    EXPECT_EQ(table.beyond(49.9).size(), 5U);
    EXPECT_EQ(table.beyond(50).size(), 4U); // half is at it
    EXPECT_EQ(table.beyond(1e9).size(), 2U);
}

TEST(diff_table, is_printed_for_people) {
    diff_table table;
    table.title = "Event 'cycles'";
    table.what = "Symbol";
    table.rows = {{"main", 1234567, 1234000}, {"f\n", 0, 1}, {"g", 1, std::nullopt}};
    std::ostringstream out;
    report::print(out, table);
    EXPECT_EQ(out.str(),
              "# Event 'cycles'\n"
              "               OLD               NEW             delta          %  Symbol\n"
              "         1,234,567         1,234,000              -567     -0.05%  main\n"
              "                 0                 1                +1        new  f\\x0A\n"
              "                 1                 -                 -          -  g\n");
}

TEST(diff_table, is_printed_for_programs) {
    diff_table table;
    table.title = "a, b";
    table.rows = {{"main", 200, 150}, {"g", 1, std::nullopt}};
    std::ostringstream csv;
    report::print_csv(csv, {table});
    EXPECT_EQ(csv.str(), "of,name,old,new,delta,percent\n"
                         "\"a, b\",main,200,150,-50,-25.00\n"
                         "\"a, b\",g,1,,,\n");
    std::ostringstream json;
    report::print_json(json, {table});
    EXPECT_THAT(json.str(), testing::HasSubstr("\"of\": \"a, b\""));
    EXPECT_THAT(json.str(), testing::HasSubstr("\"percent\": -25.0"));
    EXPECT_THAT(json.str(), testing::HasSubstr("\"new\": null"));
}

} // namespace
} // namespace platform::diff_table_test
