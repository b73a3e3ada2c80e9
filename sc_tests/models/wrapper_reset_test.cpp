// SPDX-License-Identifier: Apache-2.0
// The reset pin: at once, with or without a clock, and for as long as it is high.
#include <models/wrapper_bench.h>

namespace sc_test::wrapper_reset_test {

namespace {

class wrapper_reset : public on_both_clocks {
protected:
    /// Counting, with PMUIRQ and EVNTBUS active since 10 ns.
    static void set_going(wrapper_bench& bench) {
        run_to(ns(5));
        bench.event_bus.write(0x5);
        bench.write(ccnt_address, 0xFFFF'FFFF);
        bench.write(pmn1_address, 0x77);
        bench.write(pmnc_address, enable | ccnt_irq | pmnc::X.mask());
        run_to(ns(35));
        EXPECT_TRUE(bench.pmuirq.read());
        EXPECT_EQ(bench.evntbus.read(), 5U);
    }
    static void expect_reset_values(wrapper_bench& bench) {
        for (const pmu::register_desc& r : pmu::arm1136_registers) {
            EXPECT_EQ(bench.read(r.address), r.reset) << r.name;
            EXPECT_EQ(bench.peek(r.address), r.reset) << r.name;
        }
    }
};
class wrapper_reset_stopped : public sc_fixture {};
class wrapper_reset_decoupled : public sc_fixture {};

INSTANTIATE_TEST_SUITE_P(clocks, wrapper_reset, all_clocks(), name_of);

TEST_P(wrapper_reset, acts_between_edges) {
    wrapper_bench bench("bench", GetParam());
    set_going(bench);
    run_to(ns(36));
    bench.reset.write(true);
    run_to(ns(37));
    expect_reset_values(bench);
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(10), 1}, {ns(36), 0}}));
    EXPECT_EQ(bench.evntbus_log, (level_changes{{ns(10), 5}, {ns(36), 0}}));
}

TEST_P(wrapper_reset, holds_the_unit) {
    wrapper_bench bench("bench", GetParam());
    set_going(bench);
    bench.reset.write(true);
    run_to(ns(37));
    bench.write(pmnc_address, enable | ccnt_irq); // answered OK and ignored
    bench.write(ccnt_address, 0x1234);
    bench.poke(pmn0_address, 0x55);
    bench.poke(pmnc_address, enable | ccnt_flag | ccnt_irq);
    bench.unit.count(0x00, 10, sc_core::SC_ZERO_TIME);
    expect_reset_values(bench);
    run_to(ns(105));
    expect_reset_values(bench);
    bench.reset.write(false);
    run_to(ns(205));
    expect_reset_values(bench); // E went with everything else
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(10), 1}, {ns(35), 0}}));
}

