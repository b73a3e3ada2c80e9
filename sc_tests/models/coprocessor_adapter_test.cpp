// SPDX-License-Identifier: Apache-2.0
#include <models/shell_bench.h>

#include <pmu/tlm/coprocessor_adapter.h>

namespace {

using namespace sc_test;

constexpr pmu::coprocessor_register PMNC{15, 0, 15, 12, 0};
constexpr pmu::coprocessor_register CCNT{15, 0, 15, 12, 1};
constexpr pmu::coprocessor_register undefined{14, 0, 15, 12, 1};
constexpr pmu::access_attributes privileged{true, true};
constexpr pmu::access_attributes user{false, true};

/// A CPU whose coprocessor window lies somewhere.
struct cpu_bench : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<cpu_bench> socket{"socket"};
    pmu::tickless_clock clock{"clock", period};
    pmu::arm1136_pmu unit{"pmu", without_start_delay()};
    pmu::coprocessor_adapter coprocessors;
    sc_core::sc_time delay;

    cpu_bench(const sc_core::sc_module_name& name, std::uint64_t window)
        : sc_core::sc_module(name), coprocessors(socket, window) {
        socket.bind(unit.socket);
        unit.clk(clock);
    }
};

class coprocessor_adapter : public sc_fixture, public testing::WithParamInterface<std::uint64_t> {};

INSTANTIATE_TEST_SUITE_P(windows, coprocessor_adapter,
                         testing::Values(0U, 0xFFF0'0000U, 0x7'0000'0000U));

TEST_P(coprocessor_adapter, moves_words) {
    cpu_bench bench("bench", GetParam());
    run_to(ns(5));
    std::uint32_t value = 0;
    EXPECT_TRUE(bench.coprocessors.mcr(CCNT, 0x8765'4321, privileged, bench.delay));
    EXPECT_TRUE(bench.coprocessors.mrc(CCNT, value, privileged, bench.delay));
    EXPECT_EQ(value, 0x8765'4321U);
}

TEST_P(coprocessor_adapter, false_is_the_undefined_exception) {
    cpu_bench bench("bench", GetParam());
    run_to(ns(5));
    std::uint32_t value = 0x55;
    EXPECT_TRUE(bench.coprocessors.mcr(CCNT, 7, privileged, bench.delay));
    EXPECT_FALSE(bench.coprocessors.mcr(CCNT, 8, user, bench.delay));
    EXPECT_FALSE(bench.coprocessors.mrc(CCNT, value, user, bench.delay));
    EXPECT_FALSE(bench.coprocessors.mcr(undefined, 9, privileged, bench.delay));
    EXPECT_FALSE(bench.coprocessors.mrc(undefined, value, privileged, bench.delay));
    EXPECT_EQ(value, 0x55U);
    EXPECT_TRUE(bench.coprocessors.mrc(CCNT, value, privileged, bench.delay));
    EXPECT_EQ(value, 7U);
}

TEST_P(coprocessor_adapter, takes_effect_after_the_delay) {
    cpu_bench bench("bench", GetParam());
    run_to(ns(5));
    std::uint32_t value = 0;
    EXPECT_TRUE(bench.coprocessors.mcr(PMNC, enable, privileged, bench.delay));
    bench.delay = ns(100);
    EXPECT_TRUE(bench.coprocessors.mrc(CCNT, value, privileged, bench.delay));
    EXPECT_EQ(value, 10U);
    EXPECT_EQ(bench.delay, ns(100));
    EXPECT_EQ(sc_core::sc_time_stamp(), ns(5));
}

} // namespace
