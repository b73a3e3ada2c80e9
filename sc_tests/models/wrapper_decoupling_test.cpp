// SPDX-License-Identifier: Apache-2.0
// Accesses with a delay: computed ahead on a tickless clock, waited for on a toggling one.
#include <models/wrapper_bench.h>

namespace sc_test::wrapper_decoupling_test {

namespace {

class wrapper_decoupling : public sc_fixture {
protected:
    wrapper_bench bench{"bench", clock_kind::tickless};
    void SetUp() override { run_to(ns(5)); }
};
class wrapper_waiting : public sc_fixture {
protected:
    wrapper_bench bench{"bench", clock_kind::toggling};
};

TEST_F(wrapper_decoupling, reads_the_values_of_now_and_the_delay) {
    bench.write(pmnc_address, enable);
    for (const unsigned cycles : {0U, 1U, 2U, 50U, 50U, 1'000'000U}) {
        EXPECT_EQ(bench.read_after(cycles * period, ccnt_address), cycles);
        EXPECT_EQ(bench.cpu.delay, cycles * period); // the initiator's to keep
    }
    EXPECT_EQ(bench.read_after(1'000'000 * period + ns(4), ccnt_address), 1'000'000U);
    EXPECT_EQ(bench.read_after(1'000'000 * period + ns(5), ccnt_address), 1'000'001U);
    EXPECT_EQ(sc_core::sc_time_stamp(), ns(5));
}

TEST_F(wrapper_decoupling, writes_take_effect_then) {
    bench.write_after(ns(20), pmnc_address, enable);  // at 25 ns
    bench.write_after(ns(52), pmnc_address, 0);       // at 57 ns
    bench.write_after(ns(100), pmnc_address, enable); // at 105 ns
    EXPECT_EQ(bench.read_after(ns(120), ccnt_address), 5U);
}

TEST_F(wrapper_decoupling, refused_accesses_are_refused_as_ever) {
    bench.cpu.delay = ns(100);
    bench.cpu.read(no_register);
    EXPECT_EQ(bench.cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(bench.cpu.delay, ns(100));
}

TEST_F(wrapper_decoupling, pmuirq_rises_at_its_true_time) {
    bench.write(ccnt_address, 0xFFFF'FFFC);
    bench.write(pmnc_address, enable | ccnt_irq);
    EXPECT_EQ(bench.read_after(ns(500), ccnt_address), 46U);
    EXPECT_EQ(bench.read_after(ns(500), pmnc_address) & ccnt_flag, ccnt_flag);
    EXPECT_EQ(bench.irq_log, level_changes{});
    run_to(ns(1005));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(40), 1}}));
}

