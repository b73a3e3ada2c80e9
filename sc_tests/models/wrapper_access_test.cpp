// SPDX-License-Identifier: Apache-2.0
// Register accesses through the socket: every response, in the stated order.
#include <models/wrapper_bench.h>

#include <pmu/cci400/cci400_pmu.h>

#include <array>

namespace sc_test::wrapper_access_test {

namespace {

constexpr std::uint32_t untouched = 0x5A5A'A5A5;

class wrapper_access : public on_both_clocks {
protected:
    /// Sends the prepared access, which must be answered so, change nothing and read nothing.
    static void expect_no_effect(wrapper_bench& bench, tlm::tlm_response_status answer) {
        const pmu::arm1136_core before = bench.unit.snapshot();
        bench.cpu.word = untouched;
        EXPECT_EQ(bench.cpu.send(), answer);
        EXPECT_EQ(bench.cpu.word, untouched);
        EXPECT_TRUE(bench.unit.snapshot() == before);
    }
    /// A unit that counts and has something to lose.
    static void set_going(wrapper_bench& bench) {
        bench.write(ccnt_address, 0x1000);
        bench.write(pmn0_address, 0x2000);
        bench.write(pmnc_address, enable | pmnc::EvtCount0.in_place(0xFF));
        run_to(ns(35));
        EXPECT_EQ(bench.read(ccnt_address), 0x1003U);
    }
};

INSTANTIATE_TEST_SUITE_P(clocks, wrapper_access, all_clocks(), name_of);

TEST_P(wrapper_access, ignore_is_ok_whatever_else_is_wrong) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    set_going(bench);
    tlm::tlm_generic_payload& payload = bench.cpu.prepare(tlm::TLM_IGNORE_COMMAND, ccnt_address);
    expect_no_effect(bench, tlm::TLM_OK_RESPONSE);
    std::array<unsigned char, 1> disabled{TLM_BYTE_DISABLED};
    payload.set_address(no_register + 1);
    payload.set_data_length(3);
    payload.set_streaming_width(0);
    payload.set_byte_enable_ptr(disabled.data());
    payload.set_byte_enable_length(1);
    bench.cpu.who().privileged = false;
    expect_no_effect(bench, tlm::TLM_OK_RESPONSE);
    payload.set_data_ptr(nullptr);
    expect_no_effect(bench, tlm::TLM_OK_RESPONSE);
}

TEST_P(wrapper_access, errors_in_their_order) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    set_going(bench);
    for (const tlm::tlm_command command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
        std::array<unsigned char, 4> enables{0xFF, 0xFF, 0x00, 0xFF};
        tlm::tlm_generic_payload& payload = bench.cpu.prepare(command, no_register + 2);
        payload.set_data_length(8); // everything is wrong at once
        payload.set_streaming_width(2);
        payload.set_byte_enable_ptr(enables.data());
        payload.set_byte_enable_length(enables.size());
        bench.cpu.who().privileged = false;
        expect_no_effect(bench, tlm::TLM_BURST_ERROR_RESPONSE);
        payload.set_data_length(4);
        expect_no_effect(bench, tlm::TLM_BURST_ERROR_RESPONSE);
        payload.set_streaming_width(4);
        expect_no_effect(bench, tlm::TLM_ADDRESS_ERROR_RESPONSE);
        payload.set_address(no_register);
        expect_no_effect(bench, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
        enables[2] = 0xFF;
        expect_no_effect(bench, tlm::TLM_ADDRESS_ERROR_RESPONSE);
        payload.set_address(pmn0_address);
        expect_no_effect(bench, tlm::TLM_COMMAND_ERROR_RESPONSE);
        bench.cpu.who().privileged = true;
        bench.cpu.word = 0x77;
        EXPECT_EQ(bench.cpu.send(), tlm::TLM_OK_RESPONSE);
    }
    EXPECT_EQ(bench.read(pmn0_address), 0x77U);
}

TEST_P(wrapper_access, a_value_that_is_no_command_is_a_command_error) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    set_going(bench);
    constexpr auto no_command = static_cast<tlm::tlm_command>(3);
    for (const bool privileged : {true, false}) {
        bench.cpu.who().privileged = privileged;
        tlm::tlm_generic_payload& payload = bench.cpu.prepare(no_command, pmn0_address);
        expect_no_effect(bench, tlm::TLM_COMMAND_ERROR_RESPONSE);
        payload.set_address(no_register);
        expect_no_effect(bench, tlm::TLM_ADDRESS_ERROR_RESPONSE);
        payload.set_address(pmn0_address);
        payload.set_data_length(8);
        expect_no_effect(bench, tlm::TLM_BURST_ERROR_RESPONSE);
    }
    bench.cpu.who().privileged = true;
    EXPECT_EQ(bench.cpu.socket->transport_dbg(bench.cpu.prepare(no_command, pmn0_address)), 0U);
}

