// SPDX-License-Identifier: Apache-2.0
// A unit that cannot change costs nothing, and wakes up without losing an edge.
#include <models/wrapper_bench.h>

#include <support/resident_memory.h>

namespace sc_test::wrapper_parking_test {

namespace {

class wrapper_parking : public on_both_clocks {
protected:
    /// A new level of the bus every cycle.
    static void pass_cycles(wrapper_bench& bench, unsigned cycles) {
        for (unsigned i = 0; i < cycles; ++i) {
            bench.event_bus.write(bench.event_bus.read() == 0 ? 0xF'FFFF : 0);
            sc_core::sc_start(period);
        }
    }
};
class wrapper_sleep : public sc_fixture {};

INSTANTIATE_TEST_SUITE_P(clocks, wrapper_parking, all_clocks(), name_of);

TEST_P(wrapper_parking, nobody_runs_while_e_is_0) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    pass_cycles(bench, 10);
    const std::uint64_t before = bench.unit.activations();
    pass_cycles(bench, 1000);
    EXPECT_EQ(bench.unit.activations(), before);
    EXPECT_LE(before, 3U);
}

TEST_P(wrapper_parking, nobody_runs_after_a_stop_and_everybody_in_between) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    bench.write(pmnc_address, enable | pmnc::EvtCount0.in_place(7));
    const std::uint64_t stopped = bench.unit.activations();
    pass_cycles(bench, 100);
    EXPECT_GE(bench.unit.activations(), stopped + 99);
    EXPECT_EQ(bench.read(pmn0_address), 100U);
    bench.write(pmnc_address, pmnc::EvtCount0.in_place(7));
    pass_cycles(bench, 2);
    const std::uint64_t parked = bench.unit.activations();
    pass_cycles(bench, 1000);
    EXPECT_EQ(bench.unit.activations(), parked);
    EXPECT_EQ(bench.read(pmn0_address), 100U);
}

TEST_P(wrapper_parking, looking_does_not_wake) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(35));
    const std::uint64_t parked = bench.unit.activations();
    for (unsigned i = 0; i < 20; ++i) {
        bench.read(ccnt_address);
        bench.peek(pmnc_address);
        bench.write(ccnt_address, i);
        bench.unit.snapshot();
        pass_cycles(bench, 1);
    }
    EXPECT_EQ(bench.unit.activations(), parked);
}

TEST_P(wrapper_parking, wakes_for_the_next_edge) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(1005)); // parked by now
    for (unsigned i = 1; i <= 3; ++i) {
        bench.write(pmnc_address, enable);
        sc_core::sc_start(period);
        bench.write(pmnc_address, 0);
        EXPECT_EQ(bench.read(ccnt_address), i);
        sc_core::sc_start(100 * period); // parked again
        EXPECT_EQ(bench.read(ccnt_address), i);
    }
}

TEST_P(wrapper_parking, wakes_for_an_edge_a_tick_away) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(99.999));
    bench.write(pmnc_address, enable);
    run_to(ns(100.001));
    EXPECT_EQ(bench.read(ccnt_address), 1U);
}

TEST_P(wrapper_parking, a_debugger_wakes_it_too) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(1005));
    bench.poke(pmnc_address, enable);
    run_to(ns(1025));
    EXPECT_EQ(bench.peek(ccnt_address), 2U);
}

TEST_P(wrapper_parking, follows_pins_that_moved_meanwhile) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(105));
    bench.event_bus.write(1);
    run_to(ns(205));
    bench.write(pmnc_address, enable); // EvtCount0 = 0 is line 0
    run_to(ns(235));
    EXPECT_EQ(bench.read(pmn0_address), 3U);
}

TEST_P(wrapper_parking, halted_debug_state_sleeps_until_a_pin_moves) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    bench.write(pmnc_address, enable);
    bench.debug_state.write(true);
    run_to(ns(255)); // more than the cycles after which pins are at rest
    const std::uint64_t parked = bench.unit.activations();
    run_to(ns(10005));
    EXPECT_EQ(bench.unit.activations(), parked);
    bench.debug_state.write(false);
    run_to(ns(10025));
    EXPECT_EQ(bench.read(ccnt_address), 2U);
}

// The write comes by plain time at the instant of an edge, one delta before it.
TEST_F(wrapper_sleep, a_write_just_before_an_edge_of_a_toggling_clock) {
    wrapper_bench bench("bench", clock_kind::toggling);
    sc_core::sc_spawn([&] {
        sc_core::wait(ns(100));
        bench.write(pmnc_address, enable);
    });
    run_to(ns(115));
    EXPECT_EQ(bench.read(ccnt_address), 2U);
}

TEST_F(wrapper_sleep, two_to_the_38_cycles_of_nothing) {
    wrapper_bench bench("bench", clock_kind::tickless);
    run_to(ns(5));
    bench.write(pmnc_address, enable | ccnt_irq | pmnc::D.mask());
    const sc_core::sc_time roll_over =
        sc_core::sc_time::from_value((std::uint64_t{1} << 38) * period.value());
    sc_core::sc_start(roll_over + ns(100));
    EXPECT_EQ(bench.irq_log, (level_changes{{roll_over, 1}}));
    EXPECT_LE(bench.unit.activations(), 5U);
    EXPECT_EQ(bench.read(ccnt_address), 0U);
}

TEST_F(wrapper_sleep, pins_that_move_leave_no_timed_events_behind) {
    wrapper_bench bench("bench", clock_kind::tickless);
    run_to(ns(5));
    bench.write(pmnc_address, enable | pmnc::EC0.mask() | pmnc::EC1.mask() | ccnt_irq |
                                  pmnc::EvtCount0.in_place(7) | pmnc::EvtCount1.in_place(5));
    std::uint64_t changes = 0;
    sc_core::sc_spawn([&] {
        for (std::uint32_t lines = 0;; ++lines) { // both two-wire events at every rate
            bench.event_bus.write((lines & 3U) << 8 | (lines >> 2 & 3U) << 5);
            ++changes;
            sc_core::wait(period);
        }
    });
    sc_core::sc_start(10'000 * period);
    const std::size_t before = resident_bytes();
    sc_core::sc_start(1'000'000 * period);
    EXPECT_GT(changes, 1'000'000U);
    EXPECT_LT(resident_bytes(), before + 4'000'000); // 28 bytes each would be 28 MB
    EXPECT_EQ(bench.irq_log, level_changes{});
}

} // namespace

} // namespace sc_test::wrapper_parking_test
