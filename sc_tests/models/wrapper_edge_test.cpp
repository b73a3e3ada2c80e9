// SPDX-License-Identifier: Apache-2.0
// Which edge an access and a pin belong to.
#include <models/wrapper_bench.h>

#include <random>

namespace sc_test::wrapper_edge_test {

namespace {

constexpr std::uint32_t count_line_0 = enable; // EvtCount0 = 0 is line 0

class wrapper_edge : public on_both_clocks {};
class wrapper_edge_toggling : public sc_fixture {};
class wrapper_edge_tickless : public sc_fixture {};
class wrapper_edge_by_hand : public sc_fixture {
protected:
    wrapper_bench bench{"bench", clock_kind::by_hand};

    void drive_clk(bool level) {
        bench.clk.write(level);
        sc_core::sc_start(sc_core::SC_ZERO_TIME);
    }
};

INSTANTIATE_TEST_SUITE_P(clocks, wrapper_edge, all_clocks(), name_of);

TEST_P(wrapper_edge, the_first_comes_one_period_after_the_start) {
    wrapper_bench bench("bench", GetParam());
    bench.before_time = [&] { bench.poke(pmnc_address, enable); };
    run_to(ns(9.999));
    EXPECT_EQ(bench.read(ccnt_address), 0U);
    run_to(ns(10.001));
    EXPECT_EQ(bench.read(ccnt_address), 1U);
    run_to(ns(19.999));
    EXPECT_EQ(bench.read(ccnt_address), 1U);
    run_to(ns(20.001));
    EXPECT_EQ(bench.read(ccnt_address), 2U);
}

TEST_P(wrapper_edge, samples_the_pins_once) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    bench.write(pmnc_address, count_line_0);
    bench.event_bus.write(1); // a pulse that no edge sees
    run_to(ns(7));
    bench.event_bus.write(0);
    run_to(ns(15));
    EXPECT_EQ(bench.read(pmn0_address), 0U);
    bench.event_bus.write(1);
    run_to(ns(22));
    bench.event_bus.write(0);
    run_to(ns(25));
    EXPECT_EQ(bench.read(pmn0_address), 1U);
    bench.event_bus.write(1);
    run_to(ns(1025));
    EXPECT_EQ(bench.read(pmn0_address), 101U);
}

// Processes that the edge wakes, before and after the unit's own in the kernel's order.
TEST_F(wrapper_edge_toggling, whoever_the_edge_wakes_sees_it) {
    wrapper_bench bench("bench", clock_kind::toggling);
    unsigned looks = 0;
    const auto look = [&] {
        EXPECT_EQ(bench.read(ccnt_address), sc_core::sc_time_stamp().value() / period.value());
        ++looks;
    };
    sc_core::sc_spawn_options method;
    method.spawn_method();
    method.dont_initialize();
    method.set_sensitivity(&bench.toggling->posedge_event());
    sc_core::sc_spawn(look, "first", &method);
    bench.before_time = [&] {
        bench.poke(pmnc_address, enable);
        sc_core::sc_spawn(look, "last", &method);
        sc_core::sc_spawn([&] {
            for (;;) {
                sc_core::wait(bench.toggling->posedge_event());
                look();
            }
        });
    };
    run_to(ns(105));
    EXPECT_EQ(looks, 30U);
}

TEST_F(wrapper_edge_toggling, a_pin_written_by_whoever_the_edge_wakes_is_for_the_next_edge) {
    wrapper_bench bench("bench", clock_kind::toggling);
    run_to(ns(5));
    bench.write(pmnc_address, count_line_0);
    sc_core::sc_spawn_options method;
    method.spawn_method();
    method.dont_initialize();
    method.set_sensitivity(&bench.toggling->posedge_event());
    std::vector<std::uint32_t> seen;
    sc_core::sc_spawn(
        [&] {
            bench.event_bus.write(sc_core::sc_time_stamp() == ns(20) ? 1 : 0);
            seen.push_back(bench.read(pmn0_address));
        },
        "cpu", &method);
    run_to(ns(55));
    EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 0, 1, 1, 1}));
}

TEST_F(wrapper_edge_toggling, an_enable_written_in_the_delta_of_an_edge_counts_from_the_next) {
    wrapper_bench bench("bench", clock_kind::toggling);
    sc_core::sc_spawn_options method;
    method.spawn_method();
    method.dont_initialize();
    method.set_sensitivity(&bench.toggling->posedge_event());
    const auto enable_at_20 = [&] {
        if (sc_core::sc_time_stamp() == ns(20)) {
            bench.write(pmnc_address, enable);
        }
    };
    sc_core::sc_spawn(enable_at_20, "first", &method);
    bench.before_time = [&] { sc_core::sc_spawn(enable_at_20, "last", &method); };
    run_to(ns(25));
    EXPECT_EQ(bench.read(ccnt_address), 0U);
    run_to(ns(45));
    EXPECT_EQ(bench.read(ccnt_address), 2U);
}