TEST_P(wrapper_reset, refuses_what_is_refused_without_it) {
    wrapper_bench bench("bench", GetParam());
    set_going(bench);
    bench.reset.write(true);
    run_to(ns(37));
    bench.cpu.write(no_register, 1);
    EXPECT_EQ(bench.cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    bench.cpu.write(ccnt_address + 2, 1);
    EXPECT_EQ(bench.cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(bench.cpu.poke(no_register, 1), 0U);
    bench.cpu.who().privileged = false;
    bench.cpu.write(ccnt_address, 1);
    EXPECT_EQ(bench.cpu.status, tlm::TLM_COMMAND_ERROR_RESPONSE);
    bench.cpu.read(ccnt_address);
    EXPECT_EQ(bench.cpu.status, tlm::TLM_COMMAND_ERROR_RESPONSE);
}

TEST_P(wrapper_reset, counts_again_from_the_first_edge_after_it) {
    wrapper_bench bench("bench", GetParam());
    set_going(bench);
    bench.reset.write(true);
    run_to(ns(53));
    bench.reset.write(false);
    run_to(ns(55));
    bench.write(pmnc_address, enable);
    run_to(ns(85));
    EXPECT_EQ(bench.read(ccnt_address), 3U);
    EXPECT_EQ(bench.read(pmn0_address), 3U); // line 0 has been high all along
}

TEST_P(wrapper_reset, high_from_time_0_on) {
    wrapper_bench bench("bench", GetParam(), without_start_delay(), true);
    bench.before_time = [&] { bench.poke(pmnc_address, enable | ccnt_irq | ccnt_flag); };
    run_to(ns(25));
    bench.write(pmnc_address, enable);
    expect_reset_values(bench);
    bench.reset.write(false);
    run_to(ns(35));
    expect_reset_values(bench);
    bench.write(pmnc_address, enable);
    run_to(ns(55));
    EXPECT_EQ(bench.read(ccnt_address), 2U);
    EXPECT_EQ(bench.irq_log, level_changes{});
}

// Whether the kernel runs the access before the unit's own process or after it.
TEST_P(wrapper_reset, an_access_in_the_delta_of_the_reset_sees_it) {
    wrapper_bench bench("bench", GetParam());
    unsigned accesses = 0;
    const auto access = [&] {
        ++accesses;
        if (bench.reset.read()) {
            EXPECT_EQ(bench.read(pmn1_address), 0U);
            bench.write(pmn1_address, 5); // ignored
            EXPECT_EQ(bench.read(pmn1_address), 0U);
        } else {
            bench.write(pmn1_address, accesses);
            EXPECT_EQ(bench.read(pmn1_address), accesses);
        }
    };
    sc_core::sc_spawn_options method;
    method.spawn_method();
    method.dont_initialize();
    method.set_sensitivity(&bench.reset.value_changed_event());
    sc_core::sc_spawn(access, "first", &method);
    bench.before_time = [&] { sc_core::sc_spawn(access, "last", &method); };
    set_going(bench);
    bench.reset.write(true);
    run_to(ns(57));
    bench.reset.write(false);
    run_to(ns(59));
    EXPECT_EQ(accesses, 4U);
    EXPECT_EQ(bench.read(pmn1_address), 4U);
}

TEST_F(wrapper_reset_stopped, needs_no_edge) {
    wrapper_bench bench("bench", clock_kind::by_hand);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    bench.poke(pmnc_address, ccnt_irq | ccnt_flag);
    run_to(ns(5));
    bench.reset.write(true);
    run_to(ns(6));
    EXPECT_EQ(bench.read(pmnc_address), 0U);
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(0), 1}, {ns(5), 0}}));
}

TEST_F(wrapper_reset_stopped, needs_no_period) {
    wrapper_bench bench("bench", clock_kind::tickless);
    bench.tickless->set_period(sc_core::SC_ZERO_TIME);
    bench.before_time = [&] { bench.poke(pmnc_address, ccnt_irq | ccnt_flag); };
    run_to(ns(5));
    bench.reset.write(true);
    run_to(ns(6));
    EXPECT_EQ(bench.read(pmnc_address), 0U);
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(0), 1}, {ns(5), 0}}));
}

// The unit is at 105 ns, PMUIRQ is due at 40 ns, the reset comes at 25 ns: it takes effect at
// 105 ns, and what the unit has promised until then happens.
TEST_F(wrapper_reset_decoupled, comes_late_where_an_access_ran_ahead) {
    wrapper_bench bench("bench", clock_kind::tickless);
    run_to(ns(5));
    bench.write(ccnt_address, 0xFFFF'FFFC);
    bench.write(pmnc_address, enable | ccnt_irq);
    EXPECT_EQ(bench.read_after(ns(100), ccnt_address), 6U);
    run_to(ns(25));
    expect_report("/pmu/arm1136/late", 1);
    bench.reset.write(true);
    run_to(ns(30));
    EXPECT_EQ(bench.peek(ccnt_address), 0U);
    run_to(ns(205));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(40), 1}, {ns(105), 0}}));
}

} // namespace

} // namespace sc_test::wrapper_reset_test
