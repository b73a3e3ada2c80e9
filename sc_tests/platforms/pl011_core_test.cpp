// SPDX-License-Identifier: Apache-2.0
// Expected values: ARM DDI 0183, chapter 3 (registers) and section 2.4 (FIFOs, interrupts), r1p4.
#include <components/pl011_core.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sc_test::pl011_core_test {

namespace {

using platform::components::pl011_core;
using pmu::response;

constexpr std::uint32_t UARTDR = 0x000;
constexpr std::uint32_t UARTRSR = 0x004;
constexpr std::uint32_t UARTFR = 0x018;
constexpr std::uint32_t UARTIBRD = 0x024;
constexpr std::uint32_t UARTFBRD = 0x028;
constexpr std::uint32_t UARTLCR_H = 0x02C;
constexpr std::uint32_t UARTCR = 0x030;
constexpr std::uint32_t UARTIFLS = 0x034;
constexpr std::uint32_t UARTIMSC = 0x038;
constexpr std::uint32_t UARTRIS = 0x03C;
constexpr std::uint32_t UARTMIS = 0x040;
constexpr std::uint32_t UARTICR = 0x044;
constexpr std::uint32_t UARTDMACR = 0x048;

// UARTFR
constexpr std::uint32_t TXFE = 0x80;
constexpr std::uint32_t RXFF = 0x40;
constexpr std::uint32_t TXFF = 0x20;
constexpr std::uint32_t RXFE = 0x10;
constexpr std::uint32_t BUSY = 0x08;
constexpr std::uint32_t modem_flags = 0x107;

// UARTRIS
constexpr std::uint32_t OE = 0x400;
constexpr std::uint32_t RT = 0x40;
constexpr std::uint32_t TX = 0x20;
constexpr std::uint32_t RX = 0x10;

constexpr std::uint32_t fifos = 0x70; ///< UARTLCR_H: FEN, eight bits
constexpr std::uint32_t on = 0x301;   ///< UARTCR: RXE, TXE, UARTEN

class pl011 : public testing::Test {
protected:
    std::uint32_t read(std::uint32_t address) {
        std::uint32_t data = 0;
        EXPECT_EQ(uart.read(address, {}, data), response::ok) << std::hex << address;
        return data;
    }
    void write(std::uint32_t address, std::uint32_t data) {
        EXPECT_EQ(uart.write(address, {}, data), response::ok) << std::hex << address;
    }
    std::uint32_t flags() { return read(UARTFR) & ~modem_flags; }
    void turn_on(std::uint32_t line_control) {
        write(UARTLCR_H, line_control);
        write(UARTCR, on);
    }
    /// What leaves now.
    std::string sent() {
        std::string text;
        while (uart.is_sending()) {
            text += static_cast<char>(uart.send());
        }
        return text;
    }

