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

using testing::HasSubstr;
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
    EXPECT_EQ(refusal({m_old}),
              "pmu_run: diff: expected OLD and NEW, files that stat -j or record has written\n");
    EXPECT_EQ(refusal({m_old, m_new, "--by", "line"}),
              "pmu_run: --by goes with samples, got counts: " + m_old + "\n");
    EXPECT_EQ(refusal({m_old, m_new, "--bound", "-1"}),
              "pmu_run: --bound: expected a number from 0 to 1e+09, got '-1'\n");
    EXPECT_EQ(refusal({m_old, m_new, "-e", "DTLB_MISS"}),
              "pmu_run: --event: expected an event that was counted, got 'DTLB_MISS'\n");
}

} // namespace
} // namespace pmu_run_test::diff_test