TEST_P(wrapper_access, each_error_alone) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    set_going(bench);
    for (const tlm::tlm_command command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
        for (const unsigned length : {0U, 1U, 2U, 3U, 5U, 8U}) {
            bench.cpu.prepare(command, ccnt_address).set_data_length(length);
            expect_no_effect(bench, tlm::TLM_BURST_ERROR_RESPONSE);
        }
        bench.cpu.prepare(command, ccnt_address).set_streaming_width(3);
        expect_no_effect(bench, tlm::TLM_BURST_ERROR_RESPONSE);
        for (const unsigned offset : {1U, 2U, 3U}) {
            bench.cpu.prepare(command, ccnt_address + offset);
            expect_no_effect(bench, tlm::TLM_ADDRESS_ERROR_RESPONSE);
        }
        for (const std::uint32_t address : {no_register, 0U, pmnc_address ^ 0x1'0000U}) {
            bench.cpu.prepare(command, address);
            expect_no_effect(bench, tlm::TLM_ADDRESS_ERROR_RESPONSE);
        }
        bench.cpu.who().privileged = false;
        for (const pmu::register_desc& r : pmu::arm1136_registers) {
            bench.cpu.prepare(command, r.address);
            expect_no_effect(bench, tlm::TLM_COMMAND_ERROR_RESPONSE);
        }
        bench.cpu.who().privileged = true;
    }
}

TEST_P(wrapper_access, user_mode_where_the_configuration_lets_it_in) {
    pmu::arm1136_config config = without_start_delay();
    config.user_access = true;
    wrapper_bench bench("bench", GetParam(), config);
    run_to(ns(5));
    bench.cpu.who().privileged = false;
    bench.write(pmn1_address, 0x1234'5678);
    EXPECT_EQ(bench.read(pmn1_address), 0x1234'5678U);
}

TEST_P(wrapper_access, any_window_base_will_do) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    std::uint32_t value = 1;
    for (const std::uint64_t base :
         {std::uint64_t{0}, std::uint64_t{0x10'0000}, std::uint64_t{0xFFF0'0000},
          std::uint64_t{0xAB'CDE0'0000}, ~std::uint64_t{0xF'FFFF}}) {
        bench.write(base + pmn0_address, ++value);
        EXPECT_EQ(bench.read(pmn0_address), value) << base;
        EXPECT_EQ(bench.read(base + pmn0_address), value) << base;
        EXPECT_EQ(bench.peek(base + pmn0_address), value) << base;
        bench.cpu.read(base + no_register);
        EXPECT_EQ(bench.cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE) << base;
    }
}

TEST_P(wrapper_access, dmi_is_refused) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    tlm::tlm_generic_payload& payload = bench.cpu.prepare(tlm::TLM_READ_COMMAND, ccnt_address);
    payload.set_dmi_allowed(true); // as the last target of this payload left it
    bench.cpu.send();
    EXPECT_FALSE(payload.is_dmi_allowed());
    tlm::tlm_dmi dmi;
    EXPECT_FALSE(bench.cpu.socket->get_direct_mem_ptr(payload, dmi));
}

class memory_mapped_access : public sc_fixture {};

TEST_F(memory_mapped_access, the_window_comes_first_and_refusals_are_address_errors) {
    sc_core::sc_signal<bool> clk{"clk"};
    pmu::cci400_pmu unit{"pmu"};
    bus_master cpu{"cpu"};
    unit.clk(clk);
    cpu.socket.bind(unit.socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);

    cpu.prepare(tlm::TLM_READ_COMMAND, pmu::cci400_window_size).set_data_length(1);
    EXPECT_EQ(cpu.send(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    cpu.prepare(tlm::TLM_READ_COMMAND, pmu::cci400_window_size - 4).set_data_length(1);
    EXPECT_EQ(cpu.send(), tlm::TLM_BURST_ERROR_RESPONSE);
    cpu.read(pmu::cci400_window_size - 4); // reserved
    EXPECT_EQ(cpu.status, tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(cpu.word, 0U);
    cpu.who().secure = false;
    cpu.write(0x8, 1); // the Secure Access Register
    EXPECT_EQ(cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

} // namespace

} // namespace sc_test::wrapper_access_test
