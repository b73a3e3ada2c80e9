// SPDX-License-Identifier: Apache-2.0
// Expected values: Broadcom, "BCM2835 ARM Peripherals", chapters 7 (interrupts) and 12 (system
// timer).
#include <components/bcm2835_ic_core.h>
#include <components/bcm2835_timer_core.h>
#include <gtest/gtest.h>
#include <pmu/core/counter.h>

#include <bitset>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sc_test::bcm2835_core_test {

namespace {

using platform::components::bcm2835_ic_core;
using platform::components::bcm2835_timer_core;
using pmu::response;

template <class Core>
class device : public testing::Test {
protected:
    std::uint32_t read(std::uint32_t address) {
        std::uint32_t data = 0;
        EXPECT_EQ(core.read(address, {}, data), response::ok) << std::hex << address;
        return data;
    }
    void write(std::uint32_t address, std::uint32_t data) {
        EXPECT_EQ(core.write(address, {}, data), response::ok) << std::hex << address;
    }
    /// \param names of all registers, from offset 0 on
    void expect_registers(const std::vector<std::string>& names) {
        const Core before = core;
        for (std::uint32_t address = 0; address < Core::window_size; address += 4) {
            const pmu::register_desc* r = Core::registers().find(address);
            std::uint32_t data = 0x5A5A'5A5A;
            if (address / 4 < names.size()) {
                ASSERT_NE(r, nullptr) << address;
                EXPECT_EQ(r->name, names[address / 4]);
                EXPECT_EQ(read(address), 0U) << r->name; // after reset
                continue;
            }
            EXPECT_EQ(core.read(address, {}, data), response::address_error) << address;
            EXPECT_EQ(core.write(address, {}, data), response::address_error) << address;
            EXPECT_FALSE(core.peek(address, data)) << address;
            EXPECT_FALSE(core.poke(address, data)) << address;
            EXPECT_EQ(data, 0x5A5A'5A5AU);
        }
        EXPECT_EQ(core, before);
    }

    Core core;
};

// --- interrupt controller ------------------------------------------------------------------------

constexpr std::uint32_t basic_pending = 0x00;
constexpr std::uint32_t pending_1 = 0x04;
constexpr std::uint32_t pending_2 = 0x08;
constexpr std::uint32_t fiq_control = 0x0C;
constexpr std::uint32_t enable_1 = 0x10;
constexpr std::uint32_t enable_2 = 0x14;
constexpr std::uint32_t enable_basic = 0x18;
constexpr std::uint32_t disable_1 = 0x1C;
constexpr std::uint32_t disable_2 = 0x20;
constexpr std::uint32_t disable_basic = 0x24;

class bcm2835_ic : public device<bcm2835_ic_core> {
protected:
    using lines = std::bitset<bcm2835_ic_core::line_count>;

