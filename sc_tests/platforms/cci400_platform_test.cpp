// SPDX-License-Identifier: Apache-2.0
// The CCI-400 platform: its names in access programs, and where its requests go.
#include <cci400/cci400_platform.h>
#include <support/sc_fixture.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <sstream>
#include <string>

namespace platform::cci400_platform_test {
namespace {

TEST(cci400_unit, every_interface_and_number_has_a_line_in_both_worlds) {
    const char* const interfaces[] = {"S0", "S1", "S2", "S3", "S4", "M0", "M1", "M2"};
    for (unsigned i = 0; i < std::size(interfaces); ++i) {
        for (unsigned number = 0; number < 32; ++number) {
            for (const bool secure : {false, true}) {
                for (const bool for_batch : {false, true}) {
                    program::event_lines found;
                    std::string error;
                    ASSERT_TRUE(cci400::cci400_unit().resolve({interfaces[i], number, 1, secure},
                                                              for_batch, found, error))
                        << error;
                    EXPECT_EQ(found.id, i * 32 + number + (secure ? 0x100 : 0));
                    ASSERT_EQ(found.lines.size(), 1U);
                    EXPECT_EQ(found.lines[0], found.id);
                }
            }
        }
    }
}

TEST(cci400_unit, what_names_no_line_is_refused_in_words) {
    struct {
        program::event_reference reference;
        const char* error = "";
    } const refused[] = {
        {{"", 7, 1, false},
         "expected an interface before the event number, as in S0:0x00, got 0x07"},
        {{"S5", 0, 1, false}, "expected an interface from S0 to S4 or M0 to M2, got S5"},
        {{"M0", 0x20, 1, false}, "expected an event number from 0x00 to 0x1F, got 0x20"},
        {{"M0", 0, 2, true}, "expected an event without '*', as every event has one line, got *2"},
    };
    for (const auto& r : refused) {
        program::event_lines found;
        std::string error;
        EXPECT_FALSE(cci400::cci400_unit().resolve(r.reference, false, found, error));
        EXPECT_EQ(error, r.error);
    }
}

class cci400_platform_test : public sc_test::sc_fixture {};

TEST_F(cci400_platform_test, requests_reach_their_lines_of_the_interrupt_controller) {
    constexpr std::uint64_t raw_interrupts = components::memory_map::interrupt_controller + 0x008;
    constexpr std::uint64_t combined = 1U << 2;
    cci400::cci400_platform target("platform",
                                   {components::clock_kind::tickless, {10, sc_core::SC_NS}}, {});
    unsigned checked = 0;
    target.cpu.set_task([&] {
        const auto flag = [&](unsigned counter, std::uint32_t value) {
            const std::uint64_t offset = counter < 4 ? 0xA00C + counter * 0x1000 : 0x900C;
            EXPECT_TRUE(target.cpu.debug(target.unit_base() + offset, true, value));
            target.cpu.let_outputs_arrive();
            target.cpu.pass(1);
        };
        const auto expect_lines = [&](std::uint64_t expected) {
            std::uint64_t lines = 0;
            EXPECT_EQ(target.cpu.memory(raw_interrupts, false, 4, lines, {}, {}),
                      components::access_result::ok);
            EXPECT_EQ(lines, expected);
            ++checked;
        };
        expect_lines(0);
        for (unsigned n = 0; n < 5; ++n) {
            flag(n, 1);
            expect_lines(combined | std::uint64_t{1} << (3 + n));
            flag(n, 0);
            expect_lines(0);
        }
        sc_core::sc_stop();
    });
    sc_core::sc_start();
    EXPECT_EQ(checked, 11U);
}

class cci400_demo_test : public sc_test::sc_fixture,
                         public testing::WithParamInterface<components::clock_kind> {};

TEST_P(cci400_demo_test, every_count_is_the_generators) {
    part::demo_request request;
    request.clock = {GetParam(), {10, sc_core::SC_NS}};
    request.cycles = 150'000;
    std::ostringstream out;
    EXPECT_TRUE(cci400::cci400_demo(request, out)) << out.str();
    EXPECT_NE(out.str().find("all 17 counts"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("event counter 3"), std::string::npos) << out.str();
}

INSTANTIATE_TEST_SUITE_P(clocks, cci400_demo_test,
                         testing::Values(components::clock_kind::sc_clock,
                                         components::clock_kind::tickless));

} // namespace
} // namespace platform::cci400_platform_test