TEST_F(wrapper_edge_toggling, plain_time_at_the_instant_of_an_edge_runs_before_it) {
    wrapper_bench bench("bench", clock_kind::toggling);
    std::uint32_t before = 99;
    std::uint32_t after = 99;
    bench.before_time = [&] { bench.poke(pmnc_address, enable); };
    sc_core::sc_spawn([&] {
        sc_core::wait(ns(20));
        before = bench.read(ccnt_address);
        sc_core::wait(sc_core::SC_ZERO_TIME);
        sc_core::wait(sc_core::SC_ZERO_TIME);
        after = bench.read(ccnt_address);
    });
    run_to(ns(25));
    EXPECT_EQ(before, 1U);
    EXPECT_EQ(after, 2U);
}

TEST_F(wrapper_edge_tickless, the_edges_of_an_instant_precede_its_accesses) {
    wrapper_bench bench("bench", clock_kind::tickless);
    std::uint32_t seen = 99;
    bench.before_time = [&] { bench.poke(pmnc_address, enable); };
    sc_core::sc_spawn([&] {
        sc_core::wait(ns(20));
        seen = bench.read(ccnt_address);
        bench.write(ccnt_address, 0x100);
    });
    run_to(ns(25));
    EXPECT_EQ(seen, 2U);
    EXPECT_EQ(bench.read(ccnt_address), 0x100U); // and the edge is not taken again
}

TEST_F(wrapper_edge_tickless, a_pin_that_changes_at_the_instant_of_an_edge_is_for_the_next) {
    wrapper_bench bench("bench", clock_kind::tickless);
    run_to(ns(5));
    bench.write(pmnc_address, count_line_0);
    run_to(ns(20));
    bench.event_bus.write(1);
    run_to(ns(30));
    bench.event_bus.write(0);
    run_to(ns(55));
    EXPECT_EQ(bench.read(pmn0_address), 1U); // the edge at 30 ns
}

TEST_F(wrapper_edge_by_hand, a_pin_that_changes_in_the_delta_of_the_edge_belongs_to_it) {
    drive_clk(false);
    bench.write(pmnc_address, count_line_0);
    bench.event_bus.write(1);
    drive_clk(true);
    drive_clk(false);
    EXPECT_EQ(bench.read(pmn0_address), 1U);
    bench.event_bus.write(0);
    drive_clk(true);
    drive_clk(false);
    EXPECT_EQ(bench.read(pmn0_address), 1U);
}

TEST_F(wrapper_edge_by_hand, the_access_may_come_before_the_process_runs) {
    drive_clk(false);
    bench.write(pmnc_address, enable);
    drive_clk(false);
    for (unsigned edge = 1; edge <= 3; ++edge) {
        drive_clk(true); // one delta: the edge is visible, nobody has been woken yet
        EXPECT_EQ(bench.read(ccnt_address), edge);
        EXPECT_EQ(bench.read(ccnt_address), edge);
        drive_clk(true);
        EXPECT_EQ(bench.read(ccnt_address), edge);
        drive_clk(false);
    }
}

TEST_F(wrapper_edge_by_hand, a_gated_clock_counts_its_rising_edges) {
    drive_clk(true); // the first edge: counting is off
    bench.write(pmnc_address, enable);
    std::mt19937 random(1);
    std::uint32_t rising = 0;
    bool level = true;
    for (unsigned i = 0; i < 5000; ++i) {
        const bool next = random() % 2 == 0;
        rising += next && !level ? 1 : 0;
        level = next;
        drive_clk(level);
        if (random() % 3 == 0) { // else the next change comes at the same instant
            sc_core::sc_start(sc_core::sc_time::from_value(1 + random() % 5000));
        }
        if (random() % 8 == 0) {
            ASSERT_EQ(bench.read(ccnt_address), rising) << "after change " << i;
        }
    }
    run_to(sc_core::sc_time_stamp() + ns(1e6)); // it stands still
    EXPECT_EQ(bench.read(ccnt_address), rising);
    EXPECT_GT(rising, 1000U);
}

} // namespace

} // namespace sc_test::wrapper_edge_test
