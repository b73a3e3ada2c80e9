// SPDX-License-Identifier: Apache-2.0
#include <components/dual_timer.h>
#include <platforms/bus_master.h>
#include <platforms/level_log.h>
#include <support/sc_fixture.h>

#include <array>
#include <vector>

namespace sc_test::dual_timer_test {

namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_US;
using sc_core::SC_ZERO_TIME;

constexpr std::uint32_t LOAD = 0x00;
constexpr std::uint32_t VALUE = 0x04;
constexpr std::uint32_t CONTROL = 0x08;
constexpr std::uint32_t INTCLR = 0x0C;
constexpr std::uint32_t RIS = 0x10;
constexpr std::uint32_t second = 0x20;
constexpr std::uint32_t ticking = 0xE2; ///< enabled, periodic, interrupt, 32 bits

struct testbench : sc_core::sc_module {
    sc_core::sc_signal<bool> timint1{"timint1"};
    sc_core::sc_signal<bool> timintc{"timintc"};
    sc_test::bus_master cpu{"cpu"};
    platform::components::dual_timer timer{"timer"};
    sc_test::level_log first{"first"};
    sc_test::level_log combined{"combined"};

    explicit testbench(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        cpu.socket.bind(timer.socket);
        timer.TIMINT1.bind(timint1);
        timer.TIMINTC.bind(timintc);
        first.pin.bind(timint1);
        combined.pin.bind(timintc);
    }
};

class dual_timer_module : public sc_test::sc_fixture {
protected:
    using changes = std::vector<sc_test::level_log::entry>;

    static void run(double us) { sc_core::sc_start(sc_time(us, SC_US)); }
    static sc_time at(double us) { return {us, SC_US}; }
    void start(std::uint32_t timer, std::uint32_t load) {
        tb.cpu.write(timer + CONTROL, ticking);
        tb.cpu.write(timer + LOAD, load);
        EXPECT_EQ(tb.cpu.status, tlm::TLM_OK_RESPONSE);
    }

