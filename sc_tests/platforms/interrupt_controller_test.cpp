// SPDX-License-Identifier: Apache-2.0
#include <components/interrupt_controller.h>
#include <components/module_processes.h>
#include <platforms/bus_master.h>
#include <support/sc_fixture.h>

#include <array>

namespace sc_test::interrupt_controller_test {

namespace {

using sc_core::SC_ZERO_TIME;

struct testbench : sc_core::sc_module {
    sc_core::sc_signal<bool> line0{"line0"};
    sc_core::sc_signal<bool> line31{"line31"};
    sc_core::sc_signal<bool> irq{"irq"};
    sc_core::sc_signal<bool> fiq{"fiq"};
    sc_test::bus_master cpu{"cpu"};
    platform::components::interrupt_controller vic{"vic"};

    explicit testbench(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        cpu.socket.bind(vic.socket);
        vic.irq_in[0].bind(line0);
        vic.irq_in[31].bind(line31);
        vic.irq.bind(irq);
        vic.fiq.bind(fiq);
    }
};

class interrupt_controller_module : public sc_test::sc_fixture {
protected:
    /// One delta cycle passes.
    static void delta() { sc_core::sc_start(SC_ZERO_TIME); }
    void start_with_enabled(std::uint32_t lines) {
        delta();
        tb.cpu.write(0x010, lines); // no line is high: nobody is woken for it
        ASSERT_EQ(tb.cpu.status, tlm::TLM_OK_RESPONSE);
    }

