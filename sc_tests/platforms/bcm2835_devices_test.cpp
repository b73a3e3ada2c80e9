// SPDX-License-Identifier: Apache-2.0
#include <components/bcm2835_interrupt_controller.h>
#include <components/bcm2835_system_timer.h>
#include <components/router.h>
#include <platforms/bus_master.h>
#include <platforms/level_log.h>
#include <support/sc_fixture.h>

#include <vector>

namespace sc_test::bcm2835_devices_test {

namespace {

using sc_core::sc_time;
using sc_core::SC_US;

// Where the BCM2835 has them.
constexpr std::uint64_t timer_base = 0x2000'3000;
constexpr std::uint64_t controller_base = 0x2000'B200;

/// The timer's channels are GPU IRQ 0 to 3.
struct testbench : sc_core::sc_module {
    sc_core::sc_vector<sc_core::sc_signal<bool>> matches{"match", 4};
    sc_core::sc_signal<bool> uart_irq{"uart_irq"};
    sc_core::sc_signal<bool> mailbox_irq{"mailbox_irq"};
    sc_core::sc_signal<bool> irq{"irq_level"};
    sc_core::sc_signal<bool> fiq{"fiq_level"};
    sc_test::bus_master cpu{"cpu"};
    platform::components::router bus{"bus"};
    platform::components::bcm2835_system_timer timer{"timer"};
    platform::components::bcm2835_interrupt_controller controller{"controller"};
    sc_test::level_log log{"log"};

    explicit testbench(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        cpu.socket.bind(bus.socket);
        bus.map(timer_base, 0x1000, timer.socket);
        bus.map(controller_base, 0x200, controller.socket);
        for (unsigned n = 0; n < 4; ++n) {
            timer.irq[n].bind(matches[n]);
            controller.irq_in[n].bind(matches[n]);
        }
        controller.irq_in[57].bind(uart_irq);
        controller.irq_in[65].bind(mailbox_irq);
        controller.irq.bind(irq);
        controller.fiq.bind(fiq);
        log.pin.bind(irq);
    }
};

class bcm2835_devices : public sc_test::sc_fixture {
protected:
    using changes = std::vector<sc_test::level_log::entry>;

    static void run(double us) { sc_core::sc_start(sc_time(us, SC_US)); }
    static sc_time at(double us) { return {us, SC_US}; }
    std::uint32_t timer(std::uint32_t offset) { return tb.cpu.read(timer_base + offset); }
    void set_timer(std::uint32_t offset, std::uint32_t value) {
        tb.cpu.write(timer_base + offset, value);
        EXPECT_EQ(tb.cpu.status, tlm::TLM_OK_RESPONSE);
    }
    std::uint32_t controller(std::uint32_t offset) { return tb.cpu.read(controller_base + offset); }
    void set_controller(std::uint32_t offset, std::uint32_t value) {
        tb.cpu.write(controller_base + offset, value);
        EXPECT_EQ(tb.cpu.status, tlm::TLM_OK_RESPONSE);
    }

    testbench tb{"tb"};
};

TEST_F(bcm2835_devices, a_match_is_an_interrupt_until_it_is_cleared) {
    run(100.5);
    set_controller(0x10, 1U << 3);
    EXPECT_EQ(timer(0x04), 100U);
    set_timer(0x18, 100 + 50);
    set_timer(0x10, 100 + 20); // not enabled
    run(60);
    EXPECT_EQ(timer(0x00), 0xAU);
    EXPECT_EQ(controller(0x04), 1U << 3);
    EXPECT_EQ(controller(0x00), 1U << 8);
    set_timer(0x00, 1U << 3);
    run(1);
    EXPECT_EQ(timer(0x00), 0x2U);
    EXPECT_EQ(tb.log.changes, (changes{{at(150), true}, {at(160.5), false}}));
}

TEST_F(bcm2835_devices, the_counter_is_that_of_the_time_of_the_access) {
    run(10.5);
    tb.cpu.delay = at(5'000'000'000.0);
    EXPECT_EQ(timer(0x04), 5'000'000'010U - (1ULL << 32));
    EXPECT_EQ(timer(0x08), 1U);
    EXPECT_EQ(tb.cpu.delay, at(5'000'000'000.0));
    EXPECT_EQ(sc_core::sc_time_stamp(), at(10.5));
}

TEST_F(bcm2835_devices, a_match_ahead_of_time_is_an_interrupt_at_its_own) {
    run(0.5);
    set_controller(0x10, 1);
    tb.cpu.delay = at(10);
    set_timer(0x0C, 30);
    tb.cpu.delay = at(50);
    EXPECT_EQ(timer(0x00), 1U);
    set_timer(0x00, 1);
    run(100);
    EXPECT_EQ(tb.log.changes, (changes{{at(30), true}, {at(50.5), false}}));
}

TEST_F(bcm2835_devices, every_kind_of_line_reaches_irq) {
    run(1);
    set_controller(0x14, 1U << 25);
    tb.uart_irq.write(true);
    run(1);
    EXPECT_TRUE(tb.irq.read());
    EXPECT_EQ(controller(0x00), 1U << 19);
    EXPECT_EQ(controller(0x08), 1U << 25);
    set_controller(0x20, 1U << 25);
    run(1);
    EXPECT_FALSE(tb.irq.read());
    tb.mailbox_irq.write(true);
    set_controller(0x18, 2);
    run(1);
    EXPECT_TRUE(tb.irq.read());
    EXPECT_EQ(controller(0x00), 2U);
    EXPECT_FALSE(tb.fiq.read());
    set_controller(0x24, 2);
    set_controller(0x0C, 0x80 | 65);
    run(1);
    EXPECT_FALSE(tb.irq.read());
    EXPECT_TRUE(tb.fiq.read());
}

TEST_F(bcm2835_devices, a_debugger_changes_outputs_but_clears_nothing) {
    run(1);
    tb.uart_irq.write(true);
    EXPECT_EQ(tb.cpu.poke(controller_base + 0x14, 1U << 25), 4U);
    run(1);
    EXPECT_TRUE(tb.irq.read());
    EXPECT_EQ(tb.cpu.peek(controller_base + 0x08), 4U);
    EXPECT_EQ(tb.cpu.word, 1U << 25);
    EXPECT_EQ(tb.cpu.peek(timer_base + 0x04), 4U);
    EXPECT_EQ(tb.cpu.word, 2U);
    EXPECT_EQ(tb.cpu.peek(controller_base + 0x28), 0U);
    EXPECT_EQ(tb.cpu.poke(timer_base + 0x00, 4), 4U);
    run(1);
    EXPECT_TRUE(tb.matches[2].read());
}

} // namespace

} // namespace sc_test::bcm2835_devices_test
