// SPDX-License-Identifier: Apache-2.0
// When a unit on an sc_clock computes its edges, and when it steps them.
#include <models/wrapper_bench.h>

#include <support/temporary_folder.h>

#include <gmock/gmock.h>

namespace sc_test::wrapper_clock_test {

namespace {

constexpr std::uint32_t count_line_0 = enable; // EvtCount0 = 0 is line 0

class wrapper_clock : public sc_fixture {
protected:
    /// Activations of a unit that counts for a thousand cycles.
    /// \param changes_every cycles; 0: the pins stand still
    static std::uint64_t activations(wrapper_bench& bench, unsigned changes_every) {
        const std::uint64_t before = bench.unit.activations();
        const std::uint32_t cycles_before = bench.read(ccnt_address);
        for (unsigned cycle = 1; cycle <= 1000; ++cycle) {
            if (changes_every != 0 && cycle % changes_every == 0) {
                bench.event_bus.write(bench.event_bus.read() ^ 1);
            }
            sc_core::sc_start(period);
        }
        EXPECT_EQ(bench.read(ccnt_address) - cycles_before, 1000U);
        return bench.unit.activations() - before;
    }
    static void start(wrapper_bench& bench) {
        run_to(ns(5));
        bench.write(pmnc_address, count_line_0 | ccnt_irq);
        run_to(ns(6)); // which wakes it
    }
};

TEST_F(wrapper_clock, constant_pins_cost_two_activations_in_all) {
    wrapper_bench bench("bench", clock_kind::toggling);
    start(bench);
    activations(bench, 0);
    EXPECT_LE(bench.unit.activations(), 2U);
}

TEST_F(wrapper_clock, pins_that_change_now_and_then_cost_an_activation_a_change) {
    wrapper_bench bench("bench", clock_kind::toggling);
    start(bench);
    activations(bench, 0);
    EXPECT_EQ(activations(bench, 100), 10U);
    EXPECT_EQ(activations(bench, 10), 100U);
}

TEST_F(wrapper_clock, pins_that_change_in_most_cycles_are_stepped_until_they_rest) {
    wrapper_bench bench("bench", clock_kind::toggling);
    start(bench);
    EXPECT_THAT(activations(bench, 1), testing::AllOf(testing::Ge(1000U), testing::Le(1020U)));
    EXPECT_THAT(activations(bench, 2), testing::AllOf(testing::Ge(1000U), testing::Le(1020U)));
    EXPECT_LE(activations(bench, 0), 20U);
    EXPECT_EQ(activations(bench, 0), 0U);
    EXPECT_EQ(bench.read(pmn0_address), 1000U); // half of the cycles in which the line moved
}

TEST_F(wrapper_clock, a_stop_ends_the_stepping) {
    wrapper_bench bench("bench", clock_kind::toggling);
    start(bench);
    activations(bench, 1);
    bench.write(pmnc_address, 0);
    sc_core::sc_start(2 * period);
    const std::uint64_t stopped = bench.unit.activations();
    for (unsigned cycle = 0; cycle < 100; ++cycle) {
        bench.event_bus.write(cycle % 2);
        sc_core::sc_start(period);
    }
    EXPECT_EQ(bench.unit.activations(), stopped);
}

TEST_F(wrapper_clock, any_other_clock_is_stepped) {
    wrapper_bench bench("bench", clock_kind::stepped);
    start(bench);
    EXPECT_EQ(activations(bench, 0), 1000U);
}

TEST_F(wrapper_clock, a_traced_unit_is_stepped) {
    const temporary_folder folder;
    sc_core::sc_trace_file* const file =
        sc_core::sc_create_vcd_trace_file(folder.path("trace").c_str());
    wrapper_bench bench("bench", clock_kind::toggling);
    bench.unit.trace(file);
    start(bench);
    EXPECT_EQ(activations(bench, 0), 1000U);
    sc_core::sc_close_vcd_trace_file(file);
}

// The alarm for it comes one delta before the edge, and the output changes in the delta after it.
TEST_F(wrapper_clock, an_output_changes_in_the_delta_of_its_edge) {
    wrapper_bench bench("bench", clock_kind::toggling);
    std::uint64_t edge_delta = 0;
    std::uint64_t irq_delta = 0;
    sc_core::sc_spawn([&] {
        for (;;) {
            sc_core::wait(bench.toggling->posedge_event());
            edge_delta =
                sc_core::sc_time_stamp() == ns(1010) ? sc_core::sc_delta_count() : edge_delta;
        }
    });
    sc_core::sc_spawn([&] {
        sc_core::wait(bench.pmuirq.posedge_event());
        irq_delta = sc_core::sc_delta_count();
    });
    run_to(ns(5));
    bench.write(ccnt_address, 0U - 101);
    bench.write(pmnc_address, enable | ccnt_irq);
    run_to(ns(1100));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(1010), 1}}));
    EXPECT_NE(edge_delta, 0U);
    EXPECT_EQ(irq_delta, edge_delta + 1);
}

} // namespace

} // namespace sc_test::wrapper_clock_test
