// SPDX-License-Identifier: Apache-2.0
// What a playing program does to lines, pins, reset and time, and the checks of outputs.
#include "fake_target.h"
#include "fake_units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platform::program {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class player_stimulus : public testing::Test, protected played {
protected:
    void play(const std::string& text) { play_text(text, coprocessor_unit()); }
};

TEST_F(player_stimulus, run_lets_edges_pass) {
    play("run 5\nrun 0\nrun 1_000");
    EXPECT_THAT(target.log, ElementsAre("run 5", "run 1000"));
    EXPECT_EQ(target.edges, 1005U);
}

TEST_F(player_stimulus, events_replace_what_is_held) {
    play("events 0x00, 0x07*2\nevents 0x01\nevents none");
    EXPECT_THAT(target.log, ElementsAre("lines 0 8 9", "lines 1", "lines"));
}

TEST_F(player_stimulus, pulse_adds_to_what_is_held_and_releases) {
    play("events 0x00\npulse 0x00, 0x01 x3\npulse 0x02");
    EXPECT_THAT(target.log, ElementsAre("lines 0", "lines 0 1", "run 3", "lines 0", "lines 0 2",
                                        "run 1", "lines 0"));
}

TEST_F(player_stimulus, bus_replaces_lines_of_the_bus_and_events_replace_the_bus) {
    play("events 0x00\nbus 0xC0000\nset r1, 3\nbus r1\nevents 0x02\nbus 0");
    EXPECT_THAT(target.log, ElementsAre("lines 0", "lines 18 19", "lines 0 1", "lines 2", "lines"));
}

TEST(player_lines, beside_the_bus_stay_when_the_bus_is_driven) {
    // The events of this part have lines beside a bus of 8.
    class narrow final : public unit_info {
    public:
        const char* name() const override { return unit.name(); }
        const char* title() const override { return unit.title(); }
        const pmu::register_map& registers() const override { return unit.registers(); }
        bool is_coprocessor() const override { return true; }
        std::uint64_t window_size() const override { return unit.window_size(); }
        const pmu::parameter_map& options() const override { return unit.options(); }
        const pin_map& pins() const override { return unit.pins(); }
        unsigned bus_bits() const override { return 8; }
        bool resolve(const event_reference& reference, bool for_batch, event_lines& found,
                     std::string& error) const override {
            return unit.resolve(reference, for_batch, found, error);
        }
        const unit_info& unit = coprocessor_unit();
    };
    played p;
    p.play_text("events 0x00, 0x07\nbus 0x82\npulse 0x02\nevents none", narrow());
    EXPECT_THAT(p.target.log, ElementsAre("lines 0 8", "lines 1 7 8", "lines 1 2 7 8", "run 1",
                                          "lines 1 7 8", "lines"));
}

TEST_F(player_stimulus, a_register_too_wide_for_bus_or_pin_is_a_failed_check) {
    play("set r1, 0x100000\nbus r1\nset r2, 4\npin ETM, r2\nset r2, 3\npin ETM, r2\n"
         "pin WORD, r1\npin LEVEL, 1");
    EXPECT_THAT(target.log, ElementsAre("pin 0 = 0x3", "pin 2 = 0x100000", "pin 1 = 0x1"));
    EXPECT_EQ(failures,
              "t.pmu:2: expected a value of at most 20 bits for the event bus, got 0x00100000 in "
              "r1\n"
              "t.pmu:4: expected a value of at most 2 bits for ETM, got 0x00000004 in r2\n");
    EXPECT_EQ(result.failed, 2U);
    EXPECT_EQ(result.checks, 2U);
}

TEST_F(player_stimulus, count_reports_a_batch) {
    play("count 0xFF, 0\nset r1, 7\ncount 0x07, r1\ncount 0x00, 0xFFFF_FFFF_FFFF_FFFF");
    EXPECT_THAT(target.log,
                ElementsAre("count 0xFF 0", "count 0x7 7", "count 0x0 18446744073709551615"));
}

TEST_F(player_stimulus, reset_is_asserted_for_its_edges) {
    play("reset\nreset x4");
    EXPECT_THAT(target.log,
                ElementsAre("reset 1", "run 1", "reset 0", "reset 1", "run 4", "reset 0"));
}

