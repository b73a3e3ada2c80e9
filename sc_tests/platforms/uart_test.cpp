// SPDX-License-Identifier: Apache-2.0
#include <components/uart.h>
#include <platforms/bus_master.h>
#include <platforms/level_log.h>
#include <support/sc_fixture.h>

#include <sstream>
#include <string>
#include <vector>

namespace sc_test::uart_test {

namespace {

using sc_core::SC_NS;
using sc_core::sc_time;

constexpr std::uint32_t UARTDR = 0x000;
constexpr std::uint32_t UARTFR = 0x018;
constexpr std::uint32_t UARTLCR_H = 0x02C;
constexpr std::uint32_t UARTCR = 0x030;
constexpr std::uint32_t UARTIMSC = 0x038;
constexpr std::uint32_t UARTRIS = 0x03C;
constexpr std::uint32_t UARTICR = 0x044;

struct testbench : sc_core::sc_module {
    sc_core::sc_signal<bool> interrupt{"interrupt"};
    sc_test::bus_master cpu{"cpu"};
    platform::components::uart uart{"uart"};
    sc_test::level_log log{"log"};
    std::ostringstream line;

    explicit testbench(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        cpu.socket.bind(uart.socket);
        uart.UARTINTR.bind(interrupt);
        log.pin.bind(interrupt);
        uart.transmit_to(line);
    }
};

class uart_module : public sc_test::sc_fixture {
protected:
    using changes = std::vector<sc_test::level_log::entry>;

    static void run(double ns) { sc_core::sc_start(sc_time(ns, SC_NS)); }
    static sc_time at(double ns) { return {ns, SC_NS}; }
    void turn_on() {
        run(1);
        tb.cpu.write(UARTLCR_H, 0x70);
        tb.cpu.write(UARTCR, 0x301);
    }
    void print(const std::string& text) {
        for (const char c : text) {
            tb.cpu.write(UARTDR, static_cast<unsigned char>(c));
            EXPECT_EQ(tb.cpu.status, tlm::TLM_OK_RESPONSE);
        }
    }
    std::string take_all() {
        std::string text;
        while ((tb.cpu.read(UARTFR) & 0x10) == 0) {
            text += static_cast<char>(tb.cpu.read(UARTDR));
        }
        return text;
    }

