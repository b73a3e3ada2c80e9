// SPDX-License-Identifier: Apache-2.0
#include <components/pl190_core.h>
#include <gtest/gtest.h>

#include <vector>

namespace sc_test::pl190_core_test {

namespace {

using platform::components::pl190_core;
using pmu::response;

constexpr std::uint32_t IRQSTATUS = 0x000;
constexpr std::uint32_t FIQSTATUS = 0x004;
constexpr std::uint32_t RAWINTR = 0x008;
constexpr std::uint32_t INTSELECT = 0x00C;
constexpr std::uint32_t INTENABLE = 0x010;
constexpr std::uint32_t INTENCLEAR = 0x014;
constexpr std::uint32_t SOFTINT = 0x018;
constexpr std::uint32_t SOFTINTCLEAR = 0x01C;
constexpr std::uint32_t PROTECTION = 0x020;
constexpr std::uint32_t VECTADDR = 0x030;
constexpr std::uint32_t DEFVECTADDR = 0x034;
constexpr std::uint32_t default_handler = 0xDEF0'0000;
constexpr pmu::access_attributes user{false, true};

class pl190 : public testing::Test {
protected:
    std::uint32_t read(std::uint32_t address) {
        std::uint32_t data = 0;
        EXPECT_EQ(vic.read(address, {}, data), response::ok) << std::hex << address;
        return data;
    }
    void write(std::uint32_t address, std::uint32_t data) {
        EXPECT_EQ(vic.write(address, {}, data), response::ok) << std::hex << address;
    }
    std::uint32_t peek(std::uint32_t address) const {
        std::uint32_t data = 0;
        EXPECT_TRUE(vic.peek(address, data)) << std::hex << address;
        return data;
    }
    static std::uint32_t handler(unsigned slot) { return 0x1000 + 0x100 * slot; }
    void give_slot(unsigned slot, unsigned line) {
        write(0x100 + 4 * slot, handler(slot));
        write(0x200 + 4 * slot, 0x20 | line);
    }
    void use_all_lines() {
        write(DEFVECTADDR, default_handler);
        write(INTENABLE, 0xFFFF'FFFF);
    }

    pl190_core vic;
};

TEST_F(pl190, reset_values) {
    for (const pmu::register_desc& r : pl190_core::registers()) {
        EXPECT_EQ(read(r.address), r.reset) << r.name;
    }
    EXPECT_FALSE(vic.irq());
    EXPECT_FALSE(vic.fiq());
}

TEST_F(pl190, identification) {
    const std::vector<std::uint32_t> expected{0x90, 0x11, 0x04, 0x00, 0x0D, 0xF0, 0x05, 0xB1};
    for (unsigned i = 0; i < expected.size(); ++i) {
        write(0xFE0 + 4 * i, 0xFFFF'FFFF);
        EXPECT_EQ(read(0xFE0 + 4 * i), expected[i]) << i;
    }
}

TEST_F(pl190, registers_are_where_the_manual_has_them) {
    const std::vector<std::pair<const char*, std::uint32_t>> expected{
        {"IRQSTATUS", IRQSTATUS},     {"FIQSTATUS", FIQSTATUS},
        {"RAWINTR", RAWINTR},         {"INTSELECT", INTSELECT},
        {"INTENABLE", INTENABLE},     {"INTENCLEAR", INTENCLEAR},
        {"SOFTINT", SOFTINT},         {"SOFTINTCLEAR", SOFTINTCLEAR},
        {"PROTECTION", PROTECTION},   {"VECTADDR", VECTADDR},
        {"DEFVECTADDR", DEFVECTADDR}, {"VECTADDR0", 0x100},
        {"VECTADDR15", 0x13C},        {"VECTCNTL0", 0x200},
        {"VECTCNTL15", 0x23C},        {"PERIPHID0", 0xFE0},
        {"PCELLID3", 0xFFC}};
    for (const auto& [name, address] : expected) {
        const pmu::register_desc* r = pl190_core::registers().find(address);
        ASSERT_NE(r, nullptr) << name;
        EXPECT_STREQ(r->name, name);
    }
}

TEST_F(pl190, every_other_word_is_an_address_error) {
    std::size_t found = 0;
    for (std::uint32_t address = 0; address < pl190_core::window_size; address += 4) {
        std::uint32_t data = 0x5A5A'5A5A;
        if (pl190_core::registers().find(address) != nullptr) {
            ++found;
            continue;
        }
        EXPECT_EQ(vic.read(address, {}, data), response::address_error) << address;
        EXPECT_EQ(vic.write(address, {}, data), response::address_error) << address;
        EXPECT_FALSE(vic.peek(address, data)) << address;
        EXPECT_FALSE(vic.poke(address, data)) << address;
        EXPECT_EQ(data, 0x5A5A'5A5AU);
    }
    EXPECT_EQ(found, 11U + 16U + 16U + 8U);
    EXPECT_EQ(vic, pl190_core());
}

TEST_F(pl190, each_line_reaches_status_and_irq_when_enabled) {
    for (unsigned line = 0; line < 32; ++line) {
        const std::uint32_t bit = 1U << line;
        vic.set_lines(bit);
        EXPECT_EQ(read(RAWINTR), bit);
        EXPECT_EQ(read(IRQSTATUS), 0U);
        EXPECT_FALSE(vic.irq());
        write(INTENABLE, bit);
        EXPECT_EQ(read(IRQSTATUS), bit);
        EXPECT_TRUE(vic.irq());
        EXPECT_FALSE(vic.fiq());
        vic.set_lines(~bit); // a level: it goes away with the line, the others are disabled
        EXPECT_EQ(read(IRQSTATUS), 0U);
        EXPECT_FALSE(vic.irq());
        write(INTENCLEAR, bit);
    }
}

TEST_F(pl190, enable_and_clear_touch_only_written_ones) {
    write(INTENABLE, 0x0000'00F0);
    write(INTENABLE, 0x0000'0F00);
    EXPECT_EQ(read(INTENABLE), 0x0000'0FF0U);
    write(INTENCLEAR, 0x0000'03C3);
    EXPECT_EQ(read(INTENABLE), 0x0000'0C30U);
    EXPECT_EQ(read(INTENCLEAR), 0U);
}

TEST_F(pl190, software_requests) {
    write(INTENABLE, 0x8000'0001);
    write(SOFTINT, 0x8000'0000);
    write(SOFTINT, 0x0000'0002);
    EXPECT_EQ(read(SOFTINT), 0x8000'0002U);
    vic.set_lines(0x0000'0001);
    EXPECT_EQ(read(RAWINTR), 0x8000'0003U);
    EXPECT_EQ(read(IRQSTATUS), 0x8000'0001U);
    vic.set_lines(0);
    EXPECT_TRUE(vic.irq());
    write(SOFTINTCLEAR, 0x8000'0000);
    EXPECT_EQ(read(SOFTINT), 0x0000'0002U);
    EXPECT_EQ(read(SOFTINTCLEAR), 0U);
    EXPECT_FALSE(vic.irq());
}

TEST_F(pl190, software_request_and_line_are_independent) {
    write(INTENABLE, 1);
    vic.set_lines(1);
    write(SOFTINT, 1);
    write(SOFTINTCLEAR, 1);
    EXPECT_TRUE(vic.irq());
}

TEST_F(pl190, select_makes_a_line_fiq) {
    use_all_lines();
    write(INTSELECT, 0x0000'0004);
    vic.set_lines(0x0000'000C);
    EXPECT_EQ(read(FIQSTATUS), 0x0000'0004U);
    EXPECT_EQ(read(IRQSTATUS), 0x0000'0008U);
    EXPECT_TRUE(vic.irq());
    EXPECT_TRUE(vic.fiq());
    vic.set_lines(0x0000'0004);
    EXPECT_FALSE(vic.irq());
    EXPECT_TRUE(vic.fiq());
    write(INTENCLEAR, 0x0000'0004);
    EXPECT_FALSE(vic.fiq());
}

TEST_F(pl190, a_fiq_has_no_vector_and_ignores_priority) {
    use_all_lines();
    give_slot(0, 2);
    write(INTSELECT, 0x0000'0004);
    vic.set_lines(0x0000'0004);
    EXPECT_EQ(read(VECTADDR), default_handler);
    write(SOFTINT, 0x0000'0001);
    EXPECT_EQ(read(VECTADDR), default_handler); // served at the lowest level now
    EXPECT_TRUE(vic.fiq());
}

TEST_F(pl190, control_keeps_source_and_enable_only) {
    for (unsigned slot = 0; slot < 16; ++slot) {
        write(0x200 + 4 * slot, 0xFFFF'FFC0 | slot);
        EXPECT_EQ(read(0x200 + 4 * slot), slot);
        write(0x200 + 4 * slot, 0xFFFF'FFFF);
        EXPECT_EQ(read(0x200 + 4 * slot), 0x3FU);
    }
}

TEST_F(pl190, every_slot_serves_every_line) {
    use_all_lines();
    for (unsigned slot = 0; slot < 16; ++slot) {
        for (unsigned line = 0; line < 32; ++line) {
            give_slot(slot, line);
            vic.set_lines(1U << line);
            EXPECT_EQ(read(VECTADDR), handler(slot)) << slot << " " << line;
            EXPECT_FALSE(vic.irq());
            write(VECTADDR, 0);
            EXPECT_TRUE(vic.irq()); // the line is still there
        }
        write(0x200 + 4 * slot, 0);
    }
}

TEST_F(pl190, a_disabled_slot_leaves_its_line_to_the_default_handler) {
    use_all_lines();
    give_slot(3, 7);
    write(0x20C, 7); // slot 3, E = 0
    vic.set_lines(1U << 7);
    EXPECT_EQ(read(VECTADDR), default_handler);
}

TEST_F(pl190, lower_slot_numbers_go_first) {
    use_all_lines();
    for (unsigned slot = 0; slot < 16; ++slot) {
        give_slot(slot, 31 - slot); // against the order of the lines
    }
    vic.set_lines(0xFFFF'FFFF);
    std::uint32_t left = 0xFFFF'FFFF;
    for (unsigned slot = 0; slot < 16; ++slot) {
        EXPECT_EQ(read(VECTADDR), handler(slot));
        left &= ~(1U << (31 - slot));
        vic.set_lines(left);
        write(VECTADDR, 0);
    }
    EXPECT_EQ(read(VECTADDR), default_handler);
}

TEST_F(pl190, a_line_in_two_slots_has_the_higher_one) {
    use_all_lines();
    give_slot(9, 4);
    give_slot(5, 4);
    vic.set_lines(1U << 4);
    EXPECT_EQ(read(VECTADDR), handler(5));
}

TEST_F(pl190, nesting_to_the_full_depth_and_back) {
    use_all_lines();
    for (unsigned slot = 0; slot < 16; ++slot) {
        give_slot(slot, slot);
    }
    vic.set_lines(1U << 20); // no slot
    EXPECT_EQ(read(VECTADDR), default_handler);
    std::uint32_t lines = 1U << 20;
    for (unsigned slot = 16; slot-- > 0;) {
        EXPECT_FALSE(vic.irq()) << slot;
        lines |= 1U << slot;
        vic.set_lines(lines);
        EXPECT_TRUE(vic.irq()) << slot;
        EXPECT_EQ(read(VECTADDR), handler(slot));
    }
    EXPECT_FALSE(vic.irq());
    for (unsigned slot = 0; slot < 16; ++slot) { // each handler quiets its source and returns
        lines &= ~(1U << slot);
        vic.set_lines(lines);
        write(VECTADDR, 0xFFFF'FFFF);
        EXPECT_FALSE(vic.irq()) << slot; // what it had interrupted goes on
        EXPECT_EQ(read(VECTADDR), slot < 15 ? handler(slot + 1) : default_handler);
    }
    write(VECTADDR, 0);
    EXPECT_TRUE(vic.irq()); // line 20
}

TEST_F(pl190, lower_and_equal_priorities_wait_for_the_end) {
    use_all_lines();
    give_slot(2, 10);
    give_slot(6, 11);
    vic.set_lines(1U << 10);
    EXPECT_EQ(read(VECTADDR), handler(2));
    vic.set_lines(1U << 10 | 1U << 11 | 1U << 30);
    EXPECT_FALSE(vic.irq());
    EXPECT_EQ(read(IRQSTATUS), 1U << 10 | 1U << 11 | 1U << 30); // status knows no priority
    EXPECT_EQ(read(VECTADDR), handler(2));                      // and nothing is entered twice
    vic.set_lines(1U << 11 | 1U << 30);
    write(VECTADDR, 0);
    EXPECT_TRUE(vic.irq());
    EXPECT_EQ(read(VECTADDR), handler(6));
    vic.set_lines(1U << 30);
    write(VECTADDR, 0);
    EXPECT_EQ(read(VECTADDR), default_handler);
    EXPECT_FALSE(vic.irq());
}

TEST_F(pl190, lines_without_a_slot_do_not_interrupt_each_other) {
    use_all_lines();
    vic.set_lines(1U << 3);
    EXPECT_EQ(read(VECTADDR), default_handler);
    vic.set_lines(1U << 3 | 1U << 4);
    EXPECT_FALSE(vic.irq());
    give_slot(15, 4);
    EXPECT_TRUE(vic.irq());
}

TEST_F(pl190, a_handler_that_never_reads_vectaddr_is_not_masked) {
    use_all_lines();
    give_slot(0, 0);
    vic.set_lines(1);
    EXPECT_TRUE(vic.irq());
    write(VECTADDR, 0); // nothing is served: nothing to leave
    EXPECT_TRUE(vic.irq());
    vic.set_lines(0);
    EXPECT_FALSE(vic.irq());
}

TEST_F(pl190, a_spurious_read_gives_the_default_handler_and_enters_nothing) {
    use_all_lines();
    give_slot(1, 1);
    EXPECT_EQ(read(VECTADDR), default_handler);
    vic.set_lines(1U << 20);
    EXPECT_TRUE(vic.irq()); // even the lowest priority still gets through
    vic.set_lines(1U << 1);
    EXPECT_EQ(read(VECTADDR), handler(1));
    vic.set_lines(0); // gone again, while it is served
    EXPECT_EQ(read(VECTADDR), default_handler);
    vic.set_lines(1U << 20);
    EXPECT_FALSE(vic.irq());
    write(VECTADDR, 0);
    EXPECT_TRUE(vic.irq());
}

TEST_F(pl190, peek_has_no_side_effect) {
    use_all_lines();
    give_slot(4, 12);
    vic.set_lines(1U << 12);
    const pl190_core before = vic;
    for (const pmu::register_desc& r : pl190_core::registers()) {
        peek(r.address);
    }
    EXPECT_EQ(vic, before);
    EXPECT_EQ(peek(VECTADDR), handler(4));
    EXPECT_TRUE(vic.irq());
    EXPECT_EQ(read(VECTADDR), handler(4));
    EXPECT_NE(vic, before);
}

TEST_F(pl190, poke_stores_and_does_not_act) {
    use_all_lines();
    vic.set_lines(1);
    read(VECTADDR);
    const pl190_core before = vic;
    for (const std::uint32_t address :
         {IRQSTATUS, FIQSTATUS, RAWINTR, INTENCLEAR, SOFTINTCLEAR, VECTADDR, 0xFE0U}) {
        EXPECT_TRUE(vic.poke(address, 0xFFFF'FFFF));
        EXPECT_EQ(vic, before) << address;
    }
    EXPECT_TRUE(vic.poke(INTENABLE, 0x0000'00F0)); // bits can go away, too
    EXPECT_EQ(peek(INTENABLE), 0x0000'00F0U);
    EXPECT_TRUE(vic.poke(SOFTINT, 0x0000'0010));
    EXPECT_EQ(peek(IRQSTATUS), 0x0000'0010U);
    EXPECT_TRUE(vic.poke(0x200, 0xFFFF'FFFF));
    EXPECT_EQ(peek(0x200), 0x3FU);
}

TEST_F(pl190, user_mode_has_access_until_protection) {
    std::uint32_t data = 0;
    EXPECT_EQ(vic.write(INTENABLE, user, 1), response::ok);
    EXPECT_EQ(vic.read(INTENABLE, user, data), response::ok);
    EXPECT_EQ(data, 1U);
    EXPECT_EQ(vic.write(PROTECTION, user, 0xFFFF'FFFF), response::ok);
    EXPECT_EQ(read(PROTECTION), 1U);
}

TEST_F(pl190, protection_refuses_user_mode_everywhere) {
    use_all_lines();
    vic.set_lines(1);
    write(PROTECTION, 1);
    const pl190_core before = vic;
    for (const pmu::register_desc& r : pl190_core::registers()) {
        std::uint32_t data = 0x5A5A'5A5A;
        EXPECT_EQ(vic.read(r.address, user, data), response::command_error) << r.name;
        EXPECT_EQ(vic.write(r.address, user, 0), response::command_error) << r.name;
        EXPECT_EQ(data, 0x5A5A'5A5AU) << r.name;
    }
    EXPECT_EQ(vic, before);
    std::uint32_t data = 0;
    EXPECT_EQ(vic.read(0x040, user, data), response::address_error); // no register comes first
    write(PROTECTION, 0);
    EXPECT_EQ(vic.read(VECTADDR, user, data), response::ok);
}

TEST_F(pl190, security_makes_no_difference) {
    std::uint32_t data = 0;
    EXPECT_EQ(vic.write(INTENABLE, {true, false}, 5), response::ok);
    EXPECT_EQ(vic.read(INTENABLE, {true, false}, data), response::ok);
    EXPECT_EQ(data, 5U);
}

TEST_F(pl190, reset_forgets_all_but_the_lines) {
    use_all_lines();
    give_slot(0, 1);
    vic.set_lines(2);
    read(VECTADDR);
    vic.reset();
    EXPECT_FALSE(vic.irq());
    EXPECT_EQ(read(RAWINTR), 2U);
    pl190_core fresh;
    fresh.set_lines(2);
    EXPECT_EQ(vic, fresh);
}

} // namespace

} // namespace sc_test::pl190_core_test
