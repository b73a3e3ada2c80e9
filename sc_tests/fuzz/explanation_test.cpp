// SPDX-License-Identifier: Apache-2.0
// How findings of programs are explained.
#include <fuzz/program_trial.h>

#include <gtest/gtest.h>

namespace {

using namespace platform::fuzz;

// An event that one side has more moves all lines after it: they are the same, and are not told.
TEST(fuzz_explanation, is_aligned_by_event) {
    const printed_lines a{"sc_clock",
                          {"r0 = 0x1", "  0x03  DATA_STALL     7", "  0x07  INSTR_EXEC     9",
                           "  0x0B  DCACHE_MISS    2"}};
    const printed_lines b{"tickless",
                          {"r0 = 0x1", "  0x01  IBUF_STALL     4", "  0x03  DATA_STALL     7",
                           "  0x07  INSTR_EXEC     8", "  0x0B  DCACHE_MISS    2"}};
    EXPECT_EQ(explained(a, b), "sc_clock:   0x07  INSTR_EXEC     9\n"
                               "tickless:   0x07  INSTR_EXEC     8\n"
                               "sc_clock: -\n"
                               "tickless:   0x01  IBUF_STALL     4\n");
    EXPECT_EQ(explained(a, {"tickless", a.lines}), "");
}

// A register that is read again and again: the first with the first, the second with the second.
TEST(fuzz_explanation, tells_the_same_subject_apart_by_its_turn) {
    EXPECT_EQ(explained({"a", {"r0 = 0x1", "r0 = 0x2"}}, {"b", {"r0 = 0x1", "r0 = 0x3"}}),
              "a: r0 = 0x2\nb: r0 = 0x3\n");
}

} // namespace
