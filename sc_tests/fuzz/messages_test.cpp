// SPDX-License-Identifier: Apache-2.0
// What kind of message a line of pmu_run's on stderr is.
#include <fuzz/messages.h>

#include <gtest/gtest.h>

namespace {

using namespace platform::fuzz;

// Each line as pmu_run prints it.
TEST(fuzz_messages, have_a_kind) {
    const std::pair<const char*, message_kind> lines[] = {
        {"warning: /pmu/xscale/reserved_event: pmu: software selects a reserved event: 0x1F",
         message_kind::warning},
        {"pmu_run: event 0x1A (X) is not supported here: a counter that selects it does not move",
         message_kind::about_options},
        {"pmu_run: samples: 12 of cycles; in samples", message_kind::about_options},
        {"pmu_run: --timeline: left out: 4 requests", message_kind::about_options},
        {"pmu_run: --caches 8K:8:64: the cache registers of this CPU cannot tell that; they read "
         "as 8192:8:32",
         message_kind::about_options},
        {"pmu_run: UART0: what was written to it last, 1 character, was not sent: its transmitter "
         "is off",
         message_kind::notice},
        {"pmu_run: Undefined at PC 0x00008000: the handler at the vector 0x00000004 takes it again",
         message_kind::notice},
        {"pmu_run: ended after 20000 instructions (--max-instructions) at PC 0x00008000",
         message_kind::limit},
        {"pmu_run: endless loop at PC 0x00008000: a branch to itself, and nothing can interrupt it",
         message_kind::limit},
        {"pmu_run: waits for an interrupt at PC 0x00008000, and nothing can raise one",
         message_kind::end},
        {"pmu_run: nothing to execute at PC 0x00001000: the memory there is zero",
         message_kind::end},
        {"terminate called after throwing an instance of 'std::bad_alloc'", message_kind::odd},
        {"", message_kind::odd},
    };
    for (const auto& [line, kind] : lines) {
        EXPECT_EQ(kind_of(line), kind) << line;
    }
}

} // namespace
