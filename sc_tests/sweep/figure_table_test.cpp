// SPDX-License-Identifier: Apache-2.0
// Tables that users bring.
#include <sweep/table/figure_table.h>
#include <sweep/table/page_data.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace platform::sweep;

std::string refusal(const std::string& text) {
    try {
        read_csv_table("t.csv", text);
    } catch (const sweep_error& e) {
        return e.what();
    }
    return "";
}

TEST(sweep_figure_table, columns_before_repeat_are_axes) {
    const figure_table table = read_csv_table("t.csv", "part,size,repeat,status,cycles,misses\n"
                                                       "a,4K,0,done,1000,1.5e1\n"
                                                       "a,4K,1,done,1002,\n"
                                                       "\"b, \"\"c\"\"\",8K,0,failed,,\n");
    ASSERT_EQ(table.axes.size(), 2U);
    EXPECT_EQ(table.axes[0].name, "part");
    EXPECT_EQ(table.axes[0].label(1), "b, \"c\"");
    EXPECT_EQ(table.axes[1].size(), 2U);
    EXPECT_EQ(table.figures, (std::vector<std::string>{"cycles", "misses"}));
    EXPECT_EQ(table.repeat, 2U);
    ASSERT_EQ(table.rows.size(), 3U);
    EXPECT_EQ(table.rows[0].figures["misses"], 15);
    EXPECT_EQ(table.rows[1].figures["misses"], nullptr);
    EXPECT_EQ(table.rows[2].state, point_state::failed);
    EXPECT_EQ(table.positions[2], (std::vector<std::uint64_t>{1, 1}));
}

// As spreadsheets write it: a byte order mark, CR LF, a line feed in a cell, no end of the last
// line.
TEST(sweep_figure_table, other_ends_of_lines) {
    const figure_table table =
        read_csv_table("t.csv", "\xEF\xBB\xBFpart,repeat,cycles\r\n\"a\nb\",0,-5\r\nc,0,6");
    EXPECT_EQ(table.axes[0].name, "part");
    EXPECT_EQ(table.axes[0].label(0), "a\nb");
    EXPECT_EQ(table.rows[0].figures["cycles"], -5);
    EXPECT_EQ(table.rows[1].figures["cycles"], 6);
}

TEST(sweep_figure_table, what_is_none_is_told_in_one_line) {
    const std::string names = "part,repeat,cycles\n";
    EXPECT_EQ(refusal(""), "t.csv: line 1: expected the names of columns");
    EXPECT_EQ(refusal(names), "t.csv: line 1: expected a row after the names of columns");
    EXPECT_EQ(refusal("part,cycles\na,1\n"),
              "t.csv: line 1: expected axes, the column repeat, and figures");
    EXPECT_EQ(refusal("repeat,cycles\n0,1\n"),
              "t.csv: line 1: expected axes, the column repeat, and figures");
    EXPECT_EQ(refusal("part,,repeat\n"), "t.csv: line 1: expected a name for each column");
    EXPECT_EQ(refusal("part,repeat,part\n"), "t.csv: line 1: two columns are called \"part\"");
    EXPECT_EQ(refusal(names + "a,0,1\nb,0\n"), "t.csv: line 3: expected 3 cells, got 2");
    EXPECT_EQ(refusal(names + "a,0,1\n\n"), "t.csv: line 3: expected 3 cells, got 1");
    EXPECT_EQ(refusal(names + "a,0,1\nb,0,1\na,0,2\n"),
              "t.csv: line 4: this is the point and the repeat of line 2");
    EXPECT_EQ(refusal(names + "\"a\n\n\",0,1\nb,x,1\n"),
              "t.csv: line 5: column \"repeat\": expected a whole number, got \"x\"");
    for (const char* cell : {"x", "1 ", " 1", "1e999", "nan", "inf", "0x10", "1,000"}) {
        EXPECT_NE(refusal(names + "a,0," + cell + "\n"), "") << cell;
    }
    EXPECT_EQ(refusal(names + "a,0,1 \n"),
              "t.csv: line 2: column \"cycles\": expected a number or nothing, got \"1 \"");
    EXPECT_EQ(refusal("part,repeat,status\na,0,maybe\n"),
              "t.csv: line 2: column \"status\": expected done or failed, got \"maybe\"");
    EXPECT_EQ(refusal(names + "a\xFF,0,1\n"),
              "t.csv: line 2: expected text in UTF-8, got \"a\\ufffd\"");
    EXPECT_EQ(refusal(names + std::string("a\0,0,1\n", 7)),
              "t.csv: line 2: expected text in UTF-8, got \"a\\u0000\"");
    EXPECT_EQ(refusal(names + "\"a,0,1\n"), "t.csv: line 2: expected a closing quote");
    EXPECT_EQ(refusal(names + "\"a\"b,0,1\n"),
              "t.csv: line 2: expected a comma or the end of the line after a quote");
    EXPECT_EQ(refusal(std::string(200'000, ',')), "t.csv: line 1: expected at most 100000 cells");
}

// Two axes of two values: four places, of which one has two repeats, 1000 and 1002.
TEST(sweep_figure_table, has_a_page) {
    const json page = page_data(read_csv_table("t.csv", "part,size,repeat,status,reason,cycles\n"
                                                        "a,4K,0,done,,1000\na,4K,1,done,,1002\n"
                                                        "a,8K,0,done,,900\nb,8K,0,failed,late,\n"),
                                "t.csv", "1.2.3");
    EXPECT_EQ(page["points"], 4);
    EXPECT_EQ(page["done"], 3);
    EXPECT_EQ(page["failed"], 1);
    EXPECT_EQ(page["repeat"], 2);
    EXPECT_EQ(page["axes"][1]["values"], json::parse(R"(["4K", "8K"])"));
    EXPECT_EQ(page["figures"][0]["mean"], json::parse("[1001.0, 900.0, null, null]"));
    EXPECT_EQ(page["failures"][0]["point"], "part=b size=8K");
    EXPECT_EQ(page["failures"][0]["reason"], "late");
}

// 1,000 values on each of seven axes are 10^21 places, more than 64 bits count.
TEST(sweep_figure_table, averages_over_axes_of_too_many_places) {
    std::string text = "a,b,c,d,e,f,g,repeat,n\n";
    for (int i = 0; i != 1000; ++i) {
        const std::string cell = std::to_string(i) + ",";
        for (int n = 0; n != 7; ++n) {
            text += cell;
        }
        text += "0,1\n";
    }
    const json page = page_data(read_csv_table("t.csv", text), "t.csv", "1.2.3");
    EXPECT_EQ(page["figures"][0]["mean"].size(), 1000U);
}

} // namespace
