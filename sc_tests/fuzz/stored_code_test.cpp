// SPDX-License-Identifier: Apache-2.0
// Which traces show that firmware executes what it has stored into its code.
#include <fuzz/firmware_trial.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>

namespace {

using namespace platform::fuzz;
using content = memory_block::content;

bool shows(const char* trace, std::uint32_t changed_page = 1) {
    fuzz_case c;
    c.memory = {{0x8000,
                 {0xE3A00001, 0xFFC78363, 0xF801F000},
                 {content::arm, content::thumb, content::thumb}}};
    std::istringstream in(trace);
    return shows_stored_code(c, in, [=](std::uint32_t page) { return page == changed_page; });
}

// Lines as --trace writes them: time, address, encoding, text and events; `-` is no instruction.
TEST(fuzz_stored_code, is_seen) {
    EXPECT_FALSE(shows(""));
    EXPECT_FALSE(shows("5000  00008000  E3A00001  mov r0, #1  cycle\n"
                       "15000  00008004  8363  strh r3, [r4, #26]  cycle\n"
                       "25000  00008006  FFC7  .word ?  cycle\n"
                       "35000  00000004  - exception_taken cycle=3\n"
                       "45000  00008008  F000F801  bl #6  cycle\n"));
    EXPECT_TRUE(shows("5000  00008000  E3A00002  mov r0, #2  cycle\n"));
    EXPECT_TRUE(shows("5000  00008004  8363  strh  cycle\n"
                      "9000  00008004  8364  strh  cycle\n"));
    EXPECT_TRUE(shows("5000  00008008  F000F802  bl #8  cycle\n"));
}

TEST(fuzz_stored_code, is_no_code_in_two_states) {
    EXPECT_FALSE(shows("5000  00008000  E3A00001  mov r0, #1  cycle\n"
                       "9000  00008000  0001  movs r1, r0  cycle\n"));
}

// It may go on as it was: a loop that stores over itself does until it is left.
TEST(fuzz_stored_code, may_be_in_a_page_that_was_stored_to) {
    EXPECT_TRUE(shows("5000  00008000  E3A00001  mov r0, #1  cycle\n", 0x8000));
    EXPECT_FALSE(shows("5000  00008000  E3A00001  mov r0, #1  cycle\n", 0x9000));
}

// The file has nothing at 0xC000: what is there first is what it is.
TEST(fuzz_stored_code, is_told_by_two_encodings_where_the_file_has_none) {
    EXPECT_FALSE(shows("5000  0000C000  E3A00002  mov  cycle\n"
                       "9000  0000C000  E3A00002  mov  cycle\n"));
    EXPECT_TRUE(shows("5000  0000C000  E3A00002  mov  cycle\n"
                      "9000  0000C000  E3A00003  mov  cycle\n"));
}

} // namespace