    pl011_core uart;
};

// --- registers -----------------------------------------------------------------------------------

TEST_F(pl011, reset_values) {
    const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected{
        {UARTRSR, 0},   {0x020, 0},      {UARTIBRD, 0},    {UARTFBRD, 0},
        {UARTLCR_H, 0}, {UARTCR, 0x300}, {UARTIFLS, 0x12}, {UARTIMSC, 0},
        {UARTRIS, 0},   {UARTMIS, 0},    {UARTICR, 0},     {UARTDMACR, 0}};
    for (const auto& [address, value] : expected) {
        EXPECT_EQ(read(address), value) << std::hex << address;
    }
    EXPECT_EQ(flags(), TXFE | RXFE);
    EXPECT_FALSE(uart.driven().UARTINTR);
}

TEST_F(pl011, identification) {
    const std::vector<std::uint32_t> expected{0x11, 0x10, 0x24, 0x00, 0x0D, 0xF0, 0x05, 0xB1};
    for (unsigned i = 0; i < expected.size(); ++i) {
        write(0xFE0 + 4 * i, 0xFFFF'FFFF);
        EXPECT_EQ(read(0xFE0 + 4 * i), expected[i]) << i;
    }
}

TEST_F(pl011, registers_are_where_the_manual_has_them) {
    const std::vector<std::pair<const char*, std::uint32_t>> expected{
        {"UARTDR", UARTDR},       {"UARTRSR", UARTRSR},     {"UARTFR", UARTFR},
        {"UARTILPR", 0x020},      {"UARTIBRD", UARTIBRD},   {"UARTFBRD", UARTFBRD},
        {"UARTLCR_H", UARTLCR_H}, {"UARTCR", UARTCR},       {"UARTIFLS", UARTIFLS},
        {"UARTIMSC", UARTIMSC},   {"UARTRIS", UARTRIS},     {"UARTMIS", UARTMIS},
        {"UARTICR", UARTICR},     {"UARTDMACR", UARTDMACR}, {"UARTPeriphID0", 0xFE0},
        {"UARTPCellID3", 0xFFC}};
    for (const auto& [name, address] : expected) {
        const pmu::register_desc* r = pl011_core::registers().find(address);
        ASSERT_NE(r, nullptr) << name;
        EXPECT_STREQ(r->name, name);
    }
}

TEST_F(pl011, stored_bits) {
    const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected{
        {0x020, 0xFF},    {UARTIBRD, 0xFFFF}, {UARTFBRD, 0x3F},  {UARTLCR_H, 0xFF},
        {UARTCR, 0xFF87}, {UARTIFLS, 0x3F},   {UARTIMSC, 0x7FF}, {UARTDMACR, 7}};
    for (const auto& [address, bits] : expected) {
        write(address, 0xFFFF'FFFF);
        EXPECT_EQ(read(address), bits) << std::hex << address;
    }
}

TEST_F(pl011, every_other_word_is_an_address_error) {
    std::size_t found = 0;
    const pl011_core before = uart;
    for (std::uint32_t address = 0; address < pl011_core::window_size; address += 4) {
        std::uint32_t data = 0x5A5A'5A5A;
        if (pl011_core::registers().find(address) != nullptr) {
            ++found;
            continue;
        }
        EXPECT_EQ(uart.read(address, {}, data), response::address_error) << address;
        EXPECT_EQ(uart.write(address, {}, data), response::address_error) << address;
        EXPECT_FALSE(uart.peek(address, data)) << address;
        EXPECT_FALSE(uart.poke(address, data)) << address;
        EXPECT_EQ(data, 0x5A5A'5A5AU);
    }
    EXPECT_EQ(found, 14U + 8U);
    EXPECT_EQ(uart, before);
}

TEST_F(pl011, read_only_registers_ignore_writes) {
    const pl011_core before = uart;
    for (const std::uint32_t address : {UARTFR, UARTRIS, UARTMIS, 0xFE0U}) {
        write(address, 0xFFFF'FFFF);
    }
    EXPECT_EQ(uart, before);
}

TEST_F(pl011, every_mode_has_access) {
    std::uint32_t data = 0;
    EXPECT_EQ(uart.write(UARTIMSC, {false, false}, 0x10), response::ok);
    EXPECT_EQ(uart.read(UARTIMSC, {false, false}, data), response::ok);
    EXPECT_EQ(data, 0x10U);
}

// --- sending -------------------------------------------------------------------------------------

TEST_F(pl011, characters_leave_in_order) {
    turn_on(fifos);
    for (const char c : std::string("hello")) {
        write(UARTDR, 0xFFFF'FF00U | static_cast<unsigned char>(c)); // only eight bits are sent
    }
    EXPECT_EQ(sent(), "hello");
    EXPECT_EQ(flags(), TXFE | RXFE);
}

TEST_F(pl011, nothing_leaves_while_it_is_off) {
    write(UARTLCR_H, fifos);
    write(UARTDR, 'x');
    for (const std::uint32_t control : {0x300U, 0x201U}) { // UARTEN 0, TXE 0
        write(UARTCR, control);
        EXPECT_FALSE(uart.is_sending());
        EXPECT_EQ(flags(), BUSY | RXFE);
        EXPECT_EQ(uart.unsent(), 1U);
    }
    write(UARTCR, 0x101);
    EXPECT_EQ(sent(), "x");
    EXPECT_EQ(uart.unsent(), 0U);
}

TEST_F(pl011, the_transmit_fifo_has_16_characters) {
    write(UARTLCR_H, fifos);
    for (unsigned i = 0; i < 16; ++i) {
        EXPECT_EQ(flags() & TXFF, 0U) << i;
        write(UARTDR, 'a' + i);
    }
    EXPECT_EQ(flags(), TXFF | BUSY | RXFE);
    write(UARTDR, 'q'); // lost
    write(UARTCR, on);
    EXPECT_EQ(sent(), "abcdefghijklmnop");
}

TEST_F(pl011, without_fifos_there_is_room_for_one) {
    write(UARTDR, 'a');
    EXPECT_EQ(flags(), TXFF | BUSY | RXFE);
    write(UARTDR, 'b'); // lost
    write(UARTCR, on);
    EXPECT_EQ(sent(), "a");
}

TEST_F(pl011, the_transmit_interrupt_comes_at_the_trigger_level) {
    const std::vector<std::size_t> levels{2, 4, 8, 12, 14}; // of 16: 1/8, 1/4, 1/2, 3/4, 7/8
    for (std::uint32_t select = 0; select < levels.size(); ++select) {
        uart = pl011_core();
        write(UARTLCR_H, fifos);
        write(UARTIFLS, select);
        for (unsigned i = 0; i < 16; ++i) {
            write(UARTDR, i);
        }
        write(UARTCR, on);
        for (std::size_t left = 16; left-- != 0;) {
            uart.send();
            EXPECT_EQ(read(UARTRIS), left <= levels[select] ? TX : 0U) << select << " " << left;
        }
    }
}

TEST_F(pl011, an_empty_fifo_alone_raises_no_transmit_interrupt) {
    turn_on(fifos);
    write(UARTIMSC, TX);
    EXPECT_EQ(read(UARTRIS), 0U);
    EXPECT_FALSE(uart.driven().UARTINTR);
}

TEST_F(pl011, the_transmit_interrupt_ends_when_it_is_cleared_or_the_fifo_filled) {
    turn_on(fifos);
    write(UARTDR, 'a');
    sent();
    EXPECT_EQ(read(UARTRIS), TX);
    write(UARTICR, TX);
    EXPECT_EQ(read(UARTRIS), 0U);
    write(UARTDR, 'b');
    sent();
    for (unsigned i = 0; i < 8; ++i) { // up to the trigger level of 1/2
        write(UARTDR, i);
        EXPECT_EQ(read(UARTRIS), TX) << i;
    }
    write(UARTDR, 'c');
    EXPECT_EQ(read(UARTRIS), 0U);
}

TEST_F(pl011, without_fifos_a_write_ends_the_transmit_interrupt) {
    turn_on(0x60);
    write(UARTDR, 'a');
    EXPECT_EQ(read(UARTRIS), 0U);
    sent();
    EXPECT_EQ(read(UARTRIS), TX);
    write(UARTDR, 'b');
    EXPECT_EQ(read(UARTRIS), 0U);
}

TEST_F(pl011, cts_holds_characters_back_if_it_is_to) {
    turn_on(fifos);
    uart.set_modem(0);
    write(UARTDR, 'a');
    EXPECT_TRUE(uart.is_sending());
    write(UARTCR, 0x8000 | on);
    EXPECT_FALSE(uart.is_sending());
    uart.set_modem(1);
    EXPECT_EQ(sent(), "a");
}

// --- receiving -----------------------------------------------------------------------------------

TEST_F(pl011, characters_arrive_in_order) {
    turn_on(fifos);
    for (unsigned i = 0; i < 16; ++i) {
        EXPECT_TRUE(uart.is_receiving());
        uart.receive('a' + i);
        EXPECT_EQ(flags() & RXFE, 0U);
    }
    EXPECT_FALSE(uart.is_receiving());
    EXPECT_EQ(flags(), TXFE | RXFF);
    for (unsigned i = 0; i < 16; ++i) {
        EXPECT_EQ(read(UARTDR), 'a' + i);
    }
    EXPECT_EQ(flags(), TXFE | RXFE);
    EXPECT_EQ(read(UARTDR), 0U);
}

TEST_F(pl011, nothing_arrives_while_it_is_off) {
    for (const std::uint32_t control : {0x300U, 0x101U}) { // UARTEN 0, RXE 0
        write(UARTCR, control);
        EXPECT_FALSE(uart.is_receiving());
        uart.receive('a');
        EXPECT_EQ(flags(), TXFE | RXFE);
    }
}

TEST_F(pl011, the_receive_interrupt_comes_and_goes_at_the_trigger_level) {
    const std::vector<std::size_t> levels{2, 4, 8, 12, 14};
    for (std::uint32_t select = 0; select < levels.size(); ++select) {
        uart = pl011_core();
        turn_on(fifos);
        write(UARTIFLS, select << 3);
        for (std::size_t count = 1; count <= 16; ++count) {
            uart.receive('a');
            EXPECT_EQ(read(UARTRIS), count >= levels[select] ? RX : 0U) << select << " " << count;
        }
        for (std::size_t count = 16; count-- != 0;) {
            read(UARTDR);
            EXPECT_EQ(read(UARTRIS), count >= levels[select] ? RX : 0U) << select << " " << count;
        }
    }
}

// "Based on a transition through a level": what was cleared comes again below it only.
TEST_F(pl011, a_cleared_receive_interrupt_waits_for_the_level) {
    turn_on(fifos);
    for (unsigned i = 0; i < 8; ++i) {
        uart.receive('a');
    }
    write(UARTICR, RX);
    uart.receive('a');
    EXPECT_EQ(read(UARTRIS), 0U);
    read(UARTDR);
    read(UARTDR);
    uart.receive('a');
    EXPECT_EQ(read(UARTRIS), RX);
}

TEST_F(pl011, without_fifos_each_character_interrupts) {
    turn_on(0x60);
    uart.receive('a');
    EXPECT_EQ(read(UARTRIS), RX);
    EXPECT_EQ(flags(), TXFE | RXFF);
    EXPECT_EQ(read(UARTDR), static_cast<std::uint32_t>('a'));
    EXPECT_EQ(read(UARTRIS), 0U);
}

TEST_F(pl011, a_silent_line_is_a_timeout_until_the_fifo_is_empty) {
    turn_on(fifos);
    uart.fall_silent();
    EXPECT_EQ(read(UARTRIS), 0U);
    uart.receive('a');
    uart.receive('b');
    uart.fall_silent();
    EXPECT_EQ(read(UARTRIS), RT);
    read(UARTDR);
    EXPECT_EQ(read(UARTRIS), RT);
    read(UARTDR);
    EXPECT_EQ(read(UARTRIS), 0U);
    uart.receive('c');
    uart.fall_silent();
    write(UARTICR, RT);
    EXPECT_EQ(read(UARTRIS), 0U);
}

TEST_F(pl011, errors_come_with_their_character) {
    turn_on(fifos);
    uart.receive(0x100 | 'a'); // framing
    uart.receive(0x200 | 'b'); // parity
    uart.receive(0x400);       // break
    uart.receive('c');
    EXPECT_EQ(read(UARTRIS), 0x380U); // BE, PE, FE
    const std::vector<std::uint32_t> words{0x161, 0x262, 0x400, 0x063};
    for (const std::uint32_t word : words) {
        EXPECT_EQ(read(UARTDR), word);
        EXPECT_EQ(read(UARTRSR), word >> 8);
    }
    uart.receive(0x100);
    read(UARTDR);
    EXPECT_EQ(read(UARTRSR), 1U);
    write(UARTRSR, 0); // UARTECR: whatever is written
    EXPECT_EQ(read(UARTRSR), 0U);
    write(UARTICR, 0x300);
    EXPECT_EQ(read(UARTRIS), 0x080U);
}

TEST_F(pl011, a_character_too_many_is_lost_and_told) {
    turn_on(fifos);
    for (unsigned i = 0; i < 17; ++i) {
        uart.receive('a' + i);
    }
    EXPECT_EQ(read(UARTRIS), OE | RX);
    EXPECT_EQ(read(UARTRSR), 8U); // at once
    EXPECT_EQ(read(UARTDR), 0x861U);
    EXPECT_EQ(read(UARTDR), 0x062U); // there is room again
    EXPECT_EQ(read(UARTRSR), 0U);
    write(UARTICR, OE);
    EXPECT_EQ(read(UARTRIS), RX);
}

TEST_F(pl011, switching_the_fifos_empties_them) {
    turn_on(fifos);
    for (unsigned i = 0; i < 9; ++i) {
        uart.receive('a');
    }
    uart.fall_silent();
    write(UARTDR, 'x');
    write(UARTLCR_H, 0x60);
    EXPECT_EQ(flags(), TXFE | RXFE);
    EXPECT_EQ(read(UARTRIS), 0U);
    uart.receive('b');
    write(UARTLCR_H, 0x62); // parity: they stay as they are
    EXPECT_EQ(read(UARTDR), static_cast<std::uint32_t>('b'));
}

// --- the interrupt, loopback, the modem ----------------------------------------------------------

TEST_F(pl011, the_mask_lets_each_interrupt_through) {
    turn_on(fifos);
    for (unsigned i = 0; i < 17; ++i) {
        uart.receive(0x700);
    }
    uart.fall_silent();
    write(UARTDR, 'x');
    sent();
    uart.set_modem(0x100); // every input changes
    ASSERT_EQ(read(UARTRIS), 0x7FFU);
    for (unsigned bit = 0; bit < 11; ++bit) {
        write(UARTIMSC, 1U << bit);
        EXPECT_EQ(read(UARTMIS), 1U << bit);
        EXPECT_TRUE(uart.driven().UARTINTR);
        write(UARTICR, 1U << bit);
        EXPECT_FALSE(uart.driven().UARTINTR) << bit;
        EXPECT_EQ(read(UARTRIS), 0x7FFU & ~((2U << bit) - 1)) << bit;
    }
}

TEST_F(pl011, loopback_receives_what_is_sent) {
    write(UARTLCR_H, fifos);
    write(UARTCR, 0x80 | on);
    write(UARTDR, 'a');
    EXPECT_FALSE(uart.is_sending());
    EXPECT_EQ(flags(), TXFE);
    EXPECT_EQ(read(UARTRIS) & (TX | RT), TX | RT);
    uart.receive('b'); // the line is cut
    EXPECT_EQ(read(UARTDR), static_cast<std::uint32_t>('a'));
    EXPECT_EQ(flags(), TXFE | RXFE);
}

TEST_F(pl011, loopback_connects_the_modem_lines) {
    EXPECT_EQ(read(UARTFR) & modem_flags, 7U); // CTS, DSR, DCD
    write(UARTCR, 0x80);
    EXPECT_EQ(read(UARTFR) & modem_flags, 0U);
    EXPECT_EQ(read(UARTRIS), 0xEU); // DSR, DCD, CTS have changed
    write(UARTICR, 0xF);
    const std::vector<std::array<std::uint32_t, 3>> wires{
        {1U << 13, 0x100, 1}, // Out2, RI
        {1U << 12, 0x004, 4}, // Out1, DCD
        {1U << 11, 0x001, 2}, // RTS, CTS
        {1U << 10, 0x002, 8}, // DTR, DSR
    };
    for (const auto& [output, input, interrupt] : wires) {
        write(UARTCR, 0x80 | output);
        EXPECT_EQ(read(UARTFR) & modem_flags, input);
        EXPECT_EQ(read(UARTRIS), interrupt);
        write(UARTCR, 0x80);
        write(UARTICR, 0xF);
    }
}

// --- debug accesses, values ----------------------------------------------------------------------

TEST_F(pl011, peek_has_no_side_effect) {
    turn_on(fifos);
    uart.receive('a');
    const pl011_core before = uart;
    for (const pmu::register_desc& r : pl011_core::registers()) {
        std::uint32_t data = 0;
        EXPECT_TRUE(uart.peek(r.address, data));
        if (r.address == UARTDR) {
            EXPECT_EQ(data, static_cast<std::uint32_t>('a'));
        }
    }
    EXPECT_EQ(uart, before);
    read(UARTDR);
    EXPECT_NE(uart, before);
}

TEST_F(pl011, poke_stores_and_does_not_act) {
    turn_on(fifos);
    uart.receive('a');
    uart.fall_silent();
    const pl011_core before = uart;
    for (const std::uint32_t address :
         {UARTDR, UARTRSR, UARTFR, UARTRIS, UARTMIS, UARTICR, 0xFE0U}) {
        EXPECT_TRUE(uart.poke(address, 0xFFFF'FFFF));
        EXPECT_EQ(uart, before) << std::hex << address;
    }
    EXPECT_TRUE(uart.poke(UARTIMSC, 0xFFFF'FFFF));
    EXPECT_EQ(read(UARTIMSC), 0x7FFU);
    EXPECT_TRUE(uart.driven().UARTINTR);
    EXPECT_TRUE(uart.poke(UARTLCR_H, 0));
    EXPECT_EQ(flags() & RXFE, 0U); // the character is still there
}

TEST_F(pl011, reset_forgets_all_but_the_modem) {
    turn_on(fifos);
    uart.set_modem(0x100);
    uart.receive('a');
    write(UARTDR, 'b');
    write(UARTIMSC, 0x7FF);
    uart.reset();
    EXPECT_EQ(read(UARTFR), 0x190U);
    EXPECT_EQ(read(UARTRIS), 0U);
    EXPECT_EQ(read(UARTCR), 0x300U);
    uart.set_modem(7);
    write(UARTICR, 0xF);
    EXPECT_EQ(uart, pl011_core());
}

} // namespace

} // namespace sc_test::pl011_core_test
