// SPDX-License-Identifier: Apache-2.0
// What a debugger's write to the ARM1136 PMU stores, and what it leaves alone.
#include <core/arm1136_bench.h>

namespace core_test::arm1136_debug_writes_test {
namespace {

TEST(arm1136_poke, stores_counters_fields_and_flags_as_given) {
    arm1136_bench bench;
    bench.poke(PMNC, 0xFFFFFFFE);
    EXPECT_EQ(bench.peek(PMNC), 0x0FFFFF78U);
    bench.poke(PMNC, 0);
    EXPECT_EQ(bench.peek(PMNC), 0U);
    for (const std::uint32_t address : {CCNT, PMN0, PMN1}) {
        bench.poke(address, 0x89ABCDEF);
        EXPECT_EQ(bench.peek(address), 0x89ABCDEFU);
    }
    EXPECT_EQ(bench.notices.reports, 0U);
}

TEST(arm1136_poke, of_c_and_p_does_nothing) {
    arm1136_bench bench;
    for (const std::uint32_t address : {CCNT, PMN0, PMN1}) {
        bench.poke(address, 7);
    }
    bench.poke(PMNC, 6);
    EXPECT_EQ(bench.peek(PMNC), 0U);
    for (const std::uint32_t address : {CCNT, PMN0, PMN1}) {
        EXPECT_EQ(bench.peek(address), 7U);
    }
}

TEST(arm1136_poke, of_events_counts_them_from_the_next_edge) {
    arm1136_bench bench;
    bench.write(PMNC, 1);
    bench.tick(3);
    bench.poke(PMNC, 0x00707001);
    bench.tick(1, 0x300);
    EXPECT_EQ(bench.read(PMN0), 2U);
    EXPECT_EQ(bench.read(PMN1), 2U);
}

TEST(arm1136_poke, of_e_over_0_counts_from_the_next_edge) {
    arm1136_bench bench;
    bench.poke(PMNC, 1);
    bench.tick(1);
    EXPECT_EQ(bench.read(CCNT), 1U);
}

TEST(arm1136_poke, of_e_over_1_leaves_the_start_delay) {
    arm1136_bench bench;
    bench.write(PMNC, 1);
    bench.tick(1);
    bench.poke(PMNC, 0x801);
    bench.tick(2);
    EXPECT_EQ(bench.read(CCNT), 0U);
    bench.tick(1);
    EXPECT_EQ(bench.read(CCNT), 1U);
}

TEST(arm1136_poke, of_e_as_0_cancels_the_start_delay) {
    arm1136_bench bench;
    bench.write(PMNC, 1);
    bench.tick(1);
    bench.poke(PMNC, 0);
    EXPECT_TRUE(bench.core.is_idle());
    bench.tick(5);
    bench.poke(PMNC, 1); // counts at once: nothing is left of the delay
    bench.tick(1);
    EXPECT_EQ(bench.read(CCNT), 1U);
}

TEST(arm1136_poke, of_e_as_0_stops_at_once_whatever_the_stop_delay) {
    pmu::arm1136_config parameters;
    parameters.stop_delay_cycles = 3;
    arm1136_bench bench(parameters);
    bench.write(PMNC, 1);
    bench.tick(5);
    bench.poke(PMNC, 0);
    EXPECT_TRUE(bench.core.is_idle());
    bench.tick(5);
    EXPECT_EQ(bench.read(CCNT), 2U);
}

TEST(arm1136_poke, leaves_the_divider_where_it_is) {
    arm1136_bench bench;
    bench.write(PMNC, 0x9);
    bench.tick(3 + 10);
    bench.poke(PMNC, 0x1); // software's D = 0 would zero it
    bench.poke(PMNC, 0x9);
    bench.poke(CCNT, 0x40);
    bench.tick(53);
    EXPECT_EQ(bench.read(CCNT), 0x40U);
    bench.tick(1);
    EXPECT_EQ(bench.read(CCNT), 0x41U);
}

TEST(arm1136_poke, moves_the_request_with_flags_and_enables) {
    arm1136_bench bench;
    bench.poke(PMNC, 0x00000111);
    EXPECT_TRUE(bench.irq());
    bench.poke(PMNC, 0x00000101);
    EXPECT_FALSE(bench.irq());
    bench.poke(PMNC, 0x00000451);
    EXPECT_TRUE(bench.irq());
    bench.poke(PMNC, 0x00000051);
    EXPECT_FALSE(bench.irq());
}

TEST(arm1136_poke, does_not_release_a_request_that_e_holds) {
    arm1136_bench bench;
    bench.poke(PMNC, 0x00000110);
    EXPECT_TRUE(bench.irq());
    bench.poke(PMNC, 0x00000010);
    EXPECT_TRUE(bench.irq());
    bench.poke(PMNC, 0x00000011);
    EXPECT_FALSE(bench.irq());
}

TEST(arm1136_poke, of_x_shows_on_the_bus_at_the_next_edge) {
    arm1136_bench bench;
    bench.poke(PMNC, 0x800);
    EXPECT_EQ(bench.evntbus(), 0U);
    bench.tick(1, 0x12345);
    EXPECT_EQ(bench.evntbus(), 0x12345U);
    bench.poke(PMNC, 0);
    EXPECT_EQ(bench.evntbus(), 0x12345U);
    bench.tick(1, 0x12345);
    EXPECT_EQ(bench.evntbus(), 0U);
}

TEST(arm1136_peek, needs_no_privilege_and_finds_only_registers) {
    const arm1136_bench bench;
    std::uint32_t data = 0x55AA55AA;
    EXPECT_FALSE(bench.core.peek(0xFF190, {}, data));
    EXPECT_EQ(data, 0x55AA55AAU);
    pmu::arm1136_core core;
    EXPECT_FALSE(core.poke(0xFF190, 1));
    EXPECT_FALSE(core.poke(0xFF181, 1));
    EXPECT_TRUE(core == pmu::arm1136_core());
}

} // namespace
} // namespace core_test::arm1136_debug_writes_test