TEST_F(player_stimulus, expect_irq) {
    target.irq_after = 2;
    play("expect irq 0\nrun 2\nexpect irq 1\nexpect irq 0");
    EXPECT_EQ(failures, "t.pmu:4: expected irq 0, got 1\n");
    EXPECT_EQ(result.checks, 3U);
}

TEST_F(player_stimulus, expect_pin) {
    target.pins[3] = wide_value{0xA5};
    play("expect pin EVNTBUS, 0xA5\nexpect pin EVNTBUS, 0x1A5\nset r1, 0xFFF00000\n"
         "expect pin EVNTBUS, r1\nset r1, 0xA5\nexpect pin EVNTBUS, r1\nexpect pin PMUIRQ, 1");
    EXPECT_EQ(failures, "t.pmu:2: expected EVNTBUS 0x001A5, got 0x000A5\n"
                        "t.pmu:4: expected EVNTBUS 0xFFF00000, got 0x000A5\n"
                        "t.pmu:7: expected PMUIRQ 0x1, got 0x0\n");
    EXPECT_EQ(result.checks, 5U);
}

TEST(player_pins, of_more_than_64_bits) {
    played p;
    p.target.pins[1].set_bit(158);
    p.play_text("expect pin EVNTBUS, 0x4000000000000000000000000000000000000000\n"
                "expect pin EVNTBUS, 0x4000000000000000000000000000000000000001\n",
                memory_mapped_unit());
    EXPECT_EQ(p.failures, "t.pmu:2: expected EVNTBUS 0x4000000000000000000000000000000000000001, "
                          "got 0x4000000000000000000000000000000000000000\n");
}

TEST_F(player_stimulus, wait_irq_ends_with_the_request) {
    target.irq_after = 5;
    play("wait irq\nwait irq within 0");
    EXPECT_EQ(target.edges, 5U);
    EXPECT_THAT(target.log, ElementsAre("wait 1000000", "wait 0"));
    EXPECT_TRUE(result.passed());
    EXPECT_EQ(result.checks, 2U);
}

TEST_F(player_stimulus, wait_irq_fails_after_its_edges) {
    target.irq_after = 5;
    play("wait irq within 4\nexpect irq 0\nwait irq within 1");
    EXPECT_EQ(failures, "t.pmu:1: expected irq 1 within 4 clock edges, got irq 0 after them\n");
    EXPECT_EQ(target.edges, 5U);
}

TEST_F(player_stimulus, the_end_of_simulated_time_fails_what_needs_edges_and_nothing_else) {
    target.edges_left = 10;
    play("run 10\nrun 1\npulse 0x01 x2\nreset x3\nwait irq within 4\nread PMNC == 0\nrun 0");
    EXPECT_EQ(failures,
              "t.pmu:2: expected 1 clock edge, got 0 before the end of simulated time\n"
              "t.pmu:3: expected 2 clock edges, got 0 before the end of simulated time\n"
              "t.pmu:4: expected 3 clock edges, got 0 before the end of simulated time\n"
              "t.pmu:5: expected irq 1 within 4 clock edges, got irq 0 after 0 at the end of "
              "simulated time\n");
    EXPECT_EQ(result.checks, 5U);
    EXPECT_FALSE(result.stopped);
    EXPECT_TRUE(target.lines.none());
    EXPECT_EQ(target.log.back(), "mrc 0xFF180");
}

TEST_F(player_stimulus, a_part_of_the_edges_is_told) {
    target.edges_left = 7;
    play("run 9223372036854775807");
    EXPECT_EQ(failures, "t.pmu:1: expected 9223372036854775807 clock edges, got 7 before the end "
                        "of simulated time\n");
}

TEST_F(player_stimulus, nothing_is_done_for_settings) {
    play("option DELAY, 5\nmode user\nsecurity nonsecure\nset r1, 5\nprint r1\nexpect r1, 5");
    EXPECT_THAT(target.log, IsEmpty());
    EXPECT_EQ(result.statements, 5U);
}

} // namespace
} // namespace platform::program
