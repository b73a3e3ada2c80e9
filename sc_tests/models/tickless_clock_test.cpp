// SPDX-License-Identifier: Apache-2.0
// The clock that never toggles: where its edges fall while its period changes.
#include <components/module_processes.h>
#include <models/wrapper_bench.h>

namespace sc_test::tickless_clock_test {

namespace {

/// A module that wants a real clock.
struct clocked : sc_core::sc_module {
    sc_core::sc_in<bool> clk{"clk"};
    enum wish { any_edge, rising, falling };

    clocked(const sc_core::sc_module_name& name, wish what) : sc_core::sc_module(name) {
        MODULE_PROCESSES(clocked);
        SC_METHOD(tick);
        switch (what) {
        case any_edge: sensitive << clk; break;
        case rising: sensitive << clk.pos(); break;
        case falling: sensitive << clk.neg(); break;
        }
    }
    void tick() {}
};

/// Shows the edges: each one is an output change.
class tickless_clock : public sc_fixture {
protected:
    wrapper_bench bench{"bench", clock_kind::tickless};

    /// PMUIRQ rises with the n-th edge from now on.
    void watch_edge(std::uint32_t n) {
        bench.write(pmnc_address, enable | ccnt_irq | ccnt_flag);
        bench.write(ccnt_address, 0U - n);
    }
    sc_core::sc_time last_rise() const {
        for (auto i = bench.irq_log.rbegin(); i != bench.irq_log.rend(); ++i) {
            if (i->level == 1) {
                return i->time;
            }
        }
        return sc_core::SC_ZERO_TIME;
    }
    void change_period(const sc_core::sc_time& to) const { bench.tickless->set_period(to); }
};

TEST_F(tickless_clock, never_toggles) {
    pmu::tickless_clock clock("clock", period, ns(7));
    EXPECT_EQ(clock.period(), period);
    EXPECT_EQ(clock.start(), ns(7));
    EXPECT_FALSE(clock.read());
    EXPECT_FALSE(clock.event());
    EXPECT_FALSE(clock.posedge());
    EXPECT_FALSE(clock.negedge());
    EXPECT_STREQ(clock.kind(), "pmu::tickless_clock");
    const sc_core::sc_signal_in_if<bool>& as_signal = clock; // as a port sees it
    EXPECT_FALSE(as_signal.get_data_ref());
    EXPECT_FALSE(as_signal.event() || as_signal.posedge() || as_signal.negedge());
    expect_error("/pmu/clock/no_edges", [&] { as_signal.value_changed_event(); });
}

TEST_F(tickless_clock, a_longer_period) {
    run_to(ns(5));
    watch_edge(3); // 10, 20, then
    run_to(ns(24));
    change_period(ns(100));
    run_to(ns(1005));
    EXPECT_EQ(last_rise(), ns(120));
    EXPECT_EQ(bench.read(ccnt_address), 8U); // 220 to 920
}

TEST_F(tickless_clock, a_shorter_period) {
    run_to(ns(5));
    watch_edge(3);
    run_to(ns(21));
    change_period(ns(4));
    run_to(ns(51));
    EXPECT_EQ(last_rise(), ns(24));
    EXPECT_EQ(bench.read(ccnt_address), 6U); // 28, 32, ..., 48
}

TEST_F(tickless_clock, an_edge_that_is_due_at_once) {
    run_to(ns(5));
    watch_edge(3);
    run_to(ns(28));
    change_period(ns(4)); // 8 ns have passed since the last edge
    EXPECT_EQ(bench.read(ccnt_address), 0U);
    run_to(ns(33));
    EXPECT_EQ(last_rise(), ns(28));
    EXPECT_EQ(bench.read(ccnt_address), 1U); // 32
}

TEST_F(tickless_clock, stops_and_resumes_with_what_it_kept) {
    expect_report("/pmu/arm1136/clock_stands_still", 1);
    run_to(ns(5));
    watch_edge(3);
    run_to(ns(27));
    change_period(sc_core::SC_ZERO_TIME);
    run_to(ns(1000));
    EXPECT_EQ(bench.read(ccnt_address), 0xFFFF'FFFFU);
    change_period(period);
    run_to(ns(1005));
    EXPECT_EQ(last_rise(), ns(1003));
    EXPECT_EQ(bench.read(ccnt_address), 0U);
    run_to(ns(1025));
    EXPECT_EQ(bench.read(ccnt_address), 2U);
}

TEST_F(tickless_clock, stands_still_from_the_start_where_the_period_is_0) {
    expect_report("/pmu/arm1136/clock_stands_still", 1);
    change_period(sc_core::SC_ZERO_TIME);
    run_to(ns(105));
    bench.write(pmnc_address, enable);
    run_to(ns(205));
    EXPECT_EQ(bench.read(ccnt_address), 0U);
    change_period(period);
    run_to(ns(236));
    EXPECT_EQ(bench.read(ccnt_address), 3U); // 215, 225, 235
}

TEST_F(tickless_clock, many_changes_within_one_period) {
    run_to(ns(5));
    watch_edge(1);
    for (unsigned i = 0; i < 4; ++i) {
        change_period(ns(50 + i));
        sc_core::sc_start(ns(10));
    }
    run_to(ns(205));
    EXPECT_EQ(last_rise(), ns(53)); // no edge has been lost on the way, none gained
}

TEST_F(tickless_clock, a_change_in_the_past_takes_effect_at_the_units_time) {
    run_to(ns(5));
    bench.write(pmnc_address, enable);
    EXPECT_EQ(bench.read_after(ns(40), ccnt_address), 4U); // the unit is at 45 ns
    expect_report("/pmu/arm1136/late", 1);
    run_to(ns(15));
    change_period(ns(100));
    bench.cpu.delay = sc_core::SC_ZERO_TIME;
    run_to(ns(139));
    EXPECT_EQ(bench.read(ccnt_address), 4U);
    run_to(ns(141));
    EXPECT_EQ(bench.read(ccnt_address), 5U); // 140
}

class tickless_clock_alone : public sc_fixture {};

TEST_F(tickless_clock_alone, may_start_later_and_change_before) {
    pmu::tickless_clock clock("clock", period, ns(100));
    pmu::arm1136_pmu unit{"pmu", without_start_delay()};
    bus_master cpu{"cpu"};
    unit.clk(clock);
    cpu.socket.bind(unit.socket);
    run_to(ns(1));
    cpu.write(pmnc_address, enable);
    run_to(ns(50));
    clock.set_period(ns(20));
    run_to(ns(119));
    EXPECT_EQ(cpu.read(ccnt_address), 0U);
    run_to(ns(121));
    EXPECT_EQ(cpu.read(ccnt_address), 1U);
    run_to(ns(161));
    EXPECT_EQ(cpu.read(ccnt_address), 3U);
}

TEST_F(tickless_clock_alone, drives_several_units) {
    pmu::tickless_clock clock("clock", period);
    pmu::arm1136_pmu fast{"fast", without_start_delay()};
    pmu::arm1136_pmu slow{"slow"}; // a start delay of three edges
    bus_master cpu_a{"cpu_a"};
    bus_master cpu_b{"cpu_b"};
    fast.clk(clock);
    slow.clk(clock);
    cpu_a.socket.bind(fast.socket);
    cpu_b.socket.bind(slow.socket);
    run_to(ns(5));
    cpu_a.write(pmnc_address, enable);
    cpu_b.write(pmnc_address, enable);
    run_to(ns(55));
    clock.set_period(ns(100));
    run_to(ns(345));
    EXPECT_EQ(cpu_a.read(ccnt_address), 7U); // 10 to 50, 150, 250
    EXPECT_EQ(cpu_b.read(ccnt_address), 4U);
    clock.set_period(sc_core::SC_ZERO_TIME);
    expect_report("/pmu/arm1136/clock_stands_still", 2);
    run_to(ns(1345));
    EXPECT_EQ(cpu_a.read(ccnt_address), 7U);
    EXPECT_EQ(cpu_b.read(ccnt_address), 4U);
}

class tickless_clock_has_no_edges : public sc_fixture,
                                    public testing::WithParamInterface<clocked::wish> {};

INSTANTIATE_TEST_SUITE_P(wishes, tickless_clock_has_no_edges,
                         testing::Values(clocked::any_edge, clocked::rising, clocked::falling));

TEST_P(tickless_clock_has_no_edges, and_says_so) {
    pmu::tickless_clock clock("clock", period);
    clocked module("module", GetParam());
    expect_error("/pmu/clock/no_edges", [&] {
        module.clk(clock);
        sc_core::sc_start(sc_core::SC_ZERO_TIME);
    });
    const std::string text = reports("/pmu/clock/no_edges").front();
    EXPECT_NE(text.find("clock"), std::string::npos) << text;
    EXPECT_NE(text.find("sc_clock"), std::string::npos) << text;
}

} // namespace

} // namespace sc_test::tickless_clock_test
