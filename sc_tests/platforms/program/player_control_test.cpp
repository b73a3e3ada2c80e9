// SPDX-License-Identifier: Apache-2.0
// Registers of the stub CPU, printing, repeats, and programs that are stopped.
#include "fake_target.h"
#include "fake_units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platform::program {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class player_control : public testing::Test, protected played {
protected:
    void play(const std::string& text, std::uint64_t max_statements = 0) {
        play_text(text, coprocessor_unit(), max_statements);
    }
};

TEST_F(player_control, registers_start_at_0_and_hold_32_bits) {
    std::string text;
    for (int i = 0; i <= 12; ++i) {
        const std::string r = "r" + std::to_string(i);
        text.append("expect ").append(r).append(", 0\nset ").append(r).append(", ");
        text.append(std::to_string(i + 100)).append("\n");
    }
    text += "set r0, r12\nexpect r0, 112\nexpect r0, r12\nexpect r0, r1\nset r1, 0xFFFFFFFF\n"
            "expect r1, 0xFFFFFFFF\n";
    play(text);
    EXPECT_EQ(failures, "t.pmu:30: expected r0 0x00000065, got 0x00000070\n");
    EXPECT_EQ(result.checks, 17U);
}

TEST_F(player_control, print) {
    play("print \"a # b; c\"\nset r12, 0xAB\nprint r12\nprint \"\"");
    EXPECT_EQ(output, "a # b; c\nr12 = 0x000000AB\n\n");
    EXPECT_EQ(result.checks, 0U);
}

TEST_F(player_control, repeats_nest) {
    play("repeat 2\nrun 1\nrepeat 3\nrun 10\nend\nrun 100\nend\nrun 1000");
    EXPECT_THAT(target.log, ElementsAre("run 1", "run 10", "run 10", "run 10", "run 100", "run 1",
                                        "run 10", "run 10", "run 10", "run 100", "run 1000"));
    EXPECT_EQ(result.statements, 11U);
}

TEST_F(player_control, repeat_0_skips_its_body) {
    play("repeat 0\nrun 1\nrepeat 2\nrun 2\nend\nend\nrepeat 2\nrepeat 0\nrun 3\nend\nrun 4\nend");
    EXPECT_THAT(target.log, ElementsAre("run 4", "run 4"));
}

TEST_F(player_control, an_empty_repeat_costs_nothing) {
    play("repeat 0x4000_0000_0000_0000\nrepeat 0x4000_0000_0000_0000\nend\n# nothing\nend\nrun 1");
    EXPECT_THAT(target.log, ElementsAre("run 1"));
    EXPECT_TRUE(result.passed());
}

TEST_F(player_control, nesting_as_deep_as_the_text) {
    const int depth = 50'000;
    std::string text;
    for (int i = 0; i < depth; ++i) {
        text += "repeat 1\n";
    }
    text += "run 1\n";
    for (int i = 0; i < depth; ++i) {
        text += "end\n";
    }
    play(text);
    EXPECT_THAT(target.log, ElementsAre("run 1"));
}

TEST_F(player_control, a_failed_check_goes_on) {
    play("repeat 3\nread PMNC == 1\nend\nread CCNT == 0");
    EXPECT_EQ(failures, "t.pmu:2: expected PMNC == 0x00000001, got 0x00000000\n"
                        "t.pmu:2: expected PMNC == 0x00000001, got 0x00000000\n"
                        "t.pmu:2: expected PMNC == 0x00000001, got 0x00000000\n");
    EXPECT_EQ(result.checks, 4U);
    EXPECT_EQ(result.failed, 3U);
    ASSERT_THAT(result.failures, SizeIs(3));
    EXPECT_EQ(result.failures[2].line, 2U);
    EXPECT_EQ(result.failures[2].text, "expected PMNC == 0x00000001, got 0x00000000");
}

TEST_F(player_control, the_list_of_failures_is_bounded_and_their_number_is_not) {
    play("repeat 1500\nexpect r0, 1\nend");
    EXPECT_EQ(result.failed, 1500U);
    EXPECT_THAT(result.failures, SizeIs(max_listed_failures));
}

TEST_F(player_control, stops_before_a_statement) {
    target.statements_left = 2;
    play("run 1\nrun 2\n\nrun 3\nrun 4");
    EXPECT_THAT(target.log, ElementsAre("run 1", "run 2"));
    EXPECT_TRUE(result.stopped);
    EXPECT_FALSE(result.passed());
    EXPECT_EQ(result.line, 4U);
    EXPECT_EQ(result.statements, 2U);
    EXPECT_EQ(stop_message({"t.pmu", {}, {}}, result),
              "t.pmu:4: stopped before the end of the program");
    EXPECT_EQ(failures, "");
    EXPECT_EQ(result.failed, 0U);
}

TEST_F(player_control, stops_in_an_endless_repeat_that_does_nothing) {
    target.statements_left = 100'000;
    play("repeat 0x4000_0000_0000_0000\nrepeat 0\nrun 1\nend\nend");
    EXPECT_TRUE(result.stopped);
    EXPECT_THAT(target.log, IsEmpty());
}

TEST_F(player_control, stops_after_so_many_statements) {
    play("run 1\nrun 2\nrun 3", 2);
    EXPECT_THAT(target.log, ElementsAre("run 1", "run 2"));
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.line, 3U);
    EXPECT_EQ(result.statements, 2U);

    play("run 1\nrun 2\nrun 3", 3);
    EXPECT_TRUE(result.passed());
    EXPECT_EQ(result.statements, 3U);
}

// A turn of a repeat is a statement for the limit, or it would not end one that does nothing.
TEST_F(player_control, stops_after_so_many_turns) {
    play("repeat 0x4000_0000_0000_0000\nrepeat 0\nrun 1\nend\nend", 1'000'000);
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.statements, 0U);
    EXPECT_THAT(target.log, IsEmpty());
    // repeat, run, end, run, end: the program ends with its limit.
    play("repeat 2\nrun 1\nend", 5);
    EXPECT_TRUE(result.passed());
    EXPECT_THAT(target.log, ElementsAre("run 1", "run 1"));
}

TEST_F(player_control, stops_while_edges_pass) {
    target.stops_in_time = true;
    target.edges_left = 10;
    play("run 5\nevents 0x00\npulse 0x01 x6\nrun 1");
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.line, 3U);
    EXPECT_EQ(failures, "");
    EXPECT_EQ(target.log.back(), "lines 0");
}

TEST_F(player_control, stops_while_waiting) {
    target.stops_in_time = true;
    target.edges_left = 10;
    play("wait irq\nrun 1");
    EXPECT_EQ(result.line, 1U);
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(failures, "");
}

TEST_F(player_control, an_empty_program_passes) {
    target.statements_left = 0;
    play("# nothing\n");
    EXPECT_TRUE(result.passed());
    EXPECT_EQ(result.checks, 0U);
}

} // namespace
} // namespace platform::program
