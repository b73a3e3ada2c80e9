// SPDX-License-Identifier: Apache-2.0
// `pmu_run diff` of counts. Of samples: sc_tests/iss/firmware/record_test.cpp.
#include "pmu_run_process.h"

#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace pmu_run_test::diff_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A line of `stat -j`.
std::string count(const std::string& event, const std::string& value,
                  const std::string& part = "arm1136") {
    return R"({"counter-value":")" + value + R"(","unit":"","event":")" + event +
           R"(","event-runtime":100,"pcnt-running":100.0,"part":")" + part + "\"}\n";
}

class diff : public testing::Test {
protected:
    std::string write(const std::string& name, const std::string& text) const {
        m_folder.write(name, text);
        return m_folder.path(name);
    }
    std::string refusal(const arguments& what) const {
        const pmu_run_result result = run_pmu_run(arguments{"diff"} + what);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.out, "") << result;
        EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << "one line: " << result;
        return result.err;
    }

    const sc_test::temporary_folder m_folder;
    const std::string m_old =
        write("old.json", count("cycles", "1000") + count("BR_EXEC", "200") +
                              count("BR_MISPREDICT", "10") +
                              "{\"metric-value\":\"50.00\",\"metric-unit\":\"MPKI\"}\n" +
                              count("ICACHE_MISS", "<not supported>"));
    const std::string m_new = write("new.json", count("cycles", "1010") + count("BR_EXEC", "200") +
                                                    count("BR_MISPREDICT", "5") +
                                                    count("ICACHE_MISS", "<not supported>"));
};

TEST_F(diff, has_the_largest_share_first_and_nothing_of_what_nobody_counted) {
    const pmu_run_result result = run_pmu_run({"diff", m_old, m_new});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.err, "");
    EXPECT_EQ(result.out,
              "               OLD               NEW             delta          %  event\n"
              "                10                 5                -5    -50.00%  BR_MISPREDICT\n"
              "             1,000             1,010               +10     +1.00%  cycles\n"
              "               200               200                 0      0.00%  BR_EXEC\n");
}

TEST_F(diff, says_by_its_exit_code_whether_a_bound_is_passed) {
    const auto exit_code = [&](const arguments& how) {
        return run_pmu_run(arguments{"diff", m_old, m_new} + how).exit_code;
    };
    EXPECT_EQ(exit_code({"--bound", "50"}), 0);
    EXPECT_EQ(exit_code({"--bound", "49.9"}), 1);
    EXPECT_EQ(exit_code({"--bound", "1", "-e", "cycles,BR_EXEC"}), 0);
    EXPECT_EQ(exit_code({"--bound", "0.9", "-e", "cycles"}), 1);
    EXPECT_EQ(exit_code({"--bound", "0", "-e", "r05"}), 0);
    EXPECT_EQ(run_pmu_run({"diff", m_old, m_old, "--bound", "0"}).exit_code, 0);
}

TEST_F(diff, takes_events_by_every_name_that_they_have) {
    for (const char* word : {"BR_MISPREDICT", "branch-misses", "0x06", "r06", "6"}) {
        EXPECT_EQ(run_pmu_run({"diff", m_old, m_new, "-e", word, "--format", "csv"}).out,
                  "of,name,old,new,delta,percent\n,BR_MISPREDICT,10,5,-5,-50.00\n")
            << word;
    }
}

TEST_F(diff, shows_what_one_side_has_counted_and_takes_it_for_a_change) {
    const std::string cached =
        write("cached.json", count("cycles", "1000") + count("ICACHE_MISS", "7"));
    const pmu_run_result result = run_pmu_run({"diff", m_old, cached, "--bound", "1000"});
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.out, HasSubstr("  -                 7                 -          -  "
                                      "ICACHE_MISS\n"));
    EXPECT_THAT(result.out, HasSubstr("200                 -                 -          -  "
                                      "BR_EXEC\n"));
}

TEST_F(diff, reads_what_stat_writes) {
    const std::string program = write("a.pmu", "write PMNC, 1\npulse 7\nrun 10\n");
    const std::string counts = m_folder.path("counts.json");
    ASSERT_EQ(run_pmu_run({"stat", "arm1136", program, "-j", "-o", counts}).exit_code, 0);
    const pmu_run_result same = run_pmu_run({"diff", counts, counts, "--bound", "0"});
    EXPECT_EQ(same.exit_code, 0) << same;
    EXPECT_THAT(same.out, HasSubstr("INSTR_EXEC\n"));
}

/// A page as far as it is read. \param functions rows of name, cycles of its own, and with others
std::string page(const std::string& part, unsigned branches, const std::string& functions,
                 const std::string& lines, unsigned omitted = 0) {
    const std::string end = "],\"omitted\":" + std::to_string(omitted) + "}";
    return "<!doctype html>\n<script>1 < 2</script>\n"
           R"(<script type="application/json" id="run">{"part":")" +
           part + R"(","events":[{"name":"BR_EXEC","total":)" + std::to_string(branches) +
           R"(},{"name":"ICACHE_MISS","total":null}],"cycles":60,"profile":{"functions":{"rows":[)" +
           functions + end + R"(,"lines":{"rows":[)" + lines + end + "}}</script>\n";
}

