// SPDX-License-Identifier: Apache-2.0
// The ways to a PMU's registers other than blocking transport from a directly bound initiator.
#include <models/wrapper_bench.h>

#include <memory>

namespace sc_test::register_socket_test {

namespace {

/// A subsystem with a PMU inside, whose registers are reached through its own socket.
class subsystem : public sc_core::sc_module {
public:
    tlm::tlm_target_socket<> socket{"socket"};
    sc_core::sc_in<bool> clk{"clk"};
    pmu::arm1136_pmu unit{"pmu", without_start_delay()};

    explicit subsystem(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        socket.bind(unit.socket);
        unit.clk(clk);
    }
};

class register_socket : public sc_fixture {};

TEST_F(register_socket, is_reached_through_a_socket_of_the_module_around) {
    pmu::tickless_clock clk{"clk", period};
    subsystem around{"around"};
    bus_master cpu{"cpu"};
    around.clk(clk);
    cpu.socket.bind(around.socket);
    run_to(ns(5));
    cpu.write(pmnc_address, enable);
    EXPECT_EQ(cpu.status, tlm::TLM_OK_RESPONSE);
    run_to(ns(45));
    EXPECT_EQ(cpu.read(ccnt_address), 4U);
    cpu.delay = ns(60);
    EXPECT_EQ(cpu.read(ccnt_address), 10U);
    EXPECT_EQ(cpu.peek(ccnt_address), 4U); // bytes
    EXPECT_EQ(cpu.word, 10U);
    cpu.read(no_register);
    EXPECT_EQ(cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

TEST_F(register_socket, has_one_interface_const_or_not) {
    pmu::tickless_clock clk{"clk", period};
    subsystem around{"around"};
    around.clk(clk);
    const auto& socket = around.unit.socket;
    EXPECT_EQ(&socket.get_base_interface(), &around.unit.socket.get_base_interface());
}

// What a socket is bound to that nobody has bound: an initiator that needs nothing.
TEST(no_initiator, completes_whatever_it_is_sent) {
    tlm::tlm_generic_payload payload;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay;
    EXPECT_EQ(pmu::no_initiator().nb_transport_bw(payload, phase, delay), tlm::TLM_COMPLETED);
    pmu::no_initiator().invalidate_direct_mem_ptr(0, UINT64_MAX);
}

/// Counts references, and leaves the payload where it is.
class counting_manager : public tlm::tlm_mm_interface {
public:
    int freed = 0;
    void free(tlm::tlm_generic_payload* /*payload*/) override { ++freed; }
};

/// An initiator that speaks the four phases of the base protocol.
class phased_master : public sc_core::sc_module {
public:
    tlm_utils::simple_initiator_socket<phased_master> socket{"socket"};
    std::uint32_t word = 0;
    sc_core::sc_time answered; ///< when the response began

    explicit phased_master(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        socket.register_nb_transport_bw(this, &phased_master::nb_transport_bw);
        m_payload.set_mm(&m_manager);
        m_payload.acquire();
    }

    void begin(tlm::tlm_command command, std::uint64_t address, sc_core::sc_time delay) {
        m_payload.set_command(command);
        m_payload.set_address(address);
        m_payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
        m_payload.set_data_length(sizeof word);
        m_payload.set_streaming_width(sizeof word);
        m_payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        answered = sc_core::sc_max_time();
        tlm::tlm_phase phase = tlm::BEGIN_REQ;
        const tlm::tlm_sync_enum sync = socket->nb_transport_fw(m_payload, phase, delay);
        EXPECT_NE(sync, tlm::TLM_COMPLETED); // blocking transport may wait: that comes later
    }
    tlm::tlm_response_status status() const { return m_payload.get_response_status(); }

private:
    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& /*payload*/, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) {
        if (phase == tlm::BEGIN_RESP) {
            answered = sc_core::sc_time_stamp() + delay;
            return tlm::TLM_COMPLETED;
        }
        return tlm::TLM_ACCEPTED;
    }

    counting_manager m_manager;
    tlm::tlm_generic_payload m_payload;
};

class non_blocking : public on_both_clocks {};

INSTANTIATE_TEST_SUITE_P(clocks, non_blocking, both_clocks(), name_of);

TEST_P(non_blocking, transport_is_answered_in_phases) {
    std::unique_ptr<sc_core::sc_clock> toggling;
    std::unique_ptr<pmu::tickless_clock> tickless;
    pmu::arm1136_pmu unit{"pmu", without_start_delay()};
    if (GetParam() == clock_kind::toggling) {
        toggling = std::make_unique<sc_core::sc_clock>("clk", period, 0.5, period, true);
        unit.clk(*toggling);
    } else {
        tickless = std::make_unique<pmu::tickless_clock>("clk", period);
        unit.clk(*tickless);
    }
    phased_master cpu{"cpu"};
    cpu.socket.bind(unit.socket);

    run_to(ns(5));
    cpu.word = enable;
    cpu.begin(tlm::TLM_WRITE_COMMAND, pmnc_address, sc_core::SC_ZERO_TIME);
    run_to(ns(6));
    EXPECT_EQ(cpu.status(), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(cpu.answered, ns(5));

    run_to(ns(25));
    cpu.begin(tlm::TLM_READ_COMMAND, ccnt_address, ns(30));
    run_to(ns(56));
    EXPECT_EQ(cpu.status(), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(cpu.answered, ns(55));
    EXPECT_EQ(cpu.word, 5U);

    cpu.begin(tlm::TLM_READ_COMMAND, no_register, sc_core::SC_ZERO_TIME);
    run_to(ns(57));
    EXPECT_EQ(cpu.status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

} // namespace

} // namespace sc_test::register_socket_test