    testbench tb{"tb"};
};

// Edges of TIMCLK come at 1, 2, 3 us; the first after the write takes the load over.
TEST_F(dual_timer_module, interrupts_at_the_edge_at_which_the_count_is_over) {
    run(0.5);
    start(0, 10);
    run(40);
    EXPECT_EQ(tb.first.changes, (changes{{at(11), true}}));
    EXPECT_EQ(tb.combined.changes, tb.first.changes);
    tb.cpu.write(INTCLR, 0);
    run(10);
    EXPECT_EQ(tb.first.changes,
              (changes{{at(11), true}, {at(40.5), false}, {at(41), true}})); // not at 21 or 31
}

TEST_F(dual_timer_module, a_value_is_that_of_the_time_of_the_access) {
    run(0.5);
    start(0, 1000);
    EXPECT_EQ(tb.cpu.read(VALUE), 1000U);
    run(1);
    EXPECT_EQ(tb.cpu.read(VALUE), 1000U);
    run(1);
    EXPECT_EQ(tb.cpu.read(VALUE), 999U);
    run(900.5); // at 903, whose edge comes before
    EXPECT_EQ(tb.cpu.read(VALUE), 98U);
}

TEST_F(dual_timer_module, an_access_with_a_delay_sees_the_time_of_its_effect) {
    run(0.5);
    start(0, 1000);
    tb.cpu.delay = at(500.5);
    EXPECT_EQ(tb.cpu.read(VALUE), 500U); // at 501
    EXPECT_EQ(tb.cpu.delay, at(500.5));
    tb.cpu.delay = at(1000.5);
    EXPECT_EQ(tb.cpu.read(RIS), 1U); // at 1001
    EXPECT_EQ(sc_core::sc_time_stamp(), at(0.5));
    tb.cpu.delay = at(200.5); // of another initiator: that has passed
    EXPECT_EQ(tb.cpu.read(VALUE), 1000U);
    run(1000);
    EXPECT_FALSE(tb.timint1.read());
    run(1);
    EXPECT_EQ(tb.first.changes, (changes{{at(1001), true}}));
}

// The initiator is ahead of time: it starts the timer, and clears the interrupt, in the future.
TEST_F(dual_timer_module, outputs_change_at_the_time_of_the_access) {
    tb.cpu.delay = at(100.5);
    start(0, 10);
    tb.cpu.delay = at(115.5);
    tb.cpu.write(INTCLR, 0);
    tb.cpu.delay = at(125.5);
    tb.cpu.write(INTCLR, 0);
    run(130);
    EXPECT_EQ(tb.first.changes,
              (changes{{at(111), true}, {at(115.5), false}, {at(121), true}, {at(125.5), false}}));
    run(3);
    EXPECT_EQ(tb.first.changes.back(), (sc_test::level_log::entry{at(131), true}));
}

TEST_F(dual_timer_module, a_one_shot_of_0_interrupts_when_it_is_enabled) {
    constexpr std::uint32_t one_shot = 0xA3; ///< enabled, interrupt, 32 bits, OneShot
    run(0.5);
    tb.cpu.write(LOAD, 0);
    run(3);
    EXPECT_TRUE(tb.first.changes.empty());
    tb.cpu.write(CONTROL, one_shot);
    run(1);
    tb.cpu.write(INTCLR, 0);
    run(10);
    EXPECT_EQ(tb.first.changes, (changes{{at(3.5), true}, {at(4.5), false}}));
    EXPECT_EQ(tb.combined.changes, tb.first.changes);
}

TEST_F(dual_timer_module, either_timer_raises_the_combined_interrupt) {
    run(0.5);
    start(second, 3);
    start(0, 5);
    run(4);
    EXPECT_TRUE(tb.timintc.read());
    EXPECT_FALSE(tb.timint1.read());
    run(2);
    tb.cpu.write(second + INTCLR, 0);
    run(0.1);
    EXPECT_TRUE(tb.timintc.read());
    tb.cpu.write(INTCLR, 0);
    run(0.1);
    EXPECT_EQ(tb.combined.changes, (changes{{at(4), true}, {at(6.6), false}}));
}

// Nothing is left in the kernel's queue: a CPU that waits can tell that nothing will come.
TEST_F(dual_timer_module, a_timer_that_cannot_interrupt_leaves_nothing_pending) {
    run(0.5);
    EXPECT_FALSE(sc_core::sc_pending_activity());
    tb.cpu.write(CONTROL, 0xC2); // without its interrupt
    tb.cpu.write(LOAD, 10);
    run(50);
    EXPECT_FALSE(sc_core::sc_pending_activity());
    tb.cpu.write(INTCLR, 0);
    tb.cpu.write(CONTROL, ticking);
    run(0.1);
    EXPECT_TRUE(sc_core::sc_pending_activity());
    run(20);
    EXPECT_TRUE(tb.timint1.read());
    EXPECT_FALSE(sc_core::sc_pending_activity());
}

// Its wake-up comes nearer in a few steps: see alarm.
TEST_F(dual_timer_module, an_hour_takes_next_to_no_process) {
    run(0.5);
    start(0, 3'600'000'000U);
    sc_core::sc_start(sc_time(3600, sc_core::SC_SEC));
    EXPECT_EQ(tb.cpu.read(VALUE), 1U);
    run(1);
    EXPECT_TRUE(tb.timint1.read());
    EXPECT_LT(sc_core::sc_delta_count(), 1000U);
}

TEST_F(dual_timer_module, words_only) {
    run(0.5);
    std::array<unsigned char, 4> some{0xFF, 0xFF, 0xFF, 0x00};
    tb.cpu.prepare(tlm::TLM_READ_COMMAND, VALUE).set_data_length(2);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_BURST_ERROR_RESPONSE);
    tlm::tlm_generic_payload& p = tb.cpu.prepare(tlm::TLM_READ_COMMAND, VALUE);
    p.set_byte_enable_ptr(some.data());
    p.set_byte_enable_length(4);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    tb.cpu.read(0x1000);
    EXPECT_EQ(tb.cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    tb.cpu.read(0x1C);
    EXPECT_EQ(tb.cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    tb.cpu.prepare(tlm::TLM_IGNORE_COMMAND, 0x9999);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_OK_RESPONSE);
    tlm::tlm_dmi dmi;
    EXPECT_FALSE(tb.cpu.socket->get_direct_mem_ptr(tb.cpu.prepare(tlm::TLM_READ_COMMAND, 0), dmi));
}

TEST_F(dual_timer_module, a_debugger_sees_the_count_of_now_and_changes_nothing) {
    run(0.5);
    start(0, 10);
    run(8);
    EXPECT_EQ(tb.cpu.peek(VALUE), 4U);
    EXPECT_EQ(tb.cpu.word, 3U); // at 8.5: seven edges after the load
    run(3);
    EXPECT_TRUE(tb.timint1.read());
    EXPECT_EQ(tb.cpu.poke(INTCLR, 1), 4U);
    EXPECT_EQ(tb.cpu.poke(CONTROL, 0), 4U); // but this reaches the output
    run(0.1);
    EXPECT_FALSE(tb.timint1.read());
    EXPECT_EQ(tb.cpu.read(RIS), 1U);
}

class dual_timer_alone : public sc_test::sc_fixture {};

TEST_F(dual_timer_alone, has_a_clock_of_its_own_and_open_outputs) {
    sc_test::bus_master cpu{"cpu"};
    platform::components::dual_timer timer{"timer", sc_time(7, SC_NS)};
    cpu.socket.bind(timer.socket);
    sc_core::sc_start(SC_ZERO_TIME);
    cpu.write(CONTROL, ticking);
    cpu.write(LOAD, 100);
    sc_core::sc_start(sc_time(7 * 101, SC_NS) - sc_time(1, sc_core::SC_PS));
    EXPECT_EQ(cpu.read(VALUE), 1U);
    sc_core::sc_start(sc_time(1, SC_NS));
    EXPECT_TRUE(timer.TIMINTC.read());
}

} // namespace

} // namespace sc_test::dual_timer_test