    static lines line(unsigned n) { return lines(1) << n; }
    void enable_all() {
        write(enable_1, 0xFFFF'FFFF);
        write(enable_2, 0xFFFF'FFFF);
        write(enable_basic, 0xFFFF'FFFF);
    }
};

TEST_F(bcm2835_ic, registers) {
    expect_registers({"IRQ_basic_pending", "IRQ_pending_1", "IRQ_pending_2", "FIQ_control",
                      "Enable_IRQs_1", "Enable_IRQs_2", "Enable_Basic_IRQs", "Disable_IRQs_1",
                      "Disable_IRQs_2", "Disable_Basic_IRQs"});
    EXPECT_FALSE(core.irq());
    EXPECT_FALSE(core.fiq());
}

TEST_F(bcm2835_ic, enables_and_disables_touch_only_written_ones) {
    for (const auto& [set, clear, all] : {std::tuple{enable_1, disable_1, 0xFFFF'FFFFU},
                                          std::tuple{enable_2, disable_2, 0xFFFF'FFFFU},
                                          std::tuple{enable_basic, disable_basic, 0xFFU}}) {
        write(set, 0x0000'00F0);
        write(set, 0xF000'000F);
        EXPECT_EQ(read(set), 0xF000'00FFU & all);
        write(clear, 0x8000'0081);
        EXPECT_EQ(read(set), 0x7000'007EU & all);
        EXPECT_EQ(read(clear), 0x7000'007EU & all);
    }
    EXPECT_EQ(read(enable_1), 0x7000'007EU); // each has its own
}

TEST_F(bcm2835_ic, a_line_is_pending_while_it_is_enabled) {
    for (unsigned n = 0; n < 64; ++n) {
        const std::uint32_t bit = 1U << n % 32;
        const std::uint32_t pending = n < 32 ? pending_1 : pending_2;
        core.set_lines(line(n));
        EXPECT_EQ(read(pending), 0U) << n;
        EXPECT_FALSE(core.irq()) << n;
        write(n < 32 ? enable_1 : enable_2, bit);
        EXPECT_EQ(read(pending), bit) << n;
        EXPECT_EQ(read(n < 32 ? pending_2 : pending_1), 0U) << n;
        EXPECT_TRUE(core.irq()) << n;
        core.set_lines(~line(n)); // a level; all others are disabled
        EXPECT_EQ(read(pending), 0U) << n;
        EXPECT_FALSE(core.irq()) << n;
        write(n < 32 ? disable_1 : disable_2, bit);
    }
}

TEST_F(bcm2835_ic, basic_pending_has_shortcuts_which_bits_8_and_9_leave_out) {
    enable_all();
    const std::vector<std::pair<unsigned, unsigned>> shortcuts{
        {7, 10},  {9, 11},  {10, 12}, {18, 13}, {19, 14}, {53, 15},
        {54, 16}, {55, 17}, {56, 18}, {57, 19}, {62, 20}};
    for (unsigned n = 0; n < 64; ++n) {
        std::uint32_t expected = n < 32 ? 1U << 8 : 1U << 9;
        for (const auto& [gpu, bit] : shortcuts) {
            expected = gpu == n ? 1U << bit : expected;
        }
        core.set_lines(line(n));
        EXPECT_EQ(read(basic_pending), expected) << n;
    }
    for (unsigned n = 0; n < 8; ++n) {
        core.set_lines(line(64 + n));
        EXPECT_EQ(read(basic_pending), 1U << n);
        EXPECT_EQ(read(pending_1) | read(pending_2), 0U);
        EXPECT_TRUE(core.irq());
    }
    core.set_lines(lines().set());
    EXPECT_EQ(read(basic_pending), 0x1F'FFFFU);
    write(disable_2, 1U << 25); // GPU IRQ 57
    EXPECT_EQ(read(basic_pending), 0x17'FFFFU);
}

TEST_F(bcm2835_ic, fiq_is_one_line_enabled_or_not) {
    for (unsigned n = 0; n < 72; ++n) {
        core.set_lines(line(n));
        write(fiq_control, n);
        EXPECT_FALSE(core.fiq()) << n;
        write(fiq_control, 0xFFFF'FF80U | n);
        EXPECT_EQ(read(fiq_control), 0x80U | n);
        EXPECT_TRUE(core.fiq()) << n;
        EXPECT_FALSE(core.irq()) << n;
        core.set_lines(~line(n));
        EXPECT_FALSE(core.fiq()) << n;
    }
    core.set_lines(lines().set());
    for (unsigned n = 72; n < 128; ++n) {
        write(fiq_control, 0x80U | n);
        EXPECT_FALSE(core.fiq()) << n;
    }
}

TEST_F(bcm2835_ic, peek_poke_and_reset) {
    core.set_lines(line(0) | line(70));
    EXPECT_TRUE(core.poke(enable_1, 0xF));
    EXPECT_TRUE(core.poke(enable_1, 0x1)); // bits can go away, too
    EXPECT_TRUE(core.poke(disable_basic, 0x40));
    EXPECT_TRUE(core.poke(fiq_control, 0xFF));
    EXPECT_TRUE(core.poke(pending_1, 0xFFFF'FFFF));
    std::uint32_t data = 0;
    EXPECT_TRUE(core.peek(basic_pending, data));
    EXPECT_EQ(data, 0x140U);
    EXPECT_EQ(read(enable_1), 1U);
    EXPECT_EQ(read(fiq_control), 0xFFU);
    core.reset();
    bcm2835_ic_core fresh;
    EXPECT_NE(core, fresh);
    fresh.set_lines(line(0) | line(70));
    EXPECT_EQ(core, fresh);
}

// --- system timer --------------------------------------------------------------------------------

constexpr std::uint32_t CS = 0x00;
constexpr std::uint32_t CLO = 0x04;
constexpr std::uint32_t CHI = 0x08;
constexpr std::uint32_t C0 = 0x0C;

class bcm2835_timer : public device<bcm2835_timer_core> {};

TEST_F(bcm2835_timer, registers) {
    expect_registers({"CS", "CLO", "CHI", "C0", "C1", "C2", "C3"});
    EXPECT_EQ(core.driven().matches, 0U);
}

TEST_F(bcm2835_timer, a_counter_of_64_bits) {
    core.run(5);
    EXPECT_EQ(read(CLO), 5U);
    core.run((7ULL << 32) + 0xFFFF'FFFF);
    EXPECT_EQ(read(CLO), 4U);
    EXPECT_EQ(read(CHI), 8U);
    write(CLO, 0);
    write(CHI, 0);
    EXPECT_EQ(read(CLO), 4U);
    EXPECT_EQ(read(CHI), 8U);
}

TEST_F(bcm2835_timer, each_channel_matches_at_its_value) {
    core.run(1000);
    for (unsigned n = 0; n < 4; ++n) {
        write(C0 + 4 * n, 1100 + 10 * n);
    }
    for (unsigned n = 0; n < 4; ++n) {
        EXPECT_EQ(core.edges_to_output_change(), n == 0 ? 100U : 10U);
        core.run(core.edges_to_output_change() - 1);
        EXPECT_EQ(core.driven().matches, (1U << n) - 1);
        core.run(1);
        EXPECT_EQ(read(CLO), 1100 + 10 * n);
        EXPECT_EQ(read(CS), (2U << n) - 1);
    }
    EXPECT_EQ(core.edges_to_output_change(), pmu::never);
    write(CS, 0xFFFF'FFF5); // 1 clears
    EXPECT_EQ(read(CS), 0xAU);
    EXPECT_EQ(core.driven().matches, 0xAU);
    // The lower half comes to the same value again.
    EXPECT_EQ(core.edges_to_output_change(), (1ULL << 32) - 30);
}

TEST_F(bcm2835_timer, a_match_across_the_wrap) {
    core.run(0xFFFF'FFF0);
    write(CS, 0xF);
    write(C0 + 12, 0x10);
    EXPECT_EQ(core.edges_to_output_change(), 0x10U); // those that are still 0
    core.run(0x1F);
    EXPECT_EQ(read(CS), 0x7U);
    core.run(1);
    EXPECT_EQ(read(CS), 0xFU);
    EXPECT_EQ(read(CHI), 1U);
}

TEST_F(bcm2835_timer, the_value_of_now_is_a_whole_turn_away) {
    core.run(50);
    write(C0, 50);
    core.run(0xFFFF'FFFF);
    EXPECT_EQ(read(CS) & 1U, 0U);
    core.run(1);
    EXPECT_EQ(read(CS) & 1U, 1U);
}

TEST_F(bcm2835_timer, peek_poke_and_reset) {
    core.run(50);
    EXPECT_TRUE(core.poke(CS, 0x6)); // matches come and go
    EXPECT_EQ(core.driven().matches, 0x6U);
    EXPECT_TRUE(core.poke(CS, 0x1));
    EXPECT_TRUE(core.poke(C0 + 4, 77));
    EXPECT_TRUE(core.poke(CLO, 0));
    std::uint32_t data = 0;
    EXPECT_TRUE(core.peek(CLO, data));
    EXPECT_EQ(data, 50U);
    EXPECT_EQ(read(CS), 0x1U);
    EXPECT_EQ(read(C0 + 4), 77U);
    EXPECT_NE(core, bcm2835_timer_core());
    core.reset();
    EXPECT_EQ(core, bcm2835_timer_core());
}

} // namespace

} // namespace sc_test::bcm2835_core_test
