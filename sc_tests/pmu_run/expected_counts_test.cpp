// SPDX-License-Identifier: Apache-2.0
// `stat --expect`: what a user expects of the counts of programs.
#include "program_fixture.h"

namespace pmu_run_test {
namespace {

using testing::HasSubstr;

class expected_counts : public program_fixture {
protected:
    /// Ten edges, event 0x07, INSTR_EXEC, on three of them.
    std::string counted(const std::string& name = "counted.pmu") const {
        return program(name, "run 2\nevents 0x07\nrun 3\nevents none\nrun 5\n");
    }
    pmu_run_result stat(const arguments& more) const {
        return run_pmu_run(arguments{"stat", "arm1136", "-o", folder.path("counts")} + more);
    }
};

TEST_F(expected_counts, hold) {
    for (const char* clock : {"sc_clock", "tickless"}) {
        const pmu_run_result run =
            stat({counted(), "--clock", clock, "--expect", "INSTR_EXEC=3", "--expect", "0x07=0x3",
                  "--expect", "cycles<=10", "--expect", "cycles>=10", "--expect", "DTLB_MISS=0"});
        EXPECT_EQ(run.exit_code, 0) << run;
        EXPECT_EQ(run.err, "") << run;
    }
}

TEST_F(expected_counts, that_do_not_hold_are_told_a_line_each) {
    const std::string file = counted();
    const pmu_run_result run = stat({file, "--expect", "INSTR_EXEC=4", "--expect", "cycles<=9",
                                     "--expect", "r07>=4", "--expect", "INSTR_EXEC<=3"});
    EXPECT_EQ(run.exit_code, 1) << run;
    EXPECT_EQ(run.err, "pmu_run: " + file +
                           ": expected INSTR_EXEC = 4, counted 3\n"
                           "pmu_run: " +
                           file +
                           ": expected cycles <= 9, counted 10\n"
                           "pmu_run: " +
                           file + ": expected INSTR_EXEC >= 4, counted 3\n");
    EXPECT_THAT(folder.read("counts"), HasSubstr("INSTR_EXEC")) << "counts are written as ever";
}

TEST_F(expected_counts, are_those_of_each_program) {
    const std::string other = program("other.pmu", "run 4\n");
    const pmu_run_result run = stat({counted(), other, "--expect", "cycles=10"});
    EXPECT_EQ(run.exit_code, 1) << run;
    EXPECT_EQ(run.err, "pmu_run: " + other + ": expected cycles = 10, counted 4\n");
}

// README of the XScale, assp_event_mask: this product has the event 0x11, but not 0x10.
TEST_F(expected_counts, of_an_event_that_is_not_counted_do_not_hold) {
    const std::string file = program("none.pmu", "option assp_event_mask, 2\nrun 4\n");
    const pmu_run_result run = run_pmu_run(
        {"stat", "xscale", file, "-o", folder.path("counts"), "--expect", "PRODUCT_0=0"});
    EXPECT_EQ(run.exit_code, 1) << run;
    EXPECT_EQ(run.err, "pmu_run: " + file + ": expected PRODUCT_0 = 0, which is not counted\n");
}

TEST_F(expected_counts, that_cannot_be_are_refused_before_the_run) {
    const auto refusal = [this](const arguments& words) {
        const pmu_run_result run = stat(arguments{counted()} + words);
        EXPECT_EQ(run.exit_code, 2) << run;
        EXPECT_FALSE(std::filesystem::exists(folder.path("counts")));
        return run.err;
    };
    for (const char* word : {"INSTR_EXEC", "=3", "INSTR_EXEC<3", "INSTR_EXEC>3", "INSTR_EXEC==3",
                             "INSTR_EXEC=", "INSTR_EXEC=-1", "INSTR_EXEC=3 ", "INSTR_EXEC=1.5",
                             "INSTR_EXEC=18446744073709551616", ""}) {
        EXPECT_EQ(refusal({"--expect", word}),
                  std::string("pmu_run: --expect: expected EVENT=COUNT, EVENT<=COUNT or "
                              "EVENT>=COUNT, INSTR_EXEC=1000 for example, got '") +
                      word + "'\n");
    }
    EXPECT_EQ(refusal({"--expect", "INSTR=3"}),
              "pmu_run: --expect: expected an event of the ARM1136JF-S (pmu_run events arm1136) or "
              "cycles, got 'INSTR'\n");
    EXPECT_EQ(refusal({"--expect", "cycles=3", "-e", "cycles"}),
              "pmu_run: --expect does not go with --event\n");
}

} // namespace
} // namespace pmu_run_test
