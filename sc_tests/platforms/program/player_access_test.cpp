// SPDX-License-Identifier: Apache-2.0
// What a playing program does with registers: paths, data, responses and value checks.
#include "fake_target.h"
#include "fake_units.h"

#include <pmu/core/coprocessor_address.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platform::program {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class player_accesses : public testing::Test, protected played {
protected:
    void play_on_coprocessor(const std::string& text) { play_text(text, coprocessor_unit()); }
    void play_on_memory(const std::string& text) { play_text(text, memory_mapped_unit()); }

    void expect_counts(std::uint64_t checks, std::uint64_t failed) const {
        EXPECT_EQ(result.checks, checks) << failures;
        EXPECT_EQ(result.failed, failed) << failures;
        EXPECT_EQ(result.failures.size(), failed);
        EXPECT_EQ(result.passed(), failed == 0);
    }
};

constexpr std::uint64_t pmnc = 0xFF180;
constexpr std::uint64_t ccnt = 0xFF184;

TEST_F(player_accesses, names_of_a_coprocessor_part_go_by_mcr_and_mrc) {
    play_on_coprocessor("write PMNC, 0x12\nread pmnc == 0x12\nset r3, 0x34\nwrite CCNT, r3");
    EXPECT_THAT(target.log, ElementsAre("mcr 0xFF180 = 0x12", "mrc 0xFF180", "mcr 0xFF184 = 0x34"));
    expect_counts(1, 0);
}

TEST_F(player_accesses, names_of_a_memory_mapped_part_go_by_loads_and_stores) {
    play_on_memory("write CCNT, 0x12\nread CCNT == 0x12");
    EXPECT_THAT(target.log, ElementsAre("str4 0x9004 = 0x12", "ldr4 0x9004"));
    expect_counts(1, 0);
}

TEST_F(player_accesses, mcr_and_mrc) {
    play_on_coprocessor("set r2, 0xABC\nmcr p14, 1, r2, c2, c3, 4\nmrc p14, 1, r5, c2, c3, 4\n"
                        "expect r5, 0xABC");
    const std::string address = wide_value{pmu::encode({14, 1, 2, 3, 4})}.to_hex();
    EXPECT_THAT(target.log, ElementsAre("mcr " + address + " = 0xABC", "mrc " + address));
    expect_counts(1, 0);
}

TEST_F(player_accesses, mcr_and_mrc_are_undefined_on_a_memory_mapped_part) {
    play_on_memory("set r1, 7\nmcr p15, 0, 1, c9, c12, 0 -> undefined\n"
                   "mrc p15, 0, r1, c9, c12, 0 -> undefined\nexpect r1, 7\n"
                   "mrc p15, 0, r1, c9, c12, 0");
    EXPECT_THAT(target.log, IsEmpty());
    expect_counts(4, 1);
    EXPECT_EQ(failures, "t.pmu:5: expected read of p15, 0, c9, c12, 0 -> ok, got undefined\n");
}

TEST_F(player_accesses, loads_and_stores_on_a_coprocessor_part_use_its_addresses) {
    play_on_coprocessor("str 0x55, [0xFF180]\nread PMNC == 0x55\nldr r1, [0xFF180] == 0x55");
    EXPECT_THAT(target.log, ElementsAre("str4 0xFF180 = 0x55", "mrc 0xFF180", "ldr4 0xFF180"));
    expect_counts(2, 0);
}

TEST_F(player_accesses, sizes) {
    target.words[8] = 0x1122'3344'5566'7788;
    play_on_memory("ldrb r1, [8]\nldrh r2, [8]\nldr r3, [8]\nldrd r4, [8] == 0x55667788\n"
                   "expect r1, 0x88\nexpect r2, 0x7788\nexpect r3, 0x55667788\n"
                   "expect r4, 0x55667788\nset r5, 0xFFEEDDCC\n"
                   "strb r5, [r6]\nstrh 0xABCD1234, [0]\nstr r5, [0]\nstrd r5, [0]\n"
                   "strd 0x8000_0000_0000_0001, [0xFFFF_FFFF_FFFF_FFF8]");
    EXPECT_THAT(target.log,
                ElementsAre("ldr1 0x8", "ldr2 0x8", "ldr4 0x8", "ldr8 0x8", "str1 0x0 = 0xCC",
                            "str2 0x0 = 0x1234", "str4 0x0 = 0xFFEEDDCC", "str8 0x0 = 0xFFEEDDCC",
                            "str8 0xFFFFFFFFFFFFFFF8 = 0x8000000000000001"));
    expect_counts(5, 0);
}

TEST_F(player_accesses, byte_enables_are_passed_on) {
    play_on_memory("str 1, [4], be 0b0111\nldr r1, [4], be 0\nldr r1, [4]\nstrd 1, [0], be 0xFF");
    EXPECT_THAT(target.log, ElementsAre("str4 0x4 = 0x1 be 0x7", "ldr4 0x4 be 0x0", "ldr4 0x4",
                                        "str8 0x0 = 0x1 be 0xFF"));
}

