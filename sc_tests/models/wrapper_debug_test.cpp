// SPDX-License-Identifier: Apache-2.0
// Debug transport: a debugger looks and stores, and no time passes.
#include <models/wrapper_bench.h>

#include <array>

namespace sc_test::wrapper_debug_test {

namespace {

class wrapper_debug : public on_both_clocks {
protected:
    static unsigned transport(wrapper_bench& bench, tlm::tlm_command command, std::uint64_t address,
                              void* data, unsigned length) {
        tlm::tlm_generic_payload& payload = bench.cpu.prepare(command, address);
        payload.set_data_ptr(static_cast<unsigned char*>(data));
        payload.set_data_length(length);
        return bench.cpu.socket->transport_dbg(payload);
    }
};

INSTANTIATE_TEST_SUITE_P(clocks, wrapper_debug, all_clocks(), name_of);

TEST_P(wrapper_debug, runs_of_words) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    std::array<std::uint32_t, 4> stored{pmnc::EvtCount0.in_place(7), 0x11, 0x22, 0x33};
    EXPECT_EQ(transport(bench, tlm::TLM_WRITE_COMMAND, pmnc_address, stored.data(), 16), 16U);
    std::array<std::uint32_t, 4> seen{};
    EXPECT_EQ(transport(bench, tlm::TLM_READ_COMMAND, pmnc_address, seen.data(), 16), 16U);
    EXPECT_EQ(seen, stored);
    EXPECT_EQ(bench.read(pmn1_address), 0x33U);
    seen = {1, 2, 3, 4}; // ends with the last register
    EXPECT_EQ(transport(bench, tlm::TLM_READ_COMMAND, pmn0_address, seen.data(), 16), 8U);
    EXPECT_EQ(seen, (std::array<std::uint32_t, 4>{0x22, 0x33, 3, 4}));
}

TEST_P(wrapper_debug, any_length_and_alignment) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    bench.write(ccnt_address, 0x4433'2211);
    bench.write(pmn0_address, 0x8877'6655);
    std::array<unsigned char, 8> bytes{};
    for (unsigned offset = 0; offset < 8; ++offset) {
        for (unsigned length = 0; offset + length <= 8; ++length) {
            bytes = {};
            EXPECT_EQ(transport(bench, tlm::TLM_READ_COMMAND, ccnt_address + offset, bytes.data(),
                                length),
                      length);
            for (unsigned i = 0; i < bytes.size(); ++i) {
                EXPECT_EQ(bytes[i], i < length ? (offset + i + 1) * 0x11 : 0U);
            }
        }
    }
    bytes = {0xAA, 0xBB};
    EXPECT_EQ(transport(bench, tlm::TLM_WRITE_COMMAND, ccnt_address + 3, bytes.data(), 2), 2U);
    EXPECT_EQ(bench.read(ccnt_address), 0xAA33'2211U);
    EXPECT_EQ(bench.read(pmn0_address), 0x8877'66BBU);
    // PMN1 is the last register.
    EXPECT_EQ(transport(bench, tlm::TLM_READ_COMMAND, pmn1_address + 2, bytes.data(), 8), 2U);
}

TEST_P(wrapper_debug, nothing_beside_registers) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    const pmu::arm1136_core before = bench.unit.snapshot();
    std::array<std::uint32_t, 4> data{~0U, ~0U, ~0U, ~0U};
    for (const tlm::tlm_command command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
        EXPECT_EQ(transport(bench, command, pmnc_address, data.data(), 0), 0U);
        EXPECT_EQ(transport(bench, command, no_register, data.data(), 4), 0U);
        EXPECT_EQ(transport(bench, command, no_register + 1, data.data(), 1), 0U);
    }
    EXPECT_EQ(transport(bench, tlm::TLM_IGNORE_COMMAND, pmnc_address, data.data(), 4), 0U);
    EXPECT_EQ(data, (std::array<std::uint32_t, 4>{~0U, ~0U, ~0U, ~0U}));
    EXPECT_TRUE(bench.unit.snapshot() == before);
}

TEST_P(wrapper_debug, knows_no_modes) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    bench.cpu.who() = {false, false};
    bench.poke(pmn0_address, 5);
    EXPECT_EQ(bench.peek(pmn0_address), 5U);
}

TEST_P(wrapper_debug, stores_bits_and_does_nothing) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    bench.write(ccnt_address, 0x111);
    bench.write(pmn0_address, 0x222);
    constexpr std::uint32_t flags = ccnt_flag | pmnc::CR1.mask() | pmnc::CR0.mask();
    bench.poke(pmnc_address, flags | pmnc::C.mask() | pmnc::P.mask());
    EXPECT_EQ(bench.peek(pmnc_address), flags); // a 1 sets the flag
    EXPECT_EQ(bench.read(ccnt_address), 0x111U);
    EXPECT_EQ(bench.read(pmn0_address), 0x222U);
    bench.peek(pmnc_address);
    bench.poke(pmnc_address, ccnt_flag);
    EXPECT_EQ(bench.read(pmnc_address), ccnt_flag); // a 0 clears it
}

TEST_P(wrapper_debug, outputs_follow) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    bench.poke(pmnc_address, enable | ccnt_irq | ccnt_flag);
    run_to(ns(15));
    bench.poke(pmnc_address, enable | ccnt_irq);
    run_to(ns(25));
    bench.poke(ccnt_address, 0xFFFF'FFFE); // and what was scheduled follows too
    run_to(ns(55));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(5), 1}, {ns(15), 0}, {ns(40), 1}}));
}

