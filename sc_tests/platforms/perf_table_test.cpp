// SPDX-License-Identifier: Apache-2.0
// The report: the table of counts and the progress line.
#include <report/metric.h>
#include <report/perf_formats.h>
#include <report/perf_ratios.h>
#include <report/perf_table.h>
#include <report/progress.h>

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>

namespace platform::perf_table_test {
namespace {

std::string printed(const report::perf_table& table) {
    std::ostringstream out;
    table.print(out);
    return out.str();
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

report::perf_table small_table() {
    report::perf_table table;
    table.title = "arm1136";
    table.elapsed_ps = 2500000000;
    table.period_ps = 2500;
    table.rows = {{"cycles", std::nullopt, 1000000, 1000000},
                  {"instructions", 0x07, 620000, 620000},
                  {"icache_miss", 0x00, 5152, 5152}};
    table.ratios = {{"instructions", "cycles", 1, 2, " insn per cycle"},
                    {"icache_miss", "instructions", 1000, 2, " misses per thousand instructions"}};
    table.interrupts = {{"CCNT", 0}, {"PMN0", 1234}};
    return table;
}

TEST(grouped, puts_commas_between_groups_of_three) {
    EXPECT_EQ(report::grouped(0), "0");
    EXPECT_EQ(report::grouped(12), "12");
    EXPECT_EQ(report::grouped(999), "999");
    EXPECT_EQ(report::grouped(1000), "1,000");
    EXPECT_EQ(report::grouped(123456), "123,456");
    EXPECT_EQ(report::grouped(1234567), "1,234,567");
    EXPECT_EQ(report::grouped(UINT64_MAX), "18,446,744,073,709,551,615");
}

TEST(time_text, takes_the_largest_unit_that_fits) {
    EXPECT_EQ(report::time_text(0), "0 ps");
    EXPECT_EQ(report::time_text(999), "999 ps");
    EXPECT_EQ(report::time_text(1500), "1.5 ns");
    EXPECT_EQ(report::time_text(2500000000), "2.5 ms");
    EXPECT_EQ(report::time_text(100000000000000), "100 s");
}

TEST(frequency_text, is_the_inverse_of_the_period) {
    EXPECT_EQ(report::frequency_text(0), "stopped");
    EXPECT_EQ(report::frequency_text(1000), "1 GHz");
    EXPECT_EQ(report::frequency_text(2500), "400 MHz");
    EXPECT_EQ(report::frequency_text(1876), "533.049 MHz");
    EXPECT_EQ(report::frequency_text(1000000000000), "1 Hz");
}

TEST(perf_table, prints_the_whole_table) {
    EXPECT_EQ(
        printed(small_table()),
        "  arm1136: 2.5 ms simulated, clock 400 MHz\n"
        "\n"
        "           1,000,000        cycles\n"
        "             620,000  0x07  instructions                      # 0.62 insn per cycle\n"
        "               5,152  0x00  icache_miss                       # 8.31 misses per "
        "thousand instructions\n"
        "\n"
        "  interrupts taken: CCNT 0, PMN0 1,234\n"
        "  check: all 3 counts equal the generator's totals\n");
}

TEST(perf_table, shows_what_is_not_equal) {
    report::perf_table table = small_table();
    table.rows[1].count = 619990;
    table.rows[2].expected = 5151;
    EXPECT_EQ(table.mismatches().size(), 2U);
    const std::string text = printed(table);
    EXPECT_TRUE(has(text, "# 0.62 insn per cycle  <- expected 620,000\n")) << text;
    EXPECT_TRUE(has(text, "  check: 2 of 3 counts not equal to the generator's totals:\n"
                          "    0x07  instructions: 619,990, expected 620,000 (-10)\n"
                          "    0x00  icache_miss: 5,152, expected 5,151 (+1)\n"))
        << text;
    EXPECT_FALSE(has(text, "all ")) << text;
}

TEST(perf_table, takes_a_missing_count_for_a_difference_where_one_is_expected) {
    report::perf_table table = small_table();
    table.rows[1].count = std::nullopt;
    const std::string text = printed(table);
    EXPECT_TRUE(has(text, "       <not counted>  0x07  instructions  <- expected 620,000\n"))
        << text;
    EXPECT_TRUE(has(text, "1 of 3 counts not equal")) << text;
    EXPECT_TRUE(has(text, "instructions: <not counted>, expected 620,000\n")) << text;
    EXPECT_FALSE(has(text, "#")) << "no ratio can be formed: " << text;
}

TEST(perf_table, says_nothing_of_checks_where_nothing_is_expected) {
    report::perf_table table = small_table();
    for (report::perf_row& row : table.rows) {
        row.expected = std::nullopt;
    }
    table.interrupts.clear();
    EXPECT_EQ(table.checked(), 0U);
    const std::string text = printed(table);
    EXPECT_FALSE(has(text, "check")) << text;
    EXPECT_FALSE(has(text, "interrupts")) << text;
}

TEST(perf_table, does_not_divide_by_zero) {
    report::perf_table table = small_table();
    table.rows[0].count = 0;
    table.rows[1].count = 0;
    const std::string text = printed(table);
    EXPECT_FALSE(has(text, "#")) << text;
    EXPECT_FALSE(has(text, "nan")) << text;
    EXPECT_FALSE(has(text, "inf")) << text;
}

TEST(perf_table, leaves_out_a_ratio_to_a_row_that_is_not_there) {
    report::perf_table table = small_table();
    table.rows.erase(table.rows.begin());
    EXPECT_FALSE(has(printed(table), "insn per cycle"));
}

TEST(perf_table, joins_several_ratios_of_a_row) {
    report::perf_table table = small_table();
    table.ratios.push_back({"instructions", "icache_miss", 100, 1, "% of misses"});
    EXPECT_TRUE(has(printed(table), "# 0.62 insn per cycle, 12034.2% of misses\n"))
        << printed(table);
}

/// What a line shows, a text for each time; "" where it is erased.
class progress_line : public testing::Test {
protected:
    void at(int ms) {
        m_time = report::progress_line::clock::time_point(std::chrono::milliseconds(ms));
    }
    report::progress_line make() {
        return report::progress_line([this](const std::string& text) { shown.push_back(text); },
                                     [this] { return m_time; });
    }
    static std::string seconds_text(double seconds) { return std::to_string(seconds).substr(0, 3); }

    std::vector<std::string> shown;

private:
    report::progress_line::clock::time_point m_time{};
};

TEST_F(progress_line, shows_nothing_for_a_second) {
    report::progress_line line = make();
    at(999);
    line.show(seconds_text);
    EXPECT_TRUE(shown.empty());
}

TEST_F(progress_line, is_shown_at_most_five_times_a_second_and_erased) {
    report::progress_line line = make();
    at(1000);
    line.show(seconds_text);
    at(1199);
    line.show(seconds_text);
    at(1200);
    line.show(seconds_text);
    line.erase();
    at(5000);
    line.show(seconds_text);
    line.erase();
    EXPECT_EQ(shown, (std::vector<std::string>{"1.0", "1.2", ""}));
    EXPECT_FALSE(line.is_seen());
}

TEST_F(progress_line, is_erased_when_the_job_is_left_early) {
    {
        report::progress_line line = make();
        at(2000);
        line.show(seconds_text);
    }
    EXPECT_EQ(shown, (std::vector<std::string>{"2.0", ""}));
}

TEST(share_text, keeps_its_share_in_range) {
    EXPECT_EQ(report::share_text("run", 7, 0, "", 1), "run 0 %");
    EXPECT_EQ(report::share_text("run", 200, 100, "", 2), "run 100 %");
    EXPECT_EQ(report::share_text("run", UINT64_MAX / 2, UINT64_MAX, "", 3), "run 50 %");
}

/// 30 of 100 in 1.5 s are 20 a second, and 3.5 s are left.
TEST(share_text, tells_the_rate_and_the_time_that_is_left) {
    EXPECT_EQ(report::share_text("run", 30, 100, "cycles", 1.5),
              "run 30 %; 20 cycles a second, 3.5 s left");
    EXPECT_EQ(report::share_text("run", 8'000'000, 1'008'000'000, "cycles", 4),
              "run 0 %; 2 M cycles a second, 8 min 20 s left");
}

TEST(pace, has_three_digits) {
    EXPECT_EQ(report::pace(0.25, "seeds"), "0.25 seeds a second");
    EXPECT_EQ(report::pace(999, "cycles"), "999 cycles a second");
    EXPECT_EQ(report::pace(85'240'000, "cycles"), "85.2 M cycles a second");
}

TEST(span, is_as_people_read_it) {
    EXPECT_EQ(report::span(9.54), "9.5 s");
    EXPECT_EQ(report::span(119), "119 s");
    EXPECT_EQ(report::span(125), "2 min 5 s");
    EXPECT_EQ(report::span(7500), "2 h 5 min");
}

TEST_F(progress_line, is_shown_to_nobody_where_it_is_not_wanted) {
    report::progress_line line(false);
    EXPECT_FALSE(line.is_seen());
    line.show([](double) -> std::string { throw std::logic_error("nobody wants to know"); });
}

// --- counts of a part of the time ----------------------------------------------------------------

report::perf_table shared_table() {
    report::perf_table table = small_table();
    table.ratios.resize(1);
    table.rows[1].running_percent = 200.0 / 3;
    table.rows[1].running_ps = 1666666000;
    table.rows[2].running_percent = 0;
    table.rows[2].running_ps = 0;
    table.rows[2].count.reset();
    for (report::perf_row& row : table.rows) {
        row.expected.reset();
    }
    return table;
}

TEST(perf_table, says_for_which_part_of_the_time_a_row_was_counted) {
    const std::string text = printed(shared_table());
    EXPECT_TRUE(has(text, "# 0.62 insn per cycle  (66.67%)\n")) << text;
    EXPECT_TRUE(has(text, "<not counted>  0x00  icache_miss\n")) << text;
    EXPECT_TRUE(has(text, "cycles\n")) << text;
}

TEST(perf_table, says_how_far_a_mean_may_be_off) {
    report::perf_table table = shared_table();
    table.runs = 12;
    table.rows[0].deviation_percent = 0.125;
    table.rows[2].deviation_percent = 0; // of nothing
    const std::string text = printed(table);
    EXPECT_TRUE(has(text, "400 MHz (12 runs)\n")) << text;
    EXPECT_TRUE(has(text, "  ( +-  0.12% )\n")) << text;
    EXPECT_FALSE(has(text, "0.00%")) << text;
}

report::perf_row unsupported_row(const char* name, const char* why) {
    report::perf_row row;
    row.name = name;
    row.why_not_supported = why;
    return row;
}

TEST(perf_table, gathers_what_nobody_can_count_in_a_line) {
    report::perf_table table = small_table();
    table.rows.insert(table.rows.begin(), unsupported_row("tlb", "needs --caches"));
    table.rows.insert(table.rows.end(), {unsupported_row("stall", "not modelled"),
                                         unsupported_row("misses", "needs --caches")});
    EXPECT_TRUE(has(printed(table), "<not supported>        tlb")) << printed(table);
    table.gathers_unsupported = true;
    EXPECT_TRUE(
        has(printed(table), "\n\n  needs --caches: tlb, misses; not modelled: stall\n  interrupts"))
        << printed(table);
    EXPECT_FALSE(has(printed(table), "<not supported>")) << printed(table);

    std::ostringstream intervals;
    report::print_interval_header(intervals, table);
    report::print_interval(intervals, table, 1'000'000);
    EXPECT_TRUE(has(intervals.str(), "# needs --caches: tlb, misses; not modelled: stall\n# "))
        << intervals.str();
    EXPECT_FALSE(has(intervals.str(), "<not supported>")) << intervals.str();

    std::ostringstream json; // what programs read is complete
    report::print_json_lines(json, table);
    EXPECT_TRUE(has(json.str(), "\"event\":\"tlb\"")) << json.str();
}

// Counts that are chosen so that ratios are round.
TEST(perf_ratios, are_those_of_perf_for_its_names) {
    report::perf_table table;
    table.ratios = report::perf_ratios();
    table.rows = {{"cycles", std::nullopt, 2000, std::nullopt},
                  {"instructions", 1, 1000, std::nullopt},
                  {"branches", 2, 200, std::nullopt},
                  {"branch-misses", 3, 10, std::nullopt},
                  {"L1-dcache-loads", 4, 400, std::nullopt},
                  {"L1-dcache-load-misses", 5, 30, std::nullopt},
                  {"L1-icache-load-misses", 6, 7, std::nullopt},
                  {"stalled-cycles-frontend", 7, 500, std::nullopt}};
    const auto remark = [&](std::size_t row) {
        std::string all;
        for (const report::perf_metric& m : table.metrics_of(table.rows[row])) {
            all += m.value + ' ' + m.unit + ';';
        }
        return all;
    };
    EXPECT_EQ(remark(2), "");
    EXPECT_EQ(remark(3), "5.00 % of all branches;10.00 MPKI;");
    EXPECT_EQ(remark(5), "7.50 % of all L1-dcache accesses;30.00 MPKI;");
    EXPECT_EQ(remark(6), "7.00 MPKI;"); // no event counts fetches
    EXPECT_EQ(remark(7), "25.00 % frontend cycles idle;");
}

TEST(perf_formats, have_a_line_for_each_further_metric) {
    report::perf_table table = shared_table();
    table.ratios.clear();
    table.rows.resize(2);
    table.rows[1].figures = {{"1.25", "% of lines"}, {"64.00", "bytes"}};
    std::ostringstream fields;
    report::print_fields(fields, table, ";");
    EXPECT_EQ(fields.str(), "1000000;;cycles;2500000;100.00;;\n"
                            "620000;;instructions;1666666;66.67;1.25;% of lines\n"
                            ";;;;;64.00;bytes\n");
    std::ostringstream json;
    report::print_json_lines(json, table, 1'500'000'000'000U);
    EXPECT_TRUE(has(json.str(), "{\"interval\":1.5,\"metric-value\":\"64.00\",\"metric-unit\":"
                                "\"bytes\"}\n"))
        << json.str();
    std::ostringstream interval;
    report::print_interval(interval, table, 1'500'000'000'000U);
    EXPECT_TRUE(has(interval.str(), "     1.500000000          1,000,000      cycles\n"))
        << interval.str();
    EXPECT_TRUE(has(interval.str(), "# 1.25 % of lines, 64.00 bytes  (66.67%)\n"));
}

/// RFC 4180: what has the separator or quotes in it stands between quotes.
TEST(perf_formats, have_as_many_fields_in_each_line_whatever_a_unit_says) {
    report::perf_table table = shared_table();
    table.ratios.clear();
    table.rows.resize(1);
    table.rows[0].figures = {{"1.25", "% of cycles, stalled"}, {"2.00", "say \"bytes\", all"}};
    const auto fields = [&](const std::string& separator) {
        std::ostringstream text;
        report::print_fields(text, table, separator);
        return text.str();
    };
    EXPECT_EQ(fields(","), "1000000,,cycles,2500000,100.00,1.25,\"% of cycles, stalled\"\n"
                           ",,,,,2.00,\"say \"\"bytes\"\", all\"\n");
    EXPECT_EQ(fields("\t"), "1000000\t\tcycles\t2500000\t100.00\t1.25\t% of cycles, stalled\n"
                            "\t\t\t\t\t2.00\t\"say \"\"bytes\"\", all\"\n");
    EXPECT_EQ(fields(", "), "1000000, , cycles, 2500000, 100.00, 1.25, \"% of cycles, stalled\"\n"
                            ", , , , , 2.00, \"say \"\"bytes\"\", all\"\n");
}

TEST(metric_figure, is_a_quotient_of_sums) {
    constexpr std::size_t cycles = report::metric_figure::cycles;
    const std::vector<double> counts = {10, 30, 200};
    EXPECT_EQ((report::metric_figure{"", "", {0, 1}, {2}, 100}.of(counts, 0, 32)), 20);
    EXPECT_EQ((report::metric_figure{"", "", {2}, {cycles}}.of(counts, 400, 32)), 0.5);
    EXPECT_EQ((report::metric_figure{"", "", {cycles}, {0, 1}}.of(counts, 400, 32)), 10);
    EXPECT_EQ((report::metric_figure{"", "", {1}, {}, 16}.of(counts, 0, 32)), 480);
    EXPECT_EQ((report::metric_figure{"", "", {1}, {2}, 100, true}.of(counts, 0, 32)), 85);
    EXPECT_EQ((report::metric_figure{"", "", {1}, {cycles}}.of(counts, 0, 32)), std::nullopt);
    using report::lines_of;
    const report::metric_figure of_code{"", "", {1}, {}, 1, false, lines_of::instruction_cache};
    const report::metric_figure of_data{"", "", {1}, {}, 1, false, lines_of::data_cache};
    EXPECT_EQ(of_code.of(counts, 0, 16), 480);
    EXPECT_EQ(of_code.of(counts, 0, {64, 16}), 1920);
    EXPECT_EQ(of_data.of(counts, 0, {64, 16}), 480);
}

} // namespace
} // namespace platform::perf_table_test
