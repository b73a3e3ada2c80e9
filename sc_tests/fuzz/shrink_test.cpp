// SPDX-License-Identifier: Apache-2.0
// What the minimiser may put in a statement's place.
#include <fuzz/random_program.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace platform::fuzz;
using testing::ElementsAre;
using testing::IsEmpty;

// All statements of random_program.cpp that have a number or a list; the greatest saving first, and
// steps that halve, so that the least number is found in few runs.
TEST(fuzz_shrink, has_fewer_of_each) {
    EXPECT_THAT(simpler("run 8"), ElementsAre("run 1", "run 5", "run 7"));
    EXPECT_THAT(simpler("wait irq within 4"),
                ElementsAre("wait irq within 1", "wait irq within 3"));
    EXPECT_THAT(simpler("reset x2"), ElementsAre("reset x1"));
    EXPECT_THAT(simpler("events 0x1, 0x2:secure"), ElementsAre("events 0x2:secure", "events 0x1"));
    EXPECT_THAT(simpler("pulse 0x1, S0:0x2 x2"),
                ElementsAre("pulse S0:0x2 x2", "pulse 0x1 x2", "pulse 0x1, S0:0x2 x1"));
    EXPECT_THAT(simpler("count 0x7, 0x3"), ElementsAre("count 0x7, 0x1", "count 0x7, 0x2"));
    for (const char* least : {"run 1", "run 0", "wait irq within 1", "reset x1", "pulse 0x1 x1",
                              "events none", "events 0x1", "count 0x7, 0x0", "read PMN0 == 0x2",
                              "expect irq 0", "pin nCPURESET, 0x1"}) {
        EXPECT_THAT(simpler(least), IsEmpty()) << least;
    }
}

TEST(fuzz_shrink, takes_loops_apart) {
    EXPECT_THAT(simpler("repeat 2\nread A\nrun 2\nend"),
                ElementsAre("read A\nrun 2", "repeat 2\nrun 2\nend", "repeat 2\nread A\nend",
                            "repeat 1\nread A\nrun 2\nend", "repeat 2\nread A\nrun 1\nend"));
    EXPECT_THAT(simpler("ldr r0, [0x4]\nprint r0"), ElementsAre("print r0", "ldr r0, [0x4]"));
}

} // namespace
