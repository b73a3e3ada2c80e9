// SPDX-License-Identifier: Apache-2.0
// A PMU as a citizen of a design: pins left open, neighbours, snapshots, traces, warnings.
#include <models/wrapper_bench.h>

#include <pmu/xscale/xscale_pmu.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace sc_test::wrapper_module_test {

namespace {

class wrapper_module : public on_both_clocks {};
class wrapper_open_pins : public sc_fixture {};
class wrapper_trace : public sc_fixture {};

INSTANTIATE_TEST_SUITE_P(clocks, wrapper_module, both_clocks(), name_of);

TEST_P(wrapper_module, all_pins_but_the_clock_may_stay_open) {
    sc_core::sc_clock toggling("toggling", period, 0.5, period, true);
    pmu::tickless_clock tickless("tickless", period);
    pmu::arm1136_pmu unit{"pmu", without_start_delay()};
    bus_master cpu{"cpu"};
    if (GetParam() == clock_kind::toggling) {
        unit.clk(toggling);
    } else {
        unit.clk(tickless);
    }
    cpu.socket.bind(unit.socket);
    expect_report("/pmu/arm1136/nothing_drives", 1); // a 0 that says nothing
    run_to(ns(5));
    cpu.write(ccnt_address, 0xFFFF'FFFF);
    cpu.write(pmnc_address, enable | ccnt_irq | pmnc::X.mask());
    run_to(ns(35));
    EXPECT_EQ(cpu.read(ccnt_address), 2U);
    EXPECT_EQ(cpu.read(pmn0_address), 0U); // open lines are low
    EXPECT_TRUE(unit.pmuirq.read());
    EXPECT_EQ(unit.EVNTBUS.read(), 0U);
}

TEST_F(wrapper_open_pins, an_active_low_interrupt_that_nobody_reads) {
    pmu::arm1136_config config;
    config.irq_active_low = true;
    pmu::tickless_clock clock("clock", period);
    pmu::arm1136_pmu unit{"pmu", config};
    bus_master cpu{"cpu"};
    unit.clk(clock);
    cpu.socket.bind(unit.socket);
    run_to(ns(5));
    EXPECT_TRUE(unit.pmuirq.read());
}

TEST_F(wrapper_open_pins, an_impossible_parameter_is_an_error) {
    pmu::arm1136_config config;
    config.start_delay_cycles = 1001;
    expect_error("/pmu/arm1136/start_delay_cycles", [&config] {
        const pmu::arm1136_pmu unit{"pmu", config};
    });
    EXPECT_EQ(reports("/pmu/arm1136/start_delay_cycles").front(),
              "pmu: the parameter `start_delay_cycles` of arm1136 is a number from 0 to 1000, got "
              "1001");
}

TEST_P(wrapper_module, neighbours_do_not_disturb_each_other) {
    pmu::arm1136_config strange;
    strange.irq_active_low = true;
    strange.ccnt_reset_value = 0x1000;
    wrapper_bench bench("bench", GetParam());
    pmu::arm1136_pmu other{"other", strange};
    pmu::xscale_pmu third{"third"};
    sc_core::sc_clock slow("slow", ns(100), 0.5, ns(100), true);
    bus_master cpu{"cpu"};
    cpu.socket.bind(other.socket);
    other.clk(slow);
    third.clk(slow);
    bus_master xscale_cpu{"xscale_cpu"};
    xscale_cpu.socket.bind(third.socket);

    run_to(ns(5));
    EXPECT_EQ(bench.read(ccnt_address), 0U);
    EXPECT_EQ(cpu.read(ccnt_address), 0x1000U);
    bench.write(pmnc_address, enable);
    cpu.write(pmnc_address, enable); // with the usual start delay
    run_to(ns(505));
    EXPECT_EQ(bench.read(ccnt_address), 50U);
    EXPECT_EQ(cpu.read(ccnt_address), 0x1002U);
    EXPECT_TRUE(other.pmuirq.read());
    EXPECT_FALSE(bench.pmuirq.read());
    EXPECT_TRUE(third.snapshot() == pmu::xscale_core());
}

TEST_P(wrapper_module, a_snapshot_is_as_of_now_and_stays) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    bench.write(pmnc_address, enable);
    run_to(ns(55));
    const pmu::arm1136_core then = bench.unit.snapshot();
    EXPECT_TRUE(bench.unit.snapshot() == then);
    std::uint32_t ccnt = 0;
    EXPECT_TRUE(then.peek(ccnt_address, {}, ccnt));
    EXPECT_EQ(ccnt, 5U);
    run_to(ns(65));
    EXPECT_FALSE(bench.unit.snapshot() == then);
    EXPECT_TRUE(then.peek(ccnt_address, {}, ccnt));
    EXPECT_EQ(ccnt, 5U);
}

TEST_P(wrapper_module, a_reserved_event_is_reported_once_for_each_number) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    expect_report("/pmu/arm1136/reserved_event", 2);
    for (unsigned i = 0; i < 3; ++i) {
        for (const std::uint32_t event : {0x13U, 0x80U}) {
            bench.write(pmnc_address, enable | pmnc::EvtCount0.in_place(event));
            EXPECT_EQ(pmnc::EvtCount0.of(bench.read(pmnc_address)), event); // reads back
        }
    }
    const std::vector<std::string> texts = reports("/pmu/arm1136/reserved_event");
    ASSERT_EQ(texts.size(), 2U);
    EXPECT_NE(texts[0].find("bench.pmu"), std::string::npos) << texts[0];
    EXPECT_NE(texts[0].find("0x13"), std::string::npos) << texts[0];
    EXPECT_NE(texts[1].find("0x80"), std::string::npos) << texts[1];
    bench.event_bus.write(0xF'FFFF);
    run_to(ns(55));
    EXPECT_EQ(bench.read(pmn0_address), 0U); // counts nothing
}

TEST_F(wrapper_trace, shows_the_registers_by_name) {
    const std::string path = testing::TempDir() + "wrapper_trace_" + std::to_string(getpid());
    {
        wrapper_bench bench("bench", clock_kind::toggling);
        sc_core::sc_trace_file* file = sc_core::sc_create_vcd_trace_file(path.c_str());
        bench.unit.trace(file);
        run_to(ns(5));
        bench.write(pmn1_address, 0x5A5A);
        bench.write(pmnc_address, enable);
        run_to(ns(55));
        sc_core::sc_close_vcd_trace_file(file);
    }
    std::ifstream vcd(path + ".vcd");
    std::stringstream text;
    text << vcd.rdbuf();
    std::remove((path + ".vcd").c_str());
    for (const char* name : {"PMNC", "CCNT", "PMN0", "PMN1"}) {
        EXPECT_NE(text.str().find(name), std::string::npos) << name;
    }
    EXPECT_NE(text.str().find("b101101001011010 "), std::string::npos) << text.str(); // PMN1
    std::size_t at = 0;
    for (const char* count : {"b1 ", "b10 ", "b11 ", "b100 ", "b101 "}) { // CCNT at each edge
        at = text.str().find(count, at);
        EXPECT_NE(at, std::string::npos) << count << "in\n" << text.str();
    }
}

} // namespace

} // namespace sc_test::wrapper_module_test
