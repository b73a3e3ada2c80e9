// SPDX-License-Identifier: Apache-2.0
// Breakpoints inside of IT blocks, which gdb itself does not set.
#include "gdb_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <vector>

namespace gdb_test {
namespace {

using pmu_run_test::arguments;
using pmu_run_test::operator+;

struct place {
    std::uint32_t pc;
    std::uint32_t cpsr;
};

place place_of(gdb_client& client) {
    constexpr unsigned cpsr = 25;
    return {client.reg(15), client.reg(cpsr)};
}

/// The instructions of the first IT block that is executed, by steps.
std::vector<place> first_it_block(const arguments& what) {
    constexpr std::uint32_t it_state = 0x0600'FC00; // ARM ARM, A2.5
    gdb_client client(what);
    std::vector<place> inside;
    for (unsigned steps = 0; steps < 20'000; ++steps) {
        client.go_on("vCont;s:1");
        const place here = place_of(client);
        if ((here.cpsr & it_state) != 0) {
            inside.push_back(here);
        } else if (!inside.empty()) {
            break;
        }
    }
    client.ask("D");
    client.wait();
    return inside;
}

TEST(debugger, halts_inside_of_it_blocks) {
    const arguments firmware{"run", "cortex_r5", DEBUGGED_DIR "/debugged-thumb.cortex_r5.elf"};
    for (const char* mode : {"exact", "fast"}) {
        const arguments what = firmware + arguments{"--mode", mode};
        const std::vector<place> inside = first_it_block(what);
        ASSERT_FALSE(inside.empty());
        for (const place& expected : inside) {
            gdb_client client(what);
            std::ostringstream packet;
            packet << "Z0," << std::hex << expected.pc << ",2";
            EXPECT_EQ(client.ask(packet.str()), "OK");
            EXPECT_THAT(client.go_on("vCont;c:1"), testing::StartsWith("T05"));
            const place here = place_of(client);
            EXPECT_EQ(here.pc, expected.pc) << mode;
            EXPECT_EQ(here.cpsr, expected.cpsr) << mode;
            client.ask("D");
            EXPECT_EQ(client.wait().exit_code, 0);
        }
    }
}

} // namespace
} // namespace gdb_test
