// SPDX-License-Identifier: Apache-2.0
// Batch events: what a fast instruction-set simulator reports and asks.
#include <models/wrapper_bench.h>

namespace sc_test::wrapper_batch_test {

namespace {

constexpr std::uint32_t dcache_miss = 0x0B;
constexpr std::uint32_t instruction = 0x07;
constexpr std::uint32_t reserved = 0x13;
constexpr std::uint64_t none = UINT64_MAX;

/// PMN0 counts instructions, PMN1 counts data cache misses.
constexpr std::uint32_t both =
    enable | pmnc::EvtCount0.in_place(instruction) | pmnc::EvtCount1.in_place(dcache_miss);

/// An instruction-set simulator's end of the export.
struct iss : sc_core::sc_module {
    sc_core::sc_port<pmu::batch_events_if> events{"events"};
    explicit iss(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}

    void count(std::uint32_t event, std::uint64_t n,
               const sc_core::sc_time& delay = sc_core::SC_ZERO_TIME) {
        const std::uint64_t before = sc_core::sc_time_stamp().value();
        events->count(event, n, delay);
        EXPECT_EQ(sc_core::sc_time_stamp().value(), before); // never waits
    }
};

class wrapper_batch : public on_both_clocks {
protected:
    wrapper_bench bench{"bench", GetParam()};
    iss cpu{"iss"};

    void SetUp() override {
        cpu.events(bench.unit.batch_events);
        run_to(ns(5));
    }
};
class wrapper_batch_tickless : public sc_fixture {};
class wrapper_batch_toggling : public sc_fixture {};
class wrapper_batch_start_delay : public on_both_clocks {};

INSTANTIATE_TEST_SUITE_P(clocks, wrapper_batch, all_clocks(), name_of);
INSTANTIATE_TEST_SUITE_P(clocks, wrapper_batch_start_delay, all_clocks(), name_of);

TEST_P(wrapper_batch, adds_to_the_counters_of_the_event) {
    bench.write(pmnc_address, both);
    cpu.count(instruction, 1000);
    cpu.count(dcache_miss, 3);
    cpu.count(instruction, 0);
    EXPECT_EQ(bench.read(pmn0_address), 1000U);
    EXPECT_EQ(bench.read(pmn1_address), 3U);
    EXPECT_EQ(bench.read(ccnt_address), 0U); // cycles are the clock's
    bench.write(pmnc_address, enable | pmnc::EvtCount0.in_place(instruction) |
                                  pmnc::EvtCount1.in_place(instruction));
    cpu.count(instruction, 5);
    EXPECT_EQ(bench.read(pmn0_address), 1005U);
    EXPECT_EQ(bench.read(pmn1_address), 8U);
}

TEST_P(wrapper_batch, adds_to_what_pins_report) {
    bench.write(pmnc_address, both);
    bench.event_bus.write(3U << 8);
    run_to(ns(35));
    cpu.count(instruction, 100);
    run_to(ns(55));
    EXPECT_EQ(bench.read(pmn0_address), 110U);
}

TEST_P(wrapper_batch, a_stopped_unit_and_a_reserved_event_count_none) {
    cpu.count(instruction, 10);
    EXPECT_EQ(cpu.events->headroom(instruction), none);
    expect_report("/pmu/arm1136/reserved_event", 1);
    bench.write(pmnc_address, enable | pmnc::EvtCount0.in_place(reserved) | pmnc::EC0.mask());
    cpu.count(reserved, 10);
    EXPECT_EQ(cpu.events->headroom(reserved), none);
    EXPECT_EQ(bench.read(pmn0_address), 0U);
    bench.write(pmnc_address, both);
    bench.debug_state.write(true);
    run_to(ns(15));
    cpu.count(instruction, 10);
    EXPECT_EQ(bench.read(pmn0_address), 0U);
}

TEST_P(wrapper_batch, headroom_is_exact) {
    bench.write(pmn0_address, 0xFFFF'FF00);
    bench.write(pmn1_address, 0xFFFF'FFFF);
    bench.write(pmnc_address, both);
    EXPECT_EQ(cpu.events->headroom(instruction), none); // no request is enabled
    bench.write(pmnc_address, both | pmnc::EC0.mask());
    EXPECT_EQ(cpu.events->headroom(instruction), 0x100U);
    EXPECT_EQ(cpu.events->headroom(dcache_miss), none);
    EXPECT_EQ(cpu.events->headroom(reserved), none);
    cpu.count(instruction, 0xFF);
    EXPECT_EQ(cpu.events->headroom(instruction), 1U);
    run_to(ns(7));
    EXPECT_FALSE(bench.pmuirq.read());
    cpu.count(instruction, 1);
    run_to(ns(25));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(7), 1}}));
    EXPECT_EQ(bench.read(pmn0_address), 0U);
    EXPECT_EQ(cpu.events->headroom(instruction), std::uint64_t{1} << 32);
}