TEST_F(player_accesses, debug_accesses_have_no_attributes) {
    play_on_coprocessor("mode user\npoke CCNT, 5\npeek CCNT == 5\nset r1, 6\npoke CCNT, r1\n"
                        "peek CCNT & 4 == r2 -> ok");
    EXPECT_THAT(target.log, ElementsAre("poke 0xFF184 = 0x5", "peek 0xFF184", "poke 0xFF184 = 0x6",
                                        "peek 0xFF184"));
    expect_counts(2, 1);
    EXPECT_EQ(result.failures[0].text,
              "expected CCNT & 0x00000004 == 0x00000000, got 0x00000004 of 0x00000006");
}

TEST_F(player_accesses, a_debug_access_without_answer_is_a_failed_check) {
    target.answers_debug = false;
    play_on_memory("peek CCNT == 0\npoke CCNT, 1");
    expect_counts(2, 2);
    EXPECT_EQ(failures, "t.pmu:1: expected read of CCNT -> ok, got generic_error\n"
                        "t.pmu:2: expected write of CCNT -> ok, got generic_error\n");
}

TEST_F(player_accesses, attributes_follow_mode_and_security) {
    play_on_coprocessor("read PMNC\nmode user\nread PMNC\nsecurity nonsecure\nldr r0, [0]\n"
                        "mode privileged\nread PMNC\nsecurity secure\nread PMNC");
    EXPECT_THAT(target.log,
                ElementsAre("mrc 0xFF180", "mrc 0xFF180 user", "ldr4 0x0 user nonsecure",
                            "mrc 0xFF180 nonsecure", "mrc 0xFF180"));
}

TEST_F(player_accesses, value_checks) {
    target.words[pmnc] = 0xFF;
    play_on_coprocessor("read PMNC == 0xFF\nread PMNC == 0xFE\nread PMNC & 0xF0 == 0xF0\n"
                        "read PMNC & 0xF0 == 0xFF\nset r1, 0xFF\nset r2, 0x0F\nread PMNC == r1\n"
                        "read PMNC & r2 == r2\nmrc p15, 0, r3, c15, c12, 0 & 1 == 0");
    expect_counts(7, 3);
    EXPECT_EQ(failures,
              "t.pmu:2: expected PMNC == 0x000000FE, got 0x000000FF\n"
              "t.pmu:4: expected PMNC & 0x000000F0 == 0x000000FF, got 0x000000F0 of 0x000000FF\n"
              "t.pmu:9: expected p15, 0, c15, c12, 0 & 0x00000001 == 0x00000000, got 0x00000001 of "
              "0x000000FF\n");
}

TEST_F(player_accesses, a_read_loads_its_register_and_checks_with_what_was_there_before) {
    target.words[4] = 9;
    play_on_memory("set r1, 4\nldr r1, [r1] == r1\nexpect r1, 9");
    expect_counts(2, 1);
    EXPECT_EQ(failures, "t.pmu:2: expected [0x00000004] == 0x00000004, got 0x00000009\n");
}

TEST_F(player_accesses, a_refusal_that_is_stated_holds) {
    target.refusals = {{pmnc, components::access_result::undefined},
                       {ccnt, components::access_result::undefined}};
    play_on_coprocessor("read PMNC -> undefined\nwrite CCNT, 1 -> undefined");
    expect_counts(2, 0);
    EXPECT_EQ(failures, "");
}

TEST_F(player_accesses, a_response_other_than_the_stated_one_fails) {
    target.refusals = {{pmnc, components::access_result::undefined},
                       {0x10, components::access_result::burst_error}};
    play_on_coprocessor("read PMNC == 1\nwrite PMNC, 1\nread CCNT -> undefined\n"
                        "str 1, [0x10] -> address_error\nldr r1, [0x20] -> generic_error");
    expect_counts(5, 5);
    EXPECT_EQ(failures,
              "t.pmu:1: expected read of PMNC -> ok, got undefined\n"
              "t.pmu:2: expected write of PMNC -> ok, got undefined\n"
              "t.pmu:3: expected read of CCNT -> undefined, got ok\n"
              "t.pmu:4: expected write of [0x00000010] -> address_error, got burst_error\n"
              "t.pmu:5: expected read of [0x00000020] -> generic_error, got ok\n");
}

TEST_F(player_accesses, a_refused_read_leaves_its_register) {
    target.refusals = {{pmnc, components::access_result::undefined},
                       {0x10, components::access_result::command_error}};
    play_on_coprocessor("set r1, 0x77\nmrc p15, 0, r1, c15, c12, 0 -> undefined\nexpect r1, 0x77\n"
                        "ldr r1, [0x10] -> command_error\nexpect r1, 0x77\n"
                        "ldr r1, [0x10] == 3\nexpect r1, 0x77");
    expect_counts(6, 1);
}

TEST_F(player_accesses, only_what_states_something_is_a_check) {
    play_on_coprocessor("read PMNC\nwrite PMNC, 1\nldr r1, [0]\nread PMNC -> ok\n"
                        "read PMNC == 1 -> ok\npeek PMNC -> ok");
    expect_counts(3, 0);
    EXPECT_EQ(result.statements, 6U);
}

} // namespace
} // namespace platform::program