TEST_F(diff, of_pages_has_events_and_the_cycles_of_functions_and_lines) {
    const std::string old =
        write("old.html", page("arm1136", 100, R"(["main",10,60],["f",50,50])",
                               R"(["a.c",3,0,10],["a.c",7,1,20],["a.c",7,0,30])"));
    const std::string now = write(
        "new.html", page("arm1136", 110, R"x(["main",4,40],["main (inlined)",6,6],["g",30,30])x",
                         R"(["a.c",3,0,10],["a.c",7,1,30])"));
    const std::string events =
        "               OLD               NEW             delta          %  event\n"
        "               100               110               +10    +10.00%  BR_EXEC\n"
        "                60                60                 0      0.00%  cycles\n";
    EXPECT_EQ(run_pmu_run({"diff", old, now}).out,
              events + "\n# Cycles\n"
                       "               OLD               NEW             delta          %  Symbol\n"
                       "                50                 0               -50   -100.00%  f\n"
                       "                 0                30               +30        new  g\n"
                       "                10                10                 0      0.00%  main\n");
    EXPECT_EQ(run_pmu_run({"diff", old, now, "--by", "line"}).out,
              events +
                  "\n# Cycles\n"
                  "               OLD               NEW             delta          %  Source:Line\n"
                  "                50                30               -20    -40.00%  a.c:7\n"
                  "                10                10                 0      0.00%  a.c:3\n");
    EXPECT_EQ(run_pmu_run({"diff", old, now, "-e", "branches"}).out,
              events.substr(0, events.find("  BR_EXEC\n") + 10));
    EXPECT_THAT(run_pmu_run({"diff", old, now, "-e", "cycles"}).out,
                AllOf(HasSubstr("  cycles\n\n# Cycles\n"), Not(HasSubstr("BR_EXEC"))));
    EXPECT_EQ(run_pmu_run({"diff", old, now, "--bound", "100", "-e", "branches"}).exit_code, 0);
    EXPECT_EQ(run_pmu_run({"diff", old, now, "--bound", "99"}).exit_code, 1);
    const std::string cut =
        write("cut.html", page("arm1136", 100, R"(["main",10,60])", R"(["a.c",3,0,10])", 1));
    EXPECT_THAT(run_pmu_run({"diff", old, cut}).out,
                HasSubstr("50                 -                 -          -  f\n"))
        << "not known to be 0";
}

/// A row of `stat --by line -j`.
std::string place(const std::string& where, unsigned cycles, unsigned misses) {
    return R"({"place":")" + where + R"(","function":"f","counts":{"cycles":)" +
           std::to_string(cycles) + R"(,"DCACHE_MISS":)" + std::to_string(misses) + "}}\n";
}

TEST_F(diff, of_counts_by_place_has_a_table_for_each_event) {
    const std::string old = write("l1", place("a.c:1", 10, 1) + place("a.c:2", 5, 5));
    const std::string now =
        write("l2", place("a.c:2", 4, 0) + place("a.c:2", 1, 3) + place("a.c:3", 7, 0));
    EXPECT_EQ(run_pmu_run({"diff", old, now}).out,
              "# Event 'cycles'\n"
              "               OLD               NEW             delta          %  Source:Line\n"
              "                10                 0               -10   -100.00%  a.c:1\n"
              "                 0                 7                +7        new  a.c:3\n"
              "                 5                 5                 0      0.00%  a.c:2\n"
              "\n# Event 'DCACHE_MISS'\n"
              "               OLD               NEW             delta          %  Source:Line\n"
              "                 5                 3                -2    -40.00%  a.c:2\n"
              "                 1                 0                -1   -100.00%  a.c:1\n"
              "                 0                 0                 0      0.00%  a.c:3\n");
    EXPECT_THAT(run_pmu_run({"diff", old, now, "-e", "dcache_miss"}).out,
                Not(HasSubstr("'cycles'")));
    EXPECT_EQ(run_pmu_run({"diff", old, old, "--bound", "0"}).exit_code, 0);
    EXPECT_EQ(refusal({old, now, "-e", "BR_EXEC"}),
              "pmu_run: --event: expected an event that both have, got 'BR_EXEC'\n");
    const std::string other = write("f1", R"({"function":"f","counts":{"cycles":1}})"
                                          "\n");
    EXPECT_EQ(refusal({old, other}), "pmu_run: " + other + ": expected counts by place, as " + old +
                                         " has, got counts by function\n");
    EXPECT_EQ(refusal({old, write("l3", place("a.c:1", 1, 1) + "{}\n")}),
              "pmu_run: " + m_folder.path("l3") +
                  ":2: expected a row that stat --by -j has written, got another\n");
    EXPECT_THAT(refusal({old, m_old}), HasSubstr("has, counts by place, as stat --by -j has "
                                                 "written them, got counts, as stat -j has"));
}