TEST_P(wrapper_batch, an_overflow_without_a_request_sets_the_flag) {
    bench.write(pmnc_address, both);
    cpu.count(dcache_miss, (std::uint64_t{1} << 32) + 5);
    EXPECT_EQ(bench.read(pmn1_address), 5U);
    EXPECT_EQ(bench.read(pmnc_address), both | pmnc::CR1.mask());
    run_to(ns(25));
    EXPECT_EQ(bench.irq_log, level_changes{});
}

// ETMEXTOUT[0] is 0x20 and one of 0x22.
TEST_P(wrapper_batch, an_occurrence_counts_on_every_event_of_its_line) {
    bench.write(pmnc_address, enable | pmnc::EvtCount0.in_place(0x22) |
                                  pmnc::EvtCount1.in_place(0x20) | pmnc::EC0.mask());
    EXPECT_EQ(cpu.events->headroom(0x20), std::uint64_t{1} << 32);
    EXPECT_TRUE(cpu.events->is_counted(0x20));
    EXPECT_TRUE(cpu.events->is_counted(0x21));
    cpu.count(0x20, 5);
    EXPECT_EQ(bench.read(pmn0_address), 5U);
    EXPECT_EQ(bench.read(pmn1_address), 5U);
    cpu.count(0x21, 2);
    EXPECT_EQ(bench.read(pmn0_address), 7U);
    EXPECT_EQ(bench.read(pmn1_address), 5U);
    cpu.count(0x22, 1);
    EXPECT_EQ(bench.read(pmn0_address), 8U);
    EXPECT_EQ(bench.read(pmn1_address), 5U);
}

TEST_P(wrapper_batch, cycles_have_no_occurrences) {
    bench.write(pmnc_address, enable | pmnc::EvtCount0.in_place(0xFF) | pmnc::EC0.mask());
    EXPECT_FALSE(cpu.events->is_counted(0xFF));
    EXPECT_EQ(cpu.events->headroom(0xFF), none);
    cpu.count(0xFF, 0); // says nothing
    EXPECT_TRUE(reports("/pmu/arm1136/no_occurrence").empty());
    expect_report("/pmu/arm1136/no_occurrence", 1);
    for (int i = 0; i < 3; ++i) {
        cpu.count(0xFF, 5);
    }
    EXPECT_EQ(bench.read(pmn0_address), 0U);
    run_to(ns(25));
    EXPECT_EQ(bench.read(pmn0_address), 2U);
}