/// Software enables the request of an overflow that has been, ahead of time, and comes to that
/// instant with its next access: whoever is first then, it or the unit, PMUIRQ rises.
class wrapper_meeting : public wrapper_decoupling {
protected:
    void SetUp() override {
        wrapper_decoupling::SetUp();
        bench.write(ccnt_address, 0xFFFF'FFFF);
        bench.write(pmnc_address, enable); // overflows at 10 ns
        run_to(ns(15));
    }
    void enable_request_ahead() {
        bench.write_after(ns(20), pmnc_address, enable | ccnt_irq); // rises at 35 ns
    }
    void expect_request() {
        run_to(ns(205));
        EXPECT_EQ(bench.irq_log, (level_changes{{ns(35), 1}}));
    }
};

TEST_F(wrapper_meeting, an_access_between_two_runs) {
    enable_request_ahead();
    run_to(ns(35));
    bench.write_after(ns(20), pmn0_address, 1);
    expect_request();
}

TEST_F(wrapper_meeting, an_access_of_a_process) {
    sc_core::sc_spawn([this] {
        enable_request_ahead();
        sc_core::wait(ns(20));
        bench.write(pmn0_address, 1);
    });
    expect_request();
}

// Of the methods of one instant, those run first whose event was notified first.
TEST_F(wrapper_meeting, an_access_of_a_method_before_and_after_the_unit_s) {
    sc_core::sc_event earlier;
    sc_core::sc_event later;
    for (sc_core::sc_event* const e : {&earlier, &later}) {
        sc_core::sc_spawn_options options;
        options.spawn_method();
        options.dont_initialize();
        options.set_sensitivity(e);
        sc_core::sc_spawn([this] { bench.write_after(ns(20), pmn0_address, 1); }, nullptr,
                          &options);
    }
    earlier.notify(ns(20));
    enable_request_ahead();
    run_to(ns(16));
    later.notify(ns(19));
    expect_request();
}

TEST_F(wrapper_decoupling, several_changes_ahead_each_at_its_own_time) {
    bench.write(ccnt_address, 0xFFFF'FFFE);
    bench.write(pmnc_address, enable | ccnt_irq); // rises at 20 ns
    constexpr std::uint32_t again = enable | ccnt_irq | ccnt_flag;
    bench.write_after(ns(30), pmnc_address, again);                   // falls at 35 ns
    bench.write_after(ns(30), ccnt_address, 0xFFFF'FFFD);             // rises at 60 ns
    bench.write_after(ns(80), pmnc_address, again);                   // falls at 85 ns
    bench.write_after(ns(82), ccnt_address, 0xFFFF'FFFF);             // rises at 90 ns
    bench.write_after(ns(101), pmnc_address, again | pmnc::X.mask()); // falls at 106 ns
    bench.write_after(ns(111), ccnt_address, 0xFFFF'FFFF); // rises at 120 ns, not yet computed
    EXPECT_EQ(bench.irq_log, level_changes{});
    run_to(ns(505));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(20), 1},
                                            {ns(35), 0},
                                            {ns(60), 1},
                                            {ns(85), 0},
                                            {ns(90), 1},
                                            {ns(106), 0},
                                            {ns(120), 1}}));
}

TEST_F(wrapper_decoupling, changes_that_cancel_out_at_one_instant_are_none) {
    bench.write(ccnt_address, 0xFFFF'FFFE);
    bench.write(pmnc_address, enable | ccnt_irq);
    bench.write_after(ns(15), pmnc_address, enable | ccnt_irq | ccnt_flag); // exactly at 20 ns
    run_to(ns(105));
    EXPECT_EQ(bench.irq_log, level_changes{});
}

TEST_F(wrapper_decoupling, evntbus_too) {
    bench.event_bus.write(3);
    run_to(ns(15));
    bench.write_after(ns(10), pmnc_address, pmnc::X.mask()); // from the edge at 30 ns
    bench.write_after(ns(30), pmnc_address, 0);              // until the edge at 50 ns
    EXPECT_EQ(bench.read_after(ns(100), ccnt_address), 0U);
    run_to(ns(205));
    EXPECT_EQ(bench.evntbus_log, (level_changes{{ns(30), 3}, {ns(50), 0}}));
}

TEST_F(wrapper_decoupling, an_access_in_the_past_takes_effect_at_the_units_time) {
    bench.write(pmnc_address, enable);
    EXPECT_EQ(bench.read_after(ns(100), ccnt_address), 10U); // the unit is at 105 ns
    expect_report("/pmu/arm1136/late", 1);
    EXPECT_EQ(bench.read_after(ns(40), ccnt_address), 10U);
    run_to(ns(55));
    bench.write_after(ns(0), ccnt_address, 0x100);
    EXPECT_EQ(bench.read_after(ns(50), ccnt_address), 0x100U); // now it is 105 ns
    EXPECT_EQ(bench.read_after(ns(70), ccnt_address), 0x102U);
}

TEST_F(wrapper_decoupling, an_output_change_of_a_late_write_comes_at_the_units_time) {
    bench.write(pmnc_address, enable);
    bench.read_after(ns(100), ccnt_address);
    expect_report("/pmu/arm1136/late", 1);
    run_to(ns(25));
    bench.cpu.delay = sc_core::SC_ZERO_TIME;
    bench.write(ccnt_address, 0xFFFF'FFFF);
    bench.write(pmnc_address, enable | ccnt_irq);
    run_to(ns(205));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(110), 1}}));
}

