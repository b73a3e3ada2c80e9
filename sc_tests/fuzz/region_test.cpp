// SPDX-License-Identifier: Apache-2.0
// What a trace says of a region.
#include <fuzz/firmware_ways.h>

#include <gtest/gtest.h>

#include <sstream>

namespace {

using namespace platform::fuzz;

/// Two instructions, an exception, and its handler, which is at 0x8 and returns.
constexpr const char* region_trace = "5000  00008000  E3A00001  mov r0, #1  instruction cycle\n"
                                     "15000  00008004  EF000000  svc #0  instruction cycle\n"
                                     "25000  00000008  - exception_taken cycle=3\n"
                                     "55000  00000008  E1B0F00E  movs pc, lr  instruction cycle=6\n"
                                     "115000  00008008  E1A00000  mov r0, r0  instruction cycle\n";

region_counts counts_of(std::uint32_t from, std::uint32_t to,
                        const std::string& text = region_trace) {
    std::istringstream in(text);
    return counts_in({from, to}, in);
}

// platforms/iss/README.md, `--region` and "Samples": from the instruction at FROM on, until that at
// TO is to be executed; an entry to an exception belongs to the first instruction at the vector.
TEST(fuzz_region, has_the_entry_to_an_exception_with_the_vector) {
    EXPECT_EQ(counts_of(0x8004, 0x8).cycles, 1U);
    EXPECT_EQ(counts_of(0x8, 0x8008).cycles, 3U + 6U);
    EXPECT_EQ(counts_of(0x8000, 0x8008).cycles, 1U + 1U + 3U + 6U);
    EXPECT_EQ(counts_of(0x8000, 0x8008).instructions, 3U);
    EXPECT_EQ(counts_of(0x8008, 0x8).cycles, 1U);
}

TEST(fuzz_region, may_not_be_entered) {
    EXPECT_FALSE(counts_of(0x9000, 0x8).is_entered);
    EXPECT_TRUE(counts_of(0x8000, 0x8004).is_entered);
}

TEST(fuzz_region, has_an_exception_at_its_end) {
    EXPECT_EQ(counts_of(0x8000, 0x9000,
                        "5000  00008000  EF000000  svc #0  instruction cycle\n"
                        "15000  00000008  - exception_taken cycle=3\n")
                  .cycles,
              4U);
}

// Of two entries in a row only the second belongs to the handler at 0xC: at 0x8 there is an
// instruction that is not executed.
TEST(fuzz_region, has_of_two_exceptions_that_of_its_vector) {
    EXPECT_EQ(counts_of(0xC, 0x9000,
                        "5000  00008000  EF000000  svc #0  instruction cycle\n"
                        "15000  00000008  - exception_taken cycle=3\n"
                        "45000  00000008  - icache_access icache_miss cycle=20\n"
                        "245000  0000000C  - exception_taken cycle=3\n"
                        "275000  0000000C  E1A00000  mov r0, r0  instruction cycle\n")
                  .cycles,
              4U);
}

} // namespace