TEST_P(wrapper_batch_start_delay, counts_none) {
    wrapper_bench bench("bench", GetParam(), pmu::arm1136_config{});
    run_to(ns(5));
    bench.write(pmnc_address, both | pmnc::EC0.mask());
    bench.unit.count(instruction, 10, sc_core::SC_ZERO_TIME);
    EXPECT_EQ(bench.unit.headroom(instruction), none);
    EXPECT_TRUE(bench.unit.is_counted(instruction)) << "once the delay is over";
    EXPECT_FALSE(bench.unit.is_counted(reserved));
    run_to(ns(35)); // three edges later
    EXPECT_EQ(bench.read(pmn0_address), 0U);
    bench.unit.count(instruction, 10, sc_core::SC_ZERO_TIME);
    EXPECT_EQ(bench.read(pmn0_address), 10U);
    EXPECT_TRUE(bench.unit.is_counted(instruction));
    bench.write(pmnc_address, 0);
    EXPECT_FALSE(bench.unit.is_counted(instruction));
}

TEST_F(wrapper_batch_tickless, takes_effect_after_the_delay) {
    wrapper_bench bench("bench", clock_kind::tickless);
    run_to(ns(5));
    bench.write(pmn0_address, 0xFFFF'FFF0);
    bench.write_after(ns(50), pmnc_address, both | pmnc::EC0.mask()); // at 55 ns
    bench.unit.count(instruction, 15, ns(60));
    bench.unit.count(instruction, 1, ns(72)); // overflows at 77 ns
    EXPECT_EQ(bench.read_after(ns(80), pmn0_address), 0U);
    EXPECT_EQ(bench.read_after(ns(80), ccnt_address), 3U);
    run_to(ns(205));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(77), 1}}));
}

// Edges fall at 10 ns, 20 ns and so on.
TEST_F(wrapper_batch_tickless, advance_to_takes_the_edges_until_then) {
    wrapper_bench bench("bench", clock_kind::tickless);
    run_to(ns(5));
    bench.write(ccnt_address, 0xFFFF'FFF0); // overflows at 160 ns
    bench.write(pmnc_address, both | ccnt_irq);
    EXPECT_EQ(bench.unit.edges_to_output_change(), 16U);
    bench.unit.advance_to(ns(60)); // 65 ns
    EXPECT_EQ(bench.unit.edges_to_output_change(), 10U);
    bench.unit.advance_to(ns(60));
    EXPECT_EQ(bench.unit.edges_to_output_change(), 10U);
    EXPECT_EQ(bench.read_after(ns(60), ccnt_address), 0xFFFF'FFF6U);
    EXPECT_EQ(bench.read(pmn0_address), 0U);
    EXPECT_EQ(sc_core::sc_time_stamp(), ns(5));
    bench.unit.advance_to(ns(155)); // 160 ns: the output changes at its own time
    EXPECT_EQ(bench.unit.edges_to_output_change(), none);
    expect_report("/pmu/arm1136/late", 1);
    bench.unit.advance_to(ns(10)); // the unit is at 160 ns
    EXPECT_EQ(bench.read_after(ns(155), ccnt_address), 0U);
    run_to(ns(205));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(160), 1}}));
}

TEST_F(wrapper_batch_toggling, advance_to_stays_at_the_present_instant) {
    wrapper_bench bench("bench", clock_kind::toggling);
    run_to(ns(5));
    bench.write(pmnc_address, both);
    bench.unit.advance_to(ns(60));
    EXPECT_EQ(bench.read(ccnt_address), 0U);
    EXPECT_EQ(sc_core::sc_time_stamp(), ns(5));
    run_to(ns(25));
    bench.unit.advance_to(sc_core::SC_ZERO_TIME);
    EXPECT_EQ(bench.read(ccnt_address), 2U);
}

TEST_F(wrapper_batch_toggling, applies_at_the_present_instant) {
    wrapper_bench bench("bench", clock_kind::toggling);
    std::uint32_t seen = 0;
    sc_core::sc_spawn([&] {
        sc_core::wait(ns(5));
        bench.write(pmnc_address, both);
        bench.unit.count(instruction, 15, ns(60));
        seen = bench.read(pmn0_address);
        EXPECT_EQ(sc_core::sc_time_stamp(), ns(5));
    });
    run_to(ns(15));
    EXPECT_EQ(seen, 15U);
}

} // namespace

} // namespace sc_test::wrapper_batch_test
