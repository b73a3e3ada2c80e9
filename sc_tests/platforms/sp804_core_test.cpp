// SPDX-License-Identifier: Apache-2.0
// Expected values: ARM DDI 0271, chapter 3 (registers) and section 2.2 (modes, intervals).
#include <components/sp804_core.h>
#include <gtest/gtest.h>
#include <pmu/core/counter.h>

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace sc_test::sp804_core_test {

namespace {

using platform::components::sp804_core;
using pmu::response;

// Offsets from the first register of a timer.
constexpr std::uint32_t LOAD = 0x00;
constexpr std::uint32_t VALUE = 0x04;
constexpr std::uint32_t CONTROL = 0x08;
constexpr std::uint32_t INTCLR = 0x0C;
constexpr std::uint32_t RIS = 0x10;
constexpr std::uint32_t MIS = 0x14;
constexpr std::uint32_t BGLOAD = 0x18;
constexpr std::uint32_t second = 0x20;

// TimerXControl
constexpr std::uint32_t enabled = 0x80;
constexpr std::uint32_t periodic = 0x40;
constexpr std::uint32_t interrupt = 0x20;
constexpr std::uint32_t by_16 = 0x04;
constexpr std::uint32_t by_256 = 0x08;
constexpr std::uint32_t bits_32 = 0x02;
constexpr std::uint32_t one_shot = 0x01;

class sp804 : public testing::Test {
protected:
    std::uint32_t read(std::uint32_t address) {
        std::uint32_t data = 0;
        EXPECT_EQ(timers.read(address, {}, data), response::ok) << std::hex << address;
        return data;
    }
    void write(std::uint32_t address, std::uint32_t data) {
        EXPECT_EQ(timers.write(address, {}, data), response::ok) << std::hex << address;
    }
    /// Timer 1, and the edge that takes the load over.
    void start(std::uint32_t load, std::uint32_t control) {
        write(CONTROL, control);
        write(LOAD, load);
        timers.run(1);
        EXPECT_EQ(read(VALUE), load);
    }

    sp804_core timers;
};

// --- registers -----------------------------------------------------------------------------------

TEST_F(sp804, reset_values) {
    for (const std::uint32_t timer : {0U, second}) {
        const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected{
            {LOAD, 0}, {VALUE, 0xFFFF'FFFF}, {CONTROL, 0x20}, {INTCLR, 0}, {RIS, 0},
            {MIS, 0},  {BGLOAD, 0}};
        for (const auto& [offset, value] : expected) {
            EXPECT_EQ(read(timer + offset), value) << std::hex << timer + offset;
        }
    }
    EXPECT_EQ(timers.driven(), sp804_core::outputs());
    EXPECT_EQ(timers.edges_to_output_change(), pmu::never);
}

TEST_F(sp804, identification) {
    const std::vector<std::uint32_t> expected{0x04, 0x18, 0x14, 0x00, 0x0D, 0xF0, 0x05, 0xB1};
    for (unsigned i = 0; i < expected.size(); ++i) {
        write(0xFE0 + 4 * i, 0xFFFF'FFFF);
        EXPECT_EQ(read(0xFE0 + 4 * i), expected[i]) << i;
    }
}

TEST_F(sp804, every_register_has_its_place_and_nothing_else) {
    const std::vector<std::pair<const char*, std::uint32_t>> expected{
        {"Timer1Load", 0x00},    {"Timer1Value", 0x04},  {"Timer1Control", 0x08},
        {"Timer1IntClr", 0x0C},  {"Timer1RIS", 0x10},    {"Timer1MIS", 0x14},
        {"Timer1BGLoad", 0x18},  {"Timer2Load", 0x20},   {"Timer2Value", 0x24},
        {"Timer2Control", 0x28}, {"Timer2IntClr", 0x2C}, {"Timer2RIS", 0x30},
        {"Timer2MIS", 0x34},     {"Timer2BGLoad", 0x38}, {"TimerPeriphID0", 0xFE0},
        {"TimerPCellID0", 0xFF0}};
    for (const auto& [name, address] : expected) {
        const pmu::register_desc* r = sp804_core::registers().find(address);
        ASSERT_NE(r, nullptr) << name;
        EXPECT_STREQ(r->name, name);
    }
    std::size_t found = 0;
    for (std::uint32_t address = 0; address < sp804_core::window_size; address += 4) {
        std::uint32_t data = 0x5A5A'5A5A;
        if (sp804_core::registers().find(address) != nullptr) {
            ++found;
            continue;
        }
        EXPECT_EQ(timers.read(address, {}, data), response::address_error) << address;
        EXPECT_EQ(timers.write(address, {}, data), response::address_error) << address;
        EXPECT_FALSE(timers.peek(address, data)) << address;
        EXPECT_FALSE(timers.poke(address, data)) << address;
        EXPECT_EQ(data, 0x5A5A'5A5AU);
    }
    EXPECT_EQ(found, 2U * 7 + 8);
    EXPECT_EQ(timers, sp804_core());
}

TEST_F(sp804, stored_bits) {
    write(CONTROL, 0xFFFF'FFFF);
    EXPECT_EQ(read(CONTROL), 0xEFU);
    write(second + LOAD, 0x1234'5678);
    EXPECT_EQ(read(second + LOAD), 0x1234'5678U);
    EXPECT_EQ(read(second + BGLOAD), 0x1234'5678U);
    for (const std::uint32_t offset : {VALUE, RIS, MIS}) {
        const sp804_core before = timers;
        write(offset, 0);
        EXPECT_EQ(timers, before) << offset;
    }
}

// --- counting ------------------------------------------------------------------------------------

// The manual's equation, load = interval * TIMCLK / prescaler: 1 ms at 1 MHz is 1000.
TEST_F(sp804, a_periodic_timer_interrupts_every_load_counts) {
    start(1000, enabled | periodic | interrupt | bits_32);
    for (unsigned period = 0; period < 3; ++period) {
        EXPECT_EQ(timers.edges_to_output_change(), 1000U);
        timers.run(999);
        EXPECT_EQ(read(VALUE), 1U);
        EXPECT_FALSE(timers.driven().TIMINT1);
        timers.run(1);
        EXPECT_EQ(read(VALUE), 1000U);
        EXPECT_TRUE(timers.driven().TIMINT1);
        EXPECT_FALSE(timers.driven().TIMINT2);
        EXPECT_EQ(timers.edges_to_output_change(), pmu::never);
        write(INTCLR, 0); // whatever is written
        EXPECT_FALSE(timers.driven().TIMINT1);
    }
}

TEST_F(sp804, an_interrupt_that_nobody_clears_stays_through_later_periods) {
    start(10, enabled | periodic | interrupt | bits_32);
    timers.run(10 * 1'000'000'007ULL + 3);
    EXPECT_EQ(read(VALUE), 7U);
    EXPECT_EQ(read(RIS), 1U);
    write(INTCLR, 1);
    EXPECT_EQ(timers.edges_to_output_change(), 7U);
}

TEST_F(sp804, a_free_running_timer_wraps_to_its_largest_count) {
    start(3, enabled | interrupt | bits_32);
    timers.run(3);
    EXPECT_EQ(read(VALUE), 0U);
    EXPECT_TRUE(timers.driven().TIMINT1);
    write(INTCLR, 1);
    EXPECT_EQ(timers.edges_to_output_change(), 1ULL << 32);
    timers.run(1);
    EXPECT_EQ(read(VALUE), 0xFFFF'FFFFU);
    timers.run((1ULL << 32) - 2);
    EXPECT_EQ(read(VALUE), 1U);
    EXPECT_FALSE(timers.driven().TIMINT1);
    timers.run(1);
    EXPECT_TRUE(timers.driven().TIMINT1);
}

TEST_F(sp804, sixteen_bits) {
    start(3, enabled | interrupt);
    timers.run(4);
    EXPECT_EQ(read(VALUE), 0xFFFFU);
    timers.run(0xFFFF);
    EXPECT_EQ(read(VALUE), 0U);
    write(LOAD, 0xABCD'0005);
    EXPECT_EQ(read(VALUE), 5U);
    EXPECT_EQ(read(LOAD), 0xABCD'0005U);
}

// "The upper bits might be non-zero if the timer was in 32-bit mode before."
TEST_F(sp804, the_upper_bits_stay_until_the_next_load) {
    write(CONTROL, bits_32);
    write(LOAD, 0x1234'0002);
    write(CONTROL, enabled | interrupt);
    timers.run(1 + 3);
    EXPECT_EQ(read(VALUE), 0x1234'FFFFU);
    EXPECT_TRUE(timers.driven().TIMINT1);
    write(LOAD, 8);
    EXPECT_EQ(read(VALUE), 8U);
}

TEST_F(sp804, one_shot_stops_until_it_is_programmed_anew) {
    start(5, enabled | periodic | interrupt | bits_32 | one_shot);
    EXPECT_EQ(timers.edges_to_output_change(), 5U);
    timers.run(1'000'000);
    EXPECT_EQ(read(VALUE), 0U);
    EXPECT_TRUE(timers.driven().TIMINT1);
    write(INTCLR, 1);
    EXPECT_EQ(timers.edges_to_output_change(), pmu::never);
    timers.run(1'000'000);
    EXPECT_EQ(read(RIS), 0U);
    write(LOAD, 7); // either a new load
    EXPECT_EQ(timers.edges_to_output_change(), 8U);
    timers.run(8);
    EXPECT_TRUE(timers.driven().TIMINT1);
    write(INTCLR, 1);
    write(CONTROL, enabled | periodic | interrupt | bits_32); // or no OneShot
    EXPECT_EQ(timers.edges_to_output_change(), 8U);           // of the load, which is a count away
    timers.run(1);
    EXPECT_EQ(read(VALUE), 7U);
}

TEST_F(sp804, the_prescaler_divides) {
    for (const auto& [option, divisor] :
         {std::pair{by_16, 16U}, std::pair{by_256, 256U}, std::pair{by_16 | by_256, 256U}}) {
        timers.reset();
        start(10, enabled | periodic | interrupt | bits_32 | option);
        EXPECT_EQ(timers.edges_to_output_change(), 10U * divisor);
        timers.run(divisor - 1);
        EXPECT_EQ(read(VALUE), 10U);
        timers.run(1);
        EXPECT_EQ(read(VALUE), 9U);
        timers.run(5);
        EXPECT_EQ(timers.edges_to_output_change(), 9U * divisor - 5);
        timers.run(9 * divisor - 6);
        EXPECT_FALSE(timers.driven().TIMINT1);
        timers.run(1);
        EXPECT_TRUE(timers.driven().TIMINT1);
    }
}

TEST_F(sp804, a_load_shows_at_once_and_counts_from_its_second_edge) {
    write(CONTROL, enabled | periodic | interrupt | bits_32);
    write(LOAD, 100);
    EXPECT_EQ(read(VALUE), 100U);
    EXPECT_EQ(timers.edges_to_output_change(), 101U);
    timers.run(1);
    EXPECT_EQ(read(VALUE), 100U);
    timers.run(1);
    EXPECT_EQ(read(VALUE), 99U);
}

TEST_F(sp804, a_background_load_waits_for_the_end_of_the_period) {
    start(10, enabled | periodic | interrupt | bits_32);
    timers.run(4);
    write(BGLOAD, 3);
    EXPECT_EQ(read(LOAD), 3U);
    EXPECT_EQ(read(VALUE), 6U);
    timers.run(6);
    EXPECT_EQ(read(VALUE), 3U);
    write(INTCLR, 1);
    EXPECT_EQ(timers.edges_to_output_change(), 3U);
}

// Of two loads before an edge, one is for now and the other for later.
TEST_F(sp804, a_load_and_a_background_load_together) {
    write(CONTROL, enabled | periodic | interrupt | bits_32);
    write(LOAD, 20);
    write(BGLOAD, 5);
    timers.run(1);
    EXPECT_EQ(read(VALUE), 20U);
    EXPECT_EQ(read(LOAD), 5U);
    timers.run(20);
    EXPECT_EQ(read(VALUE), 5U);
}

TEST_F(sp804, a_load_of_0_interrupts_at_once) {
    write(CONTROL, enabled | periodic | interrupt | bits_32);
    write(LOAD, 0);
    EXPECT_TRUE(timers.driven().TIMINT1);
    timers.run(1);
    write(INTCLR, 1);
    EXPECT_EQ(timers.edges_to_output_change(), 1U);
    timers.run(1);
    EXPECT_TRUE(timers.driven().TIMINT1);
    EXPECT_EQ(read(VALUE), 0U);
}

// "A load value of zero generates an interrupt immediately" (2.2): there is nothing to count.
TEST_F(sp804, a_load_of_0_interrupts_when_the_timer_is_enabled) {
    for (const std::uint32_t mode : {one_shot, one_shot | periodic, periodic, 0U}) {
        for (const std::uint32_t size : {0U, bits_32}) {
            timers.reset();
            write(CONTROL, mode | size | interrupt);
            write(LOAD, 0);
            EXPECT_EQ(read(RIS), 0U) << "it is not enabled, " << mode;
            timers.run(5);
            EXPECT_FALSE(timers.driven().TIMINT1) << mode;
            write(CONTROL, enabled | mode | size | interrupt);
            EXPECT_TRUE(timers.driven().TIMINT1) << mode;
            write(INTCLR, 1);
            write(CONTROL, enabled | mode | size | interrupt); // it was enabled
            EXPECT_EQ(read(RIS), 0U) << mode;
        }
    }
}

TEST_F(sp804, a_one_shot_that_is_over_does_not_interrupt_when_it_is_enabled_again) {
    start(5, enabled | interrupt | bits_32 | one_shot);
    timers.run(5);
    write(INTCLR, 1);
    write(CONTROL, interrupt | bits_32 | one_shot);
    write(CONTROL, enabled | interrupt | bits_32 | one_shot);
    EXPECT_EQ(read(RIS), 0U);
    EXPECT_EQ(timers.edges_to_output_change(), pmu::never);
}

TEST_F(sp804, a_disabled_timer_keeps_its_count) {
    start(100, enabled | periodic | interrupt | bits_32);
    timers.run(30);
    write(CONTROL, periodic | interrupt | bits_32);
    timers.run(1'000'000);
    EXPECT_EQ(read(VALUE), 70U);
    write(CONTROL, enabled | periodic | interrupt | bits_32);
    EXPECT_EQ(timers.edges_to_output_change(), 70U);
}

TEST_F(sp804, without_its_enable_the_interrupt_is_raw_only) {
    start(4, enabled | periodic | bits_32);
    EXPECT_EQ(timers.edges_to_output_change(), pmu::never); // nobody can see it
    timers.run(4);
    EXPECT_EQ(read(RIS), 1U);
    EXPECT_EQ(read(MIS), 0U);
    EXPECT_FALSE(timers.driven().TIMINT1);
    write(CONTROL, enabled | periodic | interrupt | bits_32);
    EXPECT_EQ(read(MIS), 1U);
    EXPECT_TRUE(timers.driven().TIMINT1);
}

TEST_F(sp804, the_timers_are_independent) {
    start(5, enabled | periodic | interrupt | bits_32);
    write(second + CONTROL, enabled | interrupt | bits_32 | one_shot);
    write(second + LOAD, 2);
    EXPECT_EQ(timers.edges_to_output_change(), 3U);
    timers.run(3);
    EXPECT_FALSE(timers.driven().TIMINT1);
    EXPECT_TRUE(timers.driven().TIMINT2);
    EXPECT_EQ(timers.edges_to_output_change(), 2U);
    write(INTCLR, 1); // the other one's
    EXPECT_TRUE(timers.driven().TIMINT2);
    write(second + INTCLR, 1);
    EXPECT_FALSE(timers.driven().TIMINT2);
}

// --- properties ----------------------------------------------------------------------------------

/// A timer edge by edge: what its count and interrupt do, told in another way than by the core.
struct slow_timer {
    std::uint32_t load = 0;
    std::uint32_t value = 0xFFFF'FFFF;
    std::uint32_t control = 0x20;
    unsigned prescaler = 0;
    bool is_loaded = false;
    bool ris = false;

    void step() {
        if (is_loaded) {
            is_loaded = false;
            prescaler = 0;
            return;
        }
        const unsigned pre = control >> 2U & 3U;
        const unsigned divisor = pre == 0 ? 1 : pre == 1 ? 16 : 256;
        if ((control & enabled) == 0 || ++prescaler != divisor) {
            return;
        }
        prescaler = 0;
        const std::uint32_t mask = (control & bits_32) != 0 ? 0xFFFF'FFFFU : 0xFFFFU;
        const bool begins_anew = (control & (periodic | one_shot)) == periodic;
        std::uint32_t count = value & mask;
        if (count == 0) {
            if ((control & one_shot) != 0) {
                return;
            }
            count = begins_anew ? load & mask : mask;
            ris = ris || (begins_anew && count == 0);
        } else if (--count == 0) {
            ris = true;
            count = begins_anew ? load & mask : 0;
        }
        value = (value & ~mask) | count;
    }
};

TEST_F(sp804, edges_in_one_go_are_edges_one_by_one) {
    std::mt19937 random(804);
    const auto up_to = [&](std::uint32_t most) {
        return std::uniform_int_distribution<std::uint32_t>(0, most)(random);
    };
    slow_timer slow;
    for (unsigned round = 0; round < 20'000; ++round) {
        const std::uint32_t load = up_to(40) | (up_to(9) == 0 ? 0x7'0000U : 0U);
        const std::uint32_t mask = (slow.control & bits_32) != 0 ? 0xFFFF'FFFFU : 0xFFFFU;
        switch (up_to(7)) {
        case 0: {
            const std::uint32_t control = up_to(0xFF) & 0xEFU;
            write(CONTROL, control);
            slow.prescaler = ((slow.control ^ control) & 0x8CU) != 0 ? 0 : slow.prescaler;
            const std::uint32_t counted = (control & bits_32) != 0 ? 0xFFFF'FFFFU : 0xFFFFU;
            const bool is_begun = (control & ~slow.control & enabled) != 0;
            slow.ris = slow.ris || (is_begun && ((slow.value | slow.load) & counted) == 0);
            slow.control = control;
            break;
        }
        case 1:
            write(LOAD, load);
            slow.load = load;
            slow.value = load & mask;
            slow.is_loaded = true;
            slow.ris = slow.ris || (slow.value == 0 && (slow.control & enabled) != 0);
            break;
        case 2:
            write(BGLOAD, load);
            slow.load = load;
            break;
        case 3:
            write(INTCLR, 0);
            slow.ris = false;
            break;
        default: break;
        }
        const std::uint64_t change = timers.edges_to_output_change();
        const bool before = timers.driven().TIMINT1;
        const std::uint32_t edges = up_to(9) == 0 ? up_to(3000) : up_to(60);
        for (std::uint32_t edge = 1; edge <= edges; ++edge) {
            slow.step();
            const bool is_raised = slow.ris && (slow.control & interrupt) != 0;
            ASSERT_EQ(is_raised != before, edge >= change) << round << " " << edge;
        }
        timers.run(edges);
        ASSERT_EQ(read(VALUE), slow.value) << round;
        ASSERT_EQ(read(RIS), slow.ris ? 1U : 0U) << round;
    }
}

TEST_F(sp804, peek_and_poke) {
    start(10, enabled | periodic | interrupt | bits_32);
    timers.run(10);
    const sp804_core before = timers;
    for (const pmu::register_desc& r : sp804_core::registers()) {
        std::uint32_t data = 0;
        EXPECT_TRUE(timers.peek(r.address, data));
    }
    for (const std::uint32_t address : {VALUE, INTCLR, RIS, MIS, 0xFE0U}) {
        EXPECT_TRUE(timers.poke(address, 0xFFFF'FFFF));
        EXPECT_EQ(timers, before) << address;
    }
    EXPECT_TRUE(timers.poke(LOAD, 77)); // the count goes on
    EXPECT_EQ(read(LOAD), 77U);
    EXPECT_EQ(read(VALUE), 10U);
    EXPECT_TRUE(timers.poke(CONTROL, 0));
    EXPECT_FALSE(timers.driven().TIMINT1);
    timers.reset();
    EXPECT_EQ(timers, sp804_core());
}

} // namespace

} // namespace sc_test::sp804_core_test
