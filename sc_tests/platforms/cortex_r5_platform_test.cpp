// SPDX-License-Identifier: Apache-2.0
// The Cortex-R5 platform: what the generated activity shows on the lines, and where requests go.
#include <activity/activity_stream.h>
#include <cortex_r5/cortex_r5_activity.h>
#include <cortex_r5/cortex_r5_platform.h>
#include <support/sc_fixture.h>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>

namespace platform::cortex_r5_platform_test {
namespace {

using reg = pmu::cortex_r5_register;

// What the PMU would count from the lines, found without the totals by kind.
TEST(cortex_r5_activity, shows_on_its_lines_what_the_totals_say) {
    activity::activity_stream stream(11, cortex_r5::cortex_r5_pipeline(),
                                     cortex_r5::cortex_r5_bus_lines().kinds() |
                                         cortex_r5::cortex_r5_aux_lines().kinds());
    activity::activity_totals totals;
    std::array<std::uint64_t, 256> counted{};
    for (std::uint64_t cycles = 0; cycles < 200'000;) {
        const activity::activity_run run = stream.next();
        const std::uint64_t word = cortex_r5::cortex_r5_bus_lines().word(run.activity) |
                                   cortex_r5::cortex_r5_aux_lines().word(run.activity)
                                       << pmu::cortex_r5_aux_line;
        ASSERT_EQ(word, pmu::cortex_r5_normalised(word)) << "a core raises bit 5 with bit 6";
        for (const activity::event_entry& e : cortex_r5::cortex_r5_event_kinds()) {
            counted.at(e.number) += pmu::cortex_r5_events.rule(e.number)(word) * run.cycles;
        }
        totals.add(run.activity, run.cycles);
        cycles += run.cycles;
    }
    // Only code that is executed makes those.
    constexpr std::uint64_t of_simulator =
        activity::bit_of(activity::activity_kind::software_increment) |
        activity::bit_of(activity::activity_kind::fiq_disabled) |
        activity::bit_of(activity::activity_kind::double_arithmetic);
    for (const activity::event_entry& e : cortex_r5::cortex_r5_event_kinds()) {
        EXPECT_EQ(counted.at(e.number) == 0, (of_simulator & activity::bit_of(e.kind)) != 0)
            << e.number;
        EXPECT_EQ(cortex_r5::cortex_r5_event_kinds().total(e.number, totals), counted.at(e.number))
            << e.number;
    }
}

class cortex_r5_platform_test : public sc_test::sc_fixture {};

TEST_F(cortex_r5_platform_test, requests_reach_their_lines_of_the_interrupt_controller) {
    constexpr std::uint64_t raw_interrupts = components::memory_map::interrupt_controller + 0x008;
    constexpr struct {
        reg enable;
        std::uint64_t line;
    } requests[] = {
        {reg::PMINTENSET, 0}, {reg::VIRQSET, 8},  {reg::VFIQSET, 9},
        {reg::VRSTSET, 10},   {reg::VDBGSET, 11},
    };
    cortex_r5::cortex_r5_platform target(
        "platform", {components::clock_kind::tickless, {10, sc_core::SC_NS}}, {});
    unsigned checked = 0;
    target.cpu.set_task([&] {
        const auto store = [&](reg r, std::uint32_t value) {
            EXPECT_TRUE(target.cpu.debug(target.unit_base() + pmu::cortex_r5_registers[r].address,
                                         true, value));
            target.cpu.let_outputs_arrive();
        };
        for (const auto& request : requests) {
            store(request.enable, 2);
            store(reg::PMOVSR, 2);
            target.cpu.pass(1);
            std::uint64_t lines = 0;
            EXPECT_EQ(target.cpu.memory(raw_interrupts, false, 4, lines, {}, {}),
                      components::access_result::ok);
            EXPECT_EQ(lines, std::uint64_t{1} << request.line);
            store(request.enable, 0);
            ++checked;
        }
        sc_core::sc_stop();
    });
    sc_core::sc_start();
    EXPECT_EQ(checked, std::size(requests));
}

// What a report of a run shows: the registers of all counters, whatever PMSELR selects.
TEST_F(cortex_r5_platform_test, shows_the_registers_of_every_counter) {
    cortex_r5::cortex_r5_platform target(
        "platform", {components::clock_kind::tickless, {10, sc_core::SC_NS}}, {});
    std::map<std::string, std::uint32_t> seen;
    target.cpu.set_task([&] {
        const auto store = [&](reg r, std::uint32_t value) {
            EXPECT_TRUE(target.cpu.debug(target.unit_base() + pmu::cortex_r5_registers[r].address,
                                         true, value));
        };
        for (std::uint32_t n = 0; n < 3; ++n) {
            store(reg::PMSELR, n);
            store(reg::PMXEVTYPER, 0x40 + n);
            store(reg::PMXEVCNTR, 0xC0 + n);
        }
        store(reg::PMSELR, 31);
        for (const pmu::banked_register& r : pmu::cortex_r5_registers.banked()) {
            seen[r.name] = target.peek(r);
        }
        sc_core::sc_stop();
    });
    sc_core::sc_start();
    EXPECT_EQ(seen, (std::map<std::string, std::uint32_t>{{"PMXEVTYPER0", 0x40},
                                                          {"PMXEVTYPER1", 0x41},
                                                          {"PMXEVTYPER2", 0x42},
                                                          {"PMXEVCNTR0", 0xC0},
                                                          {"PMXEVCNTR1", 0xC1},
                                                          {"PMXEVCNTR2", 0xC2}}));
}

} // namespace
} // namespace platform::cortex_r5_platform_test