TEST_F(diff, reads_the_pages_of_runs) {
    const std::string program = write("a.pmu", "write PMNC, 1\npulse 7\nrun 10\n");
    const std::string file = m_folder.path("page.html");
    ASSERT_EQ(run_pmu_run({"run", "arm1136", program, "--report", file}).exit_code, 0);
    const pmu_run_result same = run_pmu_run({"diff", file, file, "--bound", "0"});
    EXPECT_EQ(same.exit_code, 0) << same;
    EXPECT_THAT(same.out, HasSubstr("                 1                 1                 0      "
                                    "0.00%  INSTR_EXEC\n"));
}

TEST_F(diff, refuses_what_is_no_page_of_a_run) {
    const std::string sound = write("sound.html", page("arm1136", 1, "", ""));
    const auto refused = [&](const std::string& text) {
        return refusal({sound, write("odd.html", text)});
    };
    const std::string expected = "pmu_run: " + m_folder.path("odd.html") +
                                 ": expected a page of one unit that --report has written, got ";
    EXPECT_EQ(refused("<!doctype html>\n<title>x</title>\n"),
              expected + "another, or a damaged one\n");
    EXPECT_EQ(refused(page("arm1136", 1, R"(["f"])", "")),
              expected + "another, or a damaged one\n");
    EXPECT_EQ(refused("<!doctype html>\n<script type=\"application/json\" id=\"run\">{}</script>"),
              expected + "one of several units, or of a sweep\n");
    EXPECT_EQ(refused(page("xscale", 1, "", "")), "pmu_run: " + m_folder.path("odd.html") +
                                                      ": expected counts of the part of " + sound +
                                                      ", arm1136, got those of xscale\n");
    EXPECT_THAT(refusal({sound, m_old}), HasSubstr("has, a page, as --report has written it, got "
                                                   "counts, as stat -j has written them\n"));
    EXPECT_EQ(
        refusal({sound, sound, "--old-firmware", "x"}),
        "pmu_run: --old-firmware goes with samples, got a page, as --report has written it: " +
            sound + "\n");
}

TEST_F(diff, refuses_what_cannot_be_compared_in_a_line_that_names_the_file) {
    const std::string other = write("other.json", count("cycles", "5", "xscale"));
    EXPECT_EQ(refusal({m_old, other}), "pmu_run: " + other + ": expected counts of the part of " +
                                           m_old + ", arm1136, got those of xscale\n");
    const std::string samples = write("pmu.data", "{\"format\":\"tlm-pmu-samples\"}\n");
    EXPECT_EQ(refusal({m_old, samples}),
              "pmu_run: " + samples + ": expected what " + m_old +
                  " has, counts, as stat -j has written them, got samples, as record has written "
                  "them\n");
    EXPECT_EQ(refusal({m_old, m_folder.path("none")}),
              "pmu_run: cannot read " + m_folder.path("none") + ": No such file or directory\n");
    EXPECT_EQ(refusal({m_old, "/dev/null"}),
              "pmu_run: cannot read /dev/null: expected a regular file\n");
    EXPECT_EQ(refusal({write("empty", ""), m_new}),
              "pmu_run: " + m_folder.path("empty") +
                  ": expected counts that stat -j has written, got none\n");
    const std::string cut = count("cycles", "5") + count("BR_EXEC", "5").substr(0, 30);
    EXPECT_THAT(refusal({m_old, write("cut", cut)}),
                StartsWith("pmu_run: " + m_folder.path("cut") + ":2: "));
    EXPECT_EQ(refusal({m_old, write("text", count("cycles", "many"))}),
              "pmu_run: " + m_folder.path("text") +
                  ":1: /counter-value: expected a count, got \"many\"\n");
    EXPECT_EQ(
        refusal({m_old, write("sums", "{\"interval\":0.1," + count("cycles", "5").substr(1))}),
        "pmu_run: " + m_folder.path("sums") +
            ": expected counts of a whole run, got those of intervals\n");
}

TEST_F(diff, refuses_options_that_cannot_be) {
    EXPECT_EQ(refusal({m_old}), "pmu_run: diff: expected OLD and NEW, files that stat -j, record "
                                "or --report has written\n");
    EXPECT_EQ(
        refusal({m_old, m_new, "--by", "line"}),
        "pmu_run: --by goes with samples and pages, got counts, as stat -j has written them: " +
            m_old + "\n");
    EXPECT_EQ(refusal({m_old, m_new, "--bound", "-1"}),
              "pmu_run: --bound: expected a number from 0 to 1e+09, got '-1'\n");
    EXPECT_EQ(refusal({m_old, m_new, "-e", "DTLB_MISS"}),
              "pmu_run: --event: expected an event that was counted, got 'DTLB_MISS'\n");
}

} // namespace
} // namespace pmu_run_test::diff_test
