// SPDX-License-Identifier: Apache-2.0
// PMUIRQ and EVNTBUS: when exactly they change, and that they do not otherwise.
#include <models/wrapper_bench.h>

namespace sc_test::wrapper_irq_test {

namespace {

class wrapper_irq : public on_both_clocks {
protected:
    /// CCNT overflows with the n-th edge from now on.
    static void overflow_after(wrapper_bench& bench, std::uint32_t edges) {
        bench.write(ccnt_address, 0U - edges);
    }
};

INSTANTIATE_TEST_SUITE_P(clocks, wrapper_irq, all_clocks(), name_of);

TEST_P(wrapper_irq, rises_with_the_edge_that_overflows) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    overflow_after(bench, 3);
    bench.write(pmnc_address, enable | ccnt_irq);
    run_to(ns(1005));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(30), 1}}));
    EXPECT_EQ(bench.read(ccnt_address), 97U);
}

TEST_P(wrapper_irq, waits_for_the_start_delay) {
    wrapper_bench bench("bench", GetParam(), pmu::arm1136_config{});
    run_to(ns(5));
    overflow_after(bench, 3);
    bench.write(pmnc_address, enable | ccnt_irq);
    run_to(ns(1005));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(60), 1}}));
}

TEST_P(wrapper_irq, is_a_level_until_it_is_cleared) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    overflow_after(bench, 1);
    bench.write(pmnc_address, enable | ccnt_irq);
    run_to(ns(505));
    EXPECT_TRUE(bench.pmuirq.read());
    bench.write(pmnc_address, enable | ccnt_irq); // a 0 does not clear
    run_to(ns(605));
    EXPECT_TRUE(bench.pmuirq.read());
    bench.write(pmnc_address, enable | ccnt_irq | ccnt_flag);
    run_to(ns(705));
    overflow_after(bench, 2);
    run_to(ns(805));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(10), 1}, {ns(605), 0}, {ns(720), 1}}));
}

TEST_P(wrapper_irq, is_held_while_e_is_0) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    overflow_after(bench, 1);
    bench.write(pmnc_address, enable | ccnt_irq);
    run_to(ns(25));
    expect_report("/pmu/arm1136/irq_held", 1);
    bench.write(pmnc_address, ccnt_irq | ccnt_flag);
    EXPECT_EQ(bench.read(pmnc_address), ccnt_irq);
    EXPECT_NE(reports("/pmu/arm1136/irq_held").at(0).find("E = 1; value written: 0x440"),
              std::string::npos);
    bench.write(pmnc_address, ccnt_flag); // it is told once
    bench.write(pmnc_address, ccnt_irq);
    run_to(ns(125));
    EXPECT_TRUE(bench.pmuirq.read());
    bench.write(pmnc_address, enable | ccnt_irq);
    run_to(ns(135));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(10), 1}, {ns(125), 0}}));
}

TEST_P(wrapper_irq, does_not_glitch_at_time_0) {
    wrapper_bench bench("bench", GetParam());
    bench.before_time = [&] { EXPECT_FALSE(bench.pmuirq.read()); };
    run_to(ns(100));
    EXPECT_EQ(bench.irq_log, level_changes{});
    EXPECT_EQ(bench.evntbus_log, level_changes{});
}

// The kernel gives an output its initial level in the update before the first process runs: who
// runs sees nothing else, but is told of the change of a signal that was constructed low.
TEST_P(wrapper_irq, active_low_idles_high_before_any_process_runs) {
    pmu::arm1136_config config = without_start_delay();
    config.irq_active_low = true;
    wrapper_bench bench("bench", GetParam(), config);
    std::vector<bool> seen;
    sc_core::sc_spawn([&] { seen.push_back(bench.pmuirq.read()); });
    run_to(ns(5));
    EXPECT_EQ(seen, std::vector<bool>{true});
    overflow_after(bench, 2);
    bench.write(pmnc_address, enable | ccnt_irq);
    run_to(ns(45));
    bench.write(pmnc_address, enable | ccnt_flag);
    run_to(ns(55));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(0), 1}, {ns(20), 0}, {ns(45), 1}}));
}

TEST_P(wrapper_irq, of_each_counter) {
    wrapper_bench bench("bench", GetParam());
    sc_core::sc_time start;
    for (const auto& [address, irq] :
         {std::pair{ccnt_address, ccnt_irq}, std::pair{pmn0_address, pmnc::EC0.mask()},
          std::pair{pmn1_address, pmnc::EC1.mask()}}) {
        SCOPED_TRACE(address);
        run_to(start + ns(5));
        bench.irq_log.clear();
        bench.write(address, 0xFFFF'FFFC);
        bench.write(pmnc_address,
                    enable | irq | pmnc::EvtCount0.in_place(0xFF) | pmnc::EvtCount1.in_place(0xFF));
        run_to(start + ns(95));
        EXPECT_EQ(bench.irq_log, (level_changes{{start + ns(40), 1}}));
        bench.write(pmnc_address, enable | pmnc::CCR.mask() | pmnc::CR1.mask() | pmnc::CR0.mask() |
                                      pmnc::P.mask() | pmnc::C.mask());
        bench.write(pmnc_address, 0);
        start += ns(100);
        run_to(start);
    }
}

TEST_P(wrapper_irq, by_an_event_that_pins_report) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    bench.write(pmn0_address, 0xFFFF'FFFD);
    bench.write(pmnc_address, enable | pmnc::EC0.mask() | pmnc::EvtCount0.in_place(7));
    bench.event_bus.write(1U << 8); // one instruction an edge
    run_to(ns(15));
    bench.event_bus.write(0);
    run_to(ns(75));
    bench.event_bus.write(3U << 8); // two
    run_to(ns(125));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(80), 1}}));
}

TEST_P(wrapper_irq, evntbus_shows_the_lines_of_the_last_edge) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    bench.event_bus.write(0x8'0001);
    bench.write(pmnc_address, pmnc::X.mask()); // E = 0: the export does not care
    run_to(ns(25));
    bench.event_bus.write(0x0'0002);
    run_to(ns(27));
    bench.event_bus.write(0x0'0004);
    run_to(ns(45));
    bench.write(pmnc_address, 0);
    run_to(ns(1005));
    EXPECT_EQ(bench.evntbus_log, (level_changes{{ns(10), 0x8'0001}, {ns(30), 4}, {ns(50), 0}}));
}

} // namespace

} // namespace sc_test::wrapper_irq_test