TEST_P(wrapper_debug, e_stored_as_1_over_0_counts_from_the_next_edge) {
    wrapper_bench bench("bench", GetParam(), pmu::arm1136_config{});
    run_to(ns(5));
    bench.poke(pmnc_address, enable);
    run_to(ns(25));
    EXPECT_EQ(bench.read(ccnt_address), 2U);
    bench.write(pmnc_address, 0);
    bench.write(pmnc_address, enable); // software gets its delay
    run_to(ns(65));
    EXPECT_EQ(bench.read(ccnt_address), 3U);
}

TEST_P(wrapper_debug, e_stored_as_0_cancels_the_start_delay_and_as_1_over_1_keeps_it) {
    wrapper_bench bench("bench", GetParam(), pmu::arm1136_config{});
    run_to(ns(5));
    bench.write(pmnc_address, enable);
    run_to(ns(15));
    bench.poke(pmnc_address, enable | pmnc::D.mask()); // two edges of delay are left
    bench.poke(pmnc_address, enable);
    run_to(ns(45));
    EXPECT_EQ(bench.read(ccnt_address), 1U);
    bench.write(pmnc_address, 0);
    bench.write(pmnc_address, enable);
    bench.poke(pmnc_address, 0);
    bench.poke(pmnc_address, enable);
    run_to(ns(55));
    EXPECT_EQ(bench.read(ccnt_address), 2U);
}

TEST_P(wrapper_debug, before_time_begins) {
    wrapper_bench bench("bench", GetParam());
    bench.before_time = [&] {
        EXPECT_EQ(bench.peek(ccnt_address), 0U);
        bench.poke(ccnt_address, 0xFFFF'FFFE);
        bench.poke(pmnc_address, enable | ccnt_irq);
    };
    run_to(ns(9));
    EXPECT_EQ(bench.peek(ccnt_address), 0xFFFF'FFFEU);
    run_to(ns(35));
    EXPECT_EQ(bench.peek(ccnt_address), 1U);
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(20), 1}}));
}

TEST_P(wrapper_debug, an_output_stored_before_time_begins) {
    wrapper_bench bench("bench", GetParam());
    bench.before_time = [&] { bench.poke(pmnc_address, ccnt_irq | ccnt_flag); };
    run_to(ns(5));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(0), 1}}));
}

TEST_P(wrapper_debug, between_two_runs_of_the_simulation) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(1005));
    bench.poke(pmnc_address, enable);
    EXPECT_EQ(bench.peek(ccnt_address), 0U);
    for (unsigned edge = 1; edge <= 5; ++edge) {
        sc_core::sc_start(period);
        EXPECT_EQ(bench.peek(ccnt_address), edge);
        EXPECT_EQ(bench.peek(ccnt_address), edge); // looking changes nothing
    }
}

TEST_P(wrapper_debug, takes_no_time_and_no_process) {
    wrapper_bench bench("bench", GetParam());
    bool is_done = false;
    const auto look = [&] {
        bench.cpu.delay = ns(100); // means nothing to a debugger
        bench.poke(pmn0_address, 9);
        EXPECT_EQ(bench.peek(pmn0_address), 9U);
        EXPECT_EQ(sc_core::sc_time_stamp(), ns(0));
        is_done = true;
    };
    sc_core::sc_spawn_options options;
    options.spawn_method();
    sc_core::sc_spawn(look, "debugger", &options);
    run_to(ns(5));
    EXPECT_TRUE(is_done);
}

} // namespace

} // namespace sc_test::wrapper_debug_test