    testbench tb{"tb"};
};

TEST_F(uart_module, what_is_written_goes_to_the_line_at_once) {
    turn_on();
    print("hello, world\n\xFF");
    EXPECT_EQ(tb.line.str(), "hello, world\n\xFF");
    EXPECT_EQ(tb.cpu.read(UARTFR) & 0xF8, 0x90U); // nothing is left, and it is not busy
}

TEST_F(uart_module, what_is_written_before_it_is_on_waits) {
    run(1);
    tb.cpu.write(UARTLCR_H, 0x70);
    print("early");
    EXPECT_EQ(tb.line.str(), "");
    EXPECT_EQ(tb.uart.unsent(), 5U);
    tb.cpu.write(UARTCR, 0x301);
    EXPECT_EQ(tb.line.str(), "early");
    EXPECT_EQ(tb.uart.unsent(), 0U);
}

TEST_F(uart_module, can_begin_as_boot_code_leaves_it) {
    tb.uart.turn_on();
    run(1);
    print("hello, world\n"); // and nothing before that
    EXPECT_EQ(tb.line.str(), "hello, world\n");
    EXPECT_EQ(tb.cpu.read(UARTLCR_H), 0x70U);
    EXPECT_EQ(tb.cpu.read(UARTCR), 0x301U);
    // 24 MHz / (16 * 38400) = 39.0625, and 4 / 64 is 0.0625
    EXPECT_EQ(tb.cpu.read(0x024), 39U);
    EXPECT_EQ(tb.cpu.read(0x028), 4U);
}

TEST_F(uart_module, the_other_end_waits_for_room) {
    turn_on();
    const std::string text = "the quick brown fox jumps over the lazy dog";
    tb.uart.receive(text);
    EXPECT_EQ(tb.uart.waiting(), text.size() - 16);
    EXPECT_EQ(take_all(), text);
    EXPECT_EQ(tb.uart.waiting(), 0U);
    EXPECT_EQ(tb.cpu.read(UARTRIS) & 0x400, 0U); // no overrun
}

TEST_F(uart_module, the_other_end_waits_for_the_receiver) {
    run(1);
    tb.uart.receive("a");
    EXPECT_EQ(tb.cpu.read(UARTFR) & 0x10, 0x10U);
    tb.cpu.write(UARTCR, 0x301);
    EXPECT_EQ(tb.cpu.read(UARTDR), static_cast<std::uint32_t>('a'));
}

TEST_F(uart_module, what_arrives_interrupts_until_it_is_read) {
    turn_on();
    tb.cpu.write(UARTIMSC, 0x50); // receive, receive timeout
    run(9);
    tb.uart.receive("x"); // one alone is a timeout
    run(10);
    EXPECT_EQ(tb.cpu.read(UARTRIS), 0x40U);
    tb.cpu.read(UARTDR);
    run(10);
    tb.uart.receive("0123456789abcdefghi");
    run(10);
    EXPECT_EQ(tb.cpu.read(UARTRIS), 0x10U); // more is to come
    EXPECT_EQ(take_all(), "0123456789abcdefghi");
    run(10);
    EXPECT_EQ(tb.log.changes,
              (changes{{at(10), true}, {at(20), false}, {at(30), true}, {at(40), false}}));
}

TEST_F(uart_module, the_interrupt_changes_at_the_time_of_the_access) {
    turn_on();
    tb.cpu.delay = at(99);
    tb.cpu.write(UARTIMSC, 0x20);
    print("a");
    tb.cpu.delay = at(199);
    tb.cpu.write(UARTICR, 0x20);
    EXPECT_EQ(tb.cpu.delay, at(199));
    run(300);
    EXPECT_EQ(tb.log.changes, (changes{{at(100), true}, {at(200), false}}));
}

TEST_F(uart_module, bytes_and_halfwords_are_the_low_bits) {
    turn_on();
    tb.cpu.word = 0x1234'5641;
    tb.cpu.prepare(tlm::TLM_WRITE_COMMAND, UARTDR).set_data_length(1);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_OK_RESPONSE);
    tb.cpu.word = 0x1234'0042;
    tb.cpu.prepare(tlm::TLM_WRITE_COMMAND, UARTDR).set_data_length(2);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(tb.line.str(), "AB");
    tb.cpu.word = 0xFFFF'FFFF;
    tb.cpu.prepare(tlm::TLM_WRITE_COMMAND, UARTIMSC).set_data_length(1);
    tb.cpu.send();
    EXPECT_EQ(tb.cpu.read(UARTIMSC), 0xFFU); // what is not written is 0
    tb.cpu.word = 0x5A5A'5A5A;
    tb.cpu.prepare(tlm::TLM_READ_COMMAND, UARTCR).set_data_length(2);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(tb.cpu.word, 0x5A5A'0301U);
    tb.cpu.prepare(tlm::TLM_READ_COMMAND, UARTCR).set_data_length(1);
    tb.cpu.send();
    EXPECT_EQ(tb.cpu.word, 0x5A5A'0301U);
    tb.uart.receive("z");
    for (const std::uint32_t address : {1U, 2U, 0xFFFU}) { // no register begins there
        tb.cpu.prepare(tlm::TLM_READ_COMMAND, address).set_data_length(1);
        EXPECT_NE(tb.cpu.send(), tlm::TLM_OK_RESPONSE) << address;
    }
    tb.cpu.prepare(tlm::TLM_READ_COMMAND, 0x008).set_data_length(1);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    tb.cpu.prepare(tlm::TLM_READ_COMMAND, 0x1000).set_data_length(1);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(tb.cpu.read(UARTDR), static_cast<std::uint32_t>('z')); // nobody has taken it
}

TEST_F(uart_module, a_debugger_takes_no_character) {
    turn_on();
    tb.uart.receive("a");
    EXPECT_EQ(tb.cpu.peek(UARTDR), 4U);
    EXPECT_EQ(tb.cpu.word, static_cast<std::uint32_t>('a'));
    EXPECT_EQ(tb.cpu.poke(UARTDR, 'x'), 4U);
    EXPECT_EQ(tb.line.str(), "");
    EXPECT_EQ(tb.cpu.poke(UARTIMSC, 0x40), 4U);
    run(1);
    EXPECT_TRUE(tb.interrupt.read());
    EXPECT_EQ(tb.cpu.read(UARTDR), static_cast<std::uint32_t>('a'));
}

class uart_alone : public sc_test::sc_fixture {};

TEST_F(uart_alone, needs_neither_a_line_nor_its_interrupt) {
    sc_test::bus_master cpu{"cpu"};
    platform::components::uart uart{"uart"};
    cpu.socket.bind(uart.socket);
    uart.turn_on();
    uart.receive("before the start");
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    cpu.write(UARTDR, 'x');
    EXPECT_EQ(cpu.status, tlm::TLM_OK_RESPONSE);
    cpu.write(UARTIMSC, 0x7FF);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    EXPECT_TRUE(uart.UARTINTR.read());
    EXPECT_EQ(cpu.read(UARTDR), static_cast<std::uint32_t>('b'));
}

} // namespace

} // namespace sc_test::uart_test