    testbench tb{"tb"};
};

TEST_F(interrupt_controller_module, a_line_is_a_level_that_reaches_irq_and_leaves_it) {
    start_with_enabled(0x8000'0001);
    EXPECT_FALSE(tb.irq.read());
    tb.line31.write(true);
    delta(); // the line changes
    delta(); // irq changes
    EXPECT_TRUE(tb.irq.read());
    EXPECT_FALSE(tb.fiq.read());
    EXPECT_EQ(tb.cpu.read(0x000), 0x8000'0000U);
    tb.line31.write(false);
    delta();
    delta();
    EXPECT_FALSE(tb.irq.read());
}

TEST_F(interrupt_controller_module, open_inputs_are_low) {
    tb.line0.write(true);
    delta();
    EXPECT_EQ(tb.cpu.read(0x008), 0x0000'0001U);
    EXPECT_EQ(tb.cpu.status, tlm::TLM_OK_RESPONSE);
}

TEST_F(interrupt_controller_module, an_access_sees_the_lines_of_its_own_delta) {
    struct prober : sc_core::sc_module {
        testbench& tb;
        std::uint32_t seen = 0;
        MODULE_PROCESSES(prober);
        prober(const sc_core::sc_module_name& name, testbench& bench)
            : sc_core::sc_module(name), tb(bench) {
            SC_METHOD(look);
            dont_initialize();
            sensitive << tb.line0;
        }
        void look() { seen = tb.cpu.read(0x008); }
    } probe{"probe", tb};
    delta();
    tb.line0.write(true);
    delta();
    delta();
    EXPECT_EQ(probe.seen, 1U);
}

TEST_F(interrupt_controller_module, reading_vectaddr_drops_irq_and_writing_it_brings_it_back) {
    start_with_enabled(1);
    tb.line0.write(true);
    delta();
    delta();
    ASSERT_TRUE(tb.irq.read());
    tb.cpu.write(0x034, 0x1234'5678);
    EXPECT_EQ(tb.cpu.read(0x030), 0x1234'5678U);
    delta(); // one delta after the access
    EXPECT_FALSE(tb.irq.read());
    tb.cpu.write(0x030, 0);
    delta();
    EXPECT_TRUE(tb.irq.read());
}

TEST_F(interrupt_controller_module, fiq) {
    start_with_enabled(1);
    tb.cpu.write(0x00C, 1);
    tb.line0.write(true);
    delta();
    delta();
    EXPECT_TRUE(tb.fiq.read());
    EXPECT_FALSE(tb.irq.read());
}

TEST_F(interrupt_controller_module, takes_no_time_and_keeps_the_delay) {
    start_with_enabled(0);
    tb.cpu.delay = sc_core::sc_time(70, sc_core::SC_NS);
    tb.cpu.write(0x018, 1);
    EXPECT_EQ(tb.cpu.delay, sc_core::sc_time(70, sc_core::SC_NS));
    EXPECT_EQ(tb.cpu.read(0x008), 1U);
    EXPECT_EQ(sc_core::sc_time_stamp(), SC_ZERO_TIME);
}

TEST_F(interrupt_controller_module, responses_in_the_order_of_the_checks) {
    delta();
    std::array<std::uint32_t, 2> two_words{};
    std::array<unsigned char, 4> three_bytes{0xFF, 0xFF, 0xFF, 0x00};

    tlm::tlm_generic_payload& p = tb.cpu.prepare(tlm::TLM_READ_COMMAND, 0x1000);
    p.set_data_length(2);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    tb.cpu.prepare(tlm::TLM_READ_COMMAND, 0x002).set_data_length(2);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_BURST_ERROR_RESPONSE);
    tb.cpu.prepare(tlm::TLM_READ_COMMAND, 0x000)
        .set_data_ptr(reinterpret_cast<unsigned char*>(two_words.data()));
    p.set_data_length(8);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_BURST_ERROR_RESPONSE);
    tb.cpu.prepare(tlm::TLM_READ_COMMAND, 0x000).set_streaming_width(2);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_BURST_ERROR_RESPONSE);
    tb.cpu.prepare(tlm::TLM_READ_COMMAND, 0x002).set_byte_enable_ptr(three_bytes.data());
    p.set_byte_enable_length(4);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    tb.cpu.prepare(tlm::TLM_READ_COMMAND, 0x040).set_byte_enable_ptr(three_bytes.data());
    p.set_byte_enable_length(4);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    tb.cpu.prepare(tlm::TLM_READ_COMMAND, 0x000).set_byte_enable_ptr(three_bytes.data());
    p.set_byte_enable_length(3); // repeats, all set
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_OK_RESPONSE);
    tb.cpu.read(0x040);
    EXPECT_EQ(tb.cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    tb.cpu.prepare(tlm::TLM_IGNORE_COMMAND, 0x9999'9999);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_OK_RESPONSE);
    constexpr auto no_command = static_cast<tlm::tlm_command>(3);
    tb.cpu.prepare(no_command, 0x9999'9999);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    tb.cpu.prepare(no_command, 0x040); // no register
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

// A read of VECTADDR would begin the service of an interrupt.
TEST_F(interrupt_controller_module, a_value_that_is_no_command_changes_nothing) {
    start_with_enabled(1);
    tb.line0.write(true);
    delta();
    delta();
    tb.cpu.word = 0x5A5A'5A5A;
    tb.cpu.prepare(static_cast<tlm::tlm_command>(3), 0x030);
    EXPECT_EQ(tb.cpu.send(), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(tb.cpu.word, 0x5A5A'5A5AU);
    tb.line31.write(true); // something happens
    delta();
    EXPECT_TRUE(tb.irq.read());
    EXPECT_NE(tb.cpu.read(0x030), 0x5A5A'5A5AU); // this begins the service
    delta();
    EXPECT_FALSE(tb.irq.read());
}

TEST_F(interrupt_controller_module, protection_and_the_access_attributes) {
    delta();
    tb.cpu.write(0x020, 1);
    tb.cpu.who().privileged = false;
    tb.cpu.word = 0x5A5A'5A5A;
    tb.cpu.read(0x020);
    EXPECT_EQ(tb.cpu.status, tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(tb.cpu.word, 0x5A5A'5A5AU);
    EXPECT_EQ(tb.cpu.peek(0x020), 4U); // a debugger sees it anyway
    EXPECT_EQ(tb.cpu.word, 1U);
    tb.cpu.who().privileged = true;
    EXPECT_EQ(tb.cpu.read(0x020), 1U);
}

TEST_F(interrupt_controller_module, debug_reads_have_no_side_effect) {
    start_with_enabled(1);
    tb.line0.write(true);
    delta();
    delta();
    EXPECT_EQ(tb.cpu.peek(0x030), 4U);
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_NS));
    EXPECT_TRUE(tb.irq.read());
}

TEST_F(interrupt_controller_module, debug_writes_reach_the_outputs) {
    delta();
    EXPECT_EQ(tb.cpu.poke(0x018, 0x10), 4U);
    EXPECT_EQ(tb.cpu.poke(0x010, 0x10), 4U);
    delta();
    EXPECT_TRUE(tb.irq.read());
    EXPECT_EQ(tb.cpu.poke(0x010, 0), 4U);
    delta();
    EXPECT_FALSE(tb.irq.read());
}

TEST_F(interrupt_controller_module, debug_transfers_are_bytes_of_registers) {
    delta();
    std::array<std::uint32_t, 4> words{};
    auto* bytes = reinterpret_cast<unsigned char*>(words.data());
    tlm::tlm_generic_payload& p = tb.cpu.prepare(tlm::TLM_READ_COMMAND, 0xFF0);
    p.set_data_ptr(bytes);
    p.set_data_length(16);
    EXPECT_EQ(tb.cpu.socket->transport_dbg(p), 16U);
    EXPECT_EQ(words, (std::array<std::uint32_t, 4>{0x0D, 0xF0, 0x05, 0xB1}));
    p.set_address(0xFF8);
    EXPECT_EQ(tb.cpu.socket->transport_dbg(p), 8U); // to the end of the window
    p.set_address(0x01C);
    EXPECT_EQ(tb.cpu.socket->transport_dbg(p), 8U); // to the first hole
    p.set_data_length(6);
    EXPECT_EQ(tb.cpu.socket->transport_dbg(p), 6U);
    EXPECT_EQ(tb.cpu.peek(0x002), 4U);
    EXPECT_EQ(tb.cpu.peek(0x1000), 0U);
    EXPECT_EQ(tb.cpu.peek(0x040), 0U);
}

TEST_F(interrupt_controller_module, dmi_is_refused) {
    delta();
    tlm::tlm_dmi dmi;
    EXPECT_FALSE(tb.cpu.socket->get_direct_mem_ptr(tb.cpu.prepare(tlm::TLM_READ_COMMAND, 0), dmi));
    tb.cpu.read(0x000);
    EXPECT_FALSE(tb.cpu.prepare(tlm::TLM_READ_COMMAND, 0).is_dmi_allowed());
}

TEST_F(interrupt_controller_module, outputs_make_no_change_at_the_start) {
    struct listener : sc_core::sc_module {
        unsigned changes = 0;
        MODULE_PROCESSES(listener);
        listener(const sc_core::sc_module_name& name, testbench& tb) : sc_core::sc_module(name) {
            SC_METHOD(listen);
            dont_initialize();
            sensitive << tb.irq << tb.fiq;
        }
        void listen() { ++changes; }
    } ear{"ear", tb};
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
    EXPECT_EQ(ear.changes, 0U);
    EXPECT_EQ(tb.cpu.poke(0x018, 1), 4U); // the listener is not deaf
    EXPECT_EQ(tb.cpu.poke(0x010, 1), 4U);
    delta();
    delta();
    EXPECT_EQ(ear.changes, 1U);
}

class interrupt_controller_alone : public sc_test::sc_fixture {};

TEST_F(interrupt_controller_alone, everything_but_the_socket_may_stay_open) {
    sc_test::bus_master cpu{"cpu"};
    platform::components::interrupt_controller vic{"vic"};
    cpu.socket.bind(vic.socket);
    sc_core::sc_start(SC_ZERO_TIME);
    cpu.write(0x018, 0xFFFF'FFFF);
    cpu.write(0x010, 0xFFFF'FFFF);
    sc_core::sc_start(SC_ZERO_TIME);
    EXPECT_TRUE(vic.irq.read());
    EXPECT_EQ(cpu.read(0x008), 0xFFFF'FFFFU);
}

} // namespace

} // namespace sc_test::interrupt_controller_test
