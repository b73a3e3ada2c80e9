// SPDX-License-Identifier: Apache-2.0
// The shell of pmu_run, without a terminal.
#include "program_fixture.h"

#include <string>
#include <utility>

namespace pmu_run_test {
namespace {

using testing::HasSubstr;
using testing::Not;

class shell : public program_fixture {
protected:
    pmu_run_result play(const std::string& part, const std::string& lines) const {
        circumstances how;
        how.in = program("lines.txt", lines);
        return run_pmu_run({"shell", part}, how);
    }
};

// PMNC of the ARM1136: E is bit 0, and reset clears it (DDI 0211, Table 3.138).
TEST_F(shell, undo_takes_back_a_write) {
    const pmu_run_result r = play("arm1136", "write PMNC, 1\nread PMNC & 1 == 1\nundo 2\n"
                                             "read PMNC & 1 == 0\nshow PMNC.E\n");
    EXPECT_EQ(r.exit_code, 0) << r;
    EXPECT_THAT(r.out, HasSubstr("PMNC.E = 0\n"));
    EXPECT_THAT(r.out, HasSubstr("stdin: 1 check held\n"));
    EXPECT_THAT(r.out, Not(HasSubstr("arm1136> ")));
}

TEST_F(shell, a_bad_line_is_told_and_the_session_goes_on) {
    const pmu_run_result r = play("arm1136", "frobnicate\nprint \"after\"\n");
    EXPECT_EQ(r.exit_code, 2) << r;
    EXPECT_THAT(r.err, HasSubstr("stdin:1:1: expected a statement"));
    EXPECT_THAT(r.out, HasSubstr("after\n"));
}

TEST_F(shell, a_failed_check_is_exit_code_1) {
    const pmu_run_result r = play("xscale", "repeat 2\nrun 1\nend\nexpect irq 1\n");
    EXPECT_EQ(r.exit_code, 1) << r;
    EXPECT_THAT(r.err, HasSubstr("stdin:4: expected irq 1, got 0"));
}

TEST_F(shell, input_that_cannot_be_read_is_told) {
    circumstances folder_as_input;
    folder_as_input.in = folder.path("");
    circumstances closed;
    closed.closed = {0};
    for (const auto& [how, reason] :
         {std::pair(folder_as_input, "Is a directory"), std::pair(closed, "it is closed")}) {
        const pmu_run_result r = run_pmu_run({"shell", "arm1136"}, how);
        EXPECT_EQ(r.exit_code, 2) << r;
        EXPECT_EQ(r.err, std::string("pmu_run: cannot read standard input: ") + reason + "\n");
    }
}

// platforms/pmu_run/README.md: --max-seconds ends any run, with exit code 1 and the line that it
// was at.
TEST_F(shell, is_stopped_whatever_it_reads) {
    constexpr int lines = 1'000'000;
    std::string text;
    for (int i = 0; i != lines; ++i) {
        text += "fields PMNC\n";
    }
    circumstances words; // which no simulation is for
    words.in = program("words.txt", text);
    circumstances one_line;
    one_line.in = "/dev/zero";
    for (const circumstances& how : {words, one_line}) {
        const pmu_run_result r = run_pmu_run({"shell", "arm1136", "--max-seconds", "0.3"}, how);
        EXPECT_EQ(r.exit_code, 1) << r.err;
        const std::string stopped = "stdin: stopped at line ";
        const std::size_t at = r.out.find(stopped);
        ASSERT_NE(at, std::string::npos) << r.err;
        EXPECT_LT(std::stoi(r.out.substr(at + stopped.size())), lines);
    }
}

} // namespace
} // namespace pmu_run_test