TEST_F(wrapper_decoupling, a_pin_in_the_past_takes_effect_at_the_units_time) {
    bench.write(pmnc_address, enable);
    bench.read_after(ns(100), ccnt_address);
    expect_report("/pmu/arm1136/late", 1);
    run_to(ns(25));
    bench.event_bus.write(1);
    run_to(ns(125));
    EXPECT_EQ(bench.read_after(ns(0), pmn0_address), 2U); // the edges at 110 and 120 ns
}

// models/README.md: a decoupled access uses the pins as they are driven now.
TEST_F(wrapper_decoupling, a_pin_in_the_past_acts_on_the_access_of_its_own_delta) {
    bench.write(pmnc_address, enable);
    bench.read_after(ns(100), ccnt_address); // the unit is at 105 ns
    expect_report("/pmu/arm1136/late", 1);
    run_to(ns(25));
    bench.event_bus.write(1);
    sc_core::sc_start(sc_core::SC_ZERO_TIME); // it is driven, and no process has run since
    EXPECT_EQ(bench.read_after(ns(120), pmn0_address), 4U); // the edges at 110 to 140 ns
}

TEST_F(wrapper_decoupling, looking_is_never_late) {
    bench.write(pmnc_address, enable);
    bench.read_after(ns(100), ccnt_address);
    EXPECT_EQ(bench.peek(ccnt_address), 10U);
    EXPECT_TRUE(bench.unit.snapshot() == bench.unit.snapshot());
    run_to(ns(115));
    EXPECT_EQ(bench.peek(ccnt_address), 11U);
}

TEST_F(wrapper_decoupling, a_method_process_may_have_a_delay) {
    std::uint32_t seen = 0;
    bench.write(pmnc_address, enable);
    sc_core::sc_spawn_options method;
    method.spawn_method();
    sc_core::sc_spawn([&] { seen = bench.read_after(ns(70), ccnt_address); }, "cpu", &method);
    run_to(ns(6));
    EXPECT_EQ(seen, 7U);
}

TEST_F(wrapper_waiting, the_delay_passes_and_is_zero_then) {
    sc_core::sc_spawn([&] {
        sc_core::wait(ns(5));
        bench.write_after(ns(20), pmnc_address, enable);
        EXPECT_EQ(sc_core::sc_time_stamp(), ns(25));
        EXPECT_EQ(bench.cpu.delay, sc_core::SC_ZERO_TIME);
        EXPECT_EQ(bench.read_after(ns(50), ccnt_address), 5U);
        EXPECT_EQ(sc_core::sc_time_stamp(), ns(75));
        bench.cpu.delay = ns(10);
        bench.cpu.read(no_register);
        EXPECT_EQ(bench.cpu.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
        sc_core::sc_stop();
    });
    sc_core::sc_start();
    EXPECT_GE(sc_core::sc_time_stamp(), ns(75));
}

TEST_F(wrapper_waiting, samples_the_pins_of_then) {
    sc_core::sc_spawn([&] {
        sc_core::wait(ns(5));
        bench.write(pmnc_address, enable);
        EXPECT_EQ(bench.read_after(ns(50), pmn0_address), 2U);
        sc_core::sc_stop();
    });
    sc_core::sc_spawn([&] {
        sc_core::wait(ns(15));
        bench.event_bus.write(1);
        sc_core::wait(ns(20));
        bench.event_bus.write(0);
    });
    sc_core::sc_start();
}

TEST_F(wrapper_waiting, a_method_process_cannot_wait) {
    run_to(ns(5));
    expect_report("/pmu/arm1136/cannot_wait", 1);
    bench.write(pmnc_address, enable);
    std::vector<std::uint32_t> seen;
    sc_core::sc_spawn_options method;
    method.spawn_method();
    sc_core::sc_spawn(
        [&] {
            seen.push_back(bench.read_after(ns(70), ccnt_address));
            EXPECT_EQ(bench.cpu.delay, ns(70));
            if (seen.size() < 3) {
                sc_core::next_trigger(period);
            }
        },
        "cpu", &method);
    run_to(ns(35));
    EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 1, 2})); // as of now, without the delay
    bench.cpu.delay = ns(7);                                // no process at all
    EXPECT_EQ(bench.read(ccnt_address), 3U);
}

} // namespace

} // namespace sc_test::wrapper_decoupling_test
