// SPDX-License-Identifier: Apache-2.0
// The Cortex-R5 PMU module: its pins, its location words, and when it sleeps.
#include <components/module_processes.h>
#include <models/wrapper_bench.h>

#include <pmu/cortex_r5/cortex_r5_pmu.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <unistd.h>

namespace sc_test::cortex_r5_pmu_test {

namespace {

using reg = pmu::cortex_r5_register;

std::uint64_t address_of(reg r) {
    return pmu::cortex_r5_registers[r].address;
}

constexpr std::uint32_t cycles = pmu::cortex_r5_counters::cycle_bit;

/// The unit on a clock of the test's choice; its pins are bound unless the test says otherwise.
class r5_bench : public sc_core::sc_module {
public:
    enum pin_binding { all_bound, only_clock };

    sc_core::sc_clock toggling{"toggling", period, 0.5, period, true};
    pmu::tickless_clock tickless{"tickless", period};
    sc_core::sc_signal<bool> reset{"reset"};
    sc_core::sc_signal<sc_dt::sc_uint<55>> event_bus{"event_bus"};
    sc_core::sc_signal<sc_dt::sc_uint<13>> aux_events{"aux_events"};
    sc_core::sc_signal<bool> dbgen{"DBGEN"};
    sc_core::sc_signal<bool> niden{"NIDEN", true};
    sc_core::sc_signal<bool> dbg_halt{"DBG_HALT"};
    sc_core::sc_signal<bool> pmuirq{"pmuirq"};
    sc_core::sc_signal<sc_dt::sc_uint<55>> evntbus{"EVNTBUS"};
    sc_core::sc_signal<bool> valirq{"VALIRQ"};
    sc_core::sc_signal<bool> valfiq{"VALFIQ"};
    sc_core::sc_signal<bool> valreset{"VALRESET"};
    sc_core::sc_signal<bool> valedbgrq{"VALEDBGRQ"};
    pmu::cortex_r5_pmu unit;
    bus_master cpu{"cpu"};
    level_changes request_log; ///< the four validation requests, as requests()

    explicit r5_bench(clock_kind kind, const pmu::cortex_r5_config& config = {},
                      pin_binding pins = all_bound)
        : sc_core::sc_module(sc_core::sc_module_name("bench")), unit("pmu", config) {
        if (kind == clock_kind::toggling) {
            unit.clk(toggling);
        } else {
            unit.clk(tickless);
        }
        cpu.socket.bind(unit.socket);
        if (pins == only_clock) {
            return;
        }
        unit.reset(reset);
        unit.event_bus(event_bus);
        unit.aux_events(aux_events);
        unit.DBGEN(dbgen);
        unit.NIDEN(niden);
        unit.DBG_HALT(dbg_halt);
        unit.pmuirq(pmuirq);
        unit.EVNTBUS(evntbus);
        unit.VALIRQ(valirq);
        unit.VALFIQ(valfiq);
        unit.VALRESET(valreset);
        unit.VALEDBGRQ(valedbgrq);
        MODULE_PROCESSES(r5_bench);
        SC_METHOD(note_requests);
        dont_initialize();
        sensitive << valirq << valfiq << valreset << valedbgrq;
    }

    void write(reg r, std::uint32_t value) {
        cpu.write(address_of(r), value);
        EXPECT_EQ(cpu.status, tlm::TLM_OK_RESPONSE);
    }
    std::uint32_t read(reg r) {
        const std::uint32_t value = cpu.read(address_of(r));
        EXPECT_EQ(cpu.status, tlm::TLM_OK_RESPONSE);
        return value;
    }
    void select(std::uint32_t counter, std::uint32_t event, std::uint32_t count = 0) {
        write(reg::PMSELR, counter);
        write(reg::PMXEVTYPER, event);
        write(reg::PMXEVCNTR, count);
    }
    unsigned requests() const {
        return unsigned{valirq.read()} << 3 | unsigned{valfiq.read()} << 2 |
               unsigned{valreset.read()} << 1 | unsigned{valedbgrq.read()};
    }

private:
    void note_requests() { request_log.push_back({sc_core::sc_time_stamp(), requests()}); }
};

/// Lets n edges pass; the test is in the middle of a period before and after.
void pass(unsigned n) {
    run_to(sc_core::sc_time_stamp() + n * period);
}

class cortex_r5_pmu_test : public on_both_clocks {};

INSTANTIATE_TEST_SUITE_P(clocks, cortex_r5_pmu_test, both_clocks(), name_of);

TEST_P(cortex_r5_pmu_test, needs_nothing_but_a_clock) {
    r5_bench bench(GetParam(), {}, r5_bench::only_clock);
    run_to(ns(5));
    bench.select(0, 0x11); // NIDEN is 1 where nothing drives it
    bench.write(reg::PMCNTENSET, cycles | 1U);
    bench.write(reg::PMCR, 0x11);
    pass(7);
    EXPECT_EQ(bench.read(reg::PMXEVCNTR), 7U);
    EXPECT_EQ(bench.read(reg::PMCCNTR), 7U);
    EXPECT_EQ(bench.unit.EVNTBUS.read().to_uint64(), 0U);
    EXPECT_FALSE(bench.unit.VALIRQ.read());
}

TEST_P(cortex_r5_pmu_test, every_line_of_aux_events_is_its_event) {
    constexpr std::uint32_t events[] = {0x46, 0x47, 0x48, 0x49, 0x50, 0x51, 0x52,
                                        0x53, 0x54, 0x55, 0x56, 0x57, 0x59};
    r5_bench bench(GetParam());
    run_to(ns(5));
    bench.write(reg::PMCNTENSET, 1);
    bench.write(reg::PMCR, 0x11);
    for (unsigned i = 0; i < std::size(events); ++i) {
        bench.select(0, events[i]);
        bench.aux_events.write(1U << i);
        pass(3);
        bench.aux_events.write(0x1FFFU & ~(1U << i));
        pass(2);
        bench.aux_events.write(0);
        EXPECT_EQ(bench.read(reg::PMXEVCNTR), 3U) << std::hex << events[i];
        EXPECT_EQ(bench.evntbus.read().to_uint64(), 0U);
    }
}

TEST_P(cortex_r5_pmu_test, the_unused_bus_bits_stay_below_the_aux_lines) {
    r5_bench bench(GetParam());
    run_to(ns(5));
    for (std::uint32_t n = 0; n < 3; ++n) {
        bench.select(n, 0x46 + n); // the lines that follow bit 50
    }
    bench.write(reg::PMCNTENSET, 7);
    bench.write(reg::PMCR, 0x11);
    bench.event_bus.write(0x78'0010'0000'0000); // 51 to 54, and 36
    pass(2);
    EXPECT_EQ(bench.evntbus.read().to_uint64(), 0U);
    for (std::uint32_t n = 0; n < 3; ++n) {
        bench.write(reg::PMSELR, n);
        EXPECT_EQ(bench.read(reg::PMXEVCNTR), 0U);
    }
    bench.event_bus.write(0x7F'FFFF'FFFF'FFFF);
    pass(1);
    EXPECT_EQ(bench.evntbus.read().to_uint64(), 0x7'FFEF'FFFF'FFFFU);
}

TEST_P(cortex_r5_pmu_test, debug_pins_permit_and_halt) {
    r5_bench bench(GetParam());
    run_to(ns(5));
    bench.select(0, 0x01);
    bench.write(reg::PMCNTENSET, cycles | 1U);
    bench.write(reg::PMCR, 0x11);
    bench.event_bus.write(1);
    pass(2);
    bench.niden.write(false);
    pass(3);
    EXPECT_EQ(bench.read(reg::PMXEVCNTR), 2U);
    EXPECT_EQ(bench.read(reg::PMCCNTR), 5U);
    EXPECT_EQ(bench.evntbus.read().to_uint64(), 0U);
    bench.dbgen.write(true);
    pass(4);
    EXPECT_EQ(bench.read(reg::PMXEVCNTR), 6U);
    bench.dbg_halt.write(true);
    pass(50); // the unit sleeps
    bench.dbg_halt.write(false);
    pass(1);
    EXPECT_EQ(bench.read(reg::PMXEVCNTR), 7U);
    EXPECT_EQ(bench.read(reg::PMCCNTR), 10U);
}

TEST_P(cortex_r5_pmu_test, requests_rise_with_the_edge_and_fall_with_the_write) {
    r5_bench bench(GetParam());
    run_to(ns(5));
    bench.write(reg::PMCCNTR, 0xFFFFFFFC);
    bench.select(0, 0x01, 0xFFFFFFFE);
    bench.write(reg::VIRQSET, cycles);
    bench.write(reg::VFIQSET, 1);
    bench.write(reg::VRSTSET, cycles);
    bench.write(reg::VDBGSET, 1);
    bench.write(reg::PMCNTENSET, cycles | 1U);
    bench.write(reg::PMCR, 1);
    bench.event_bus.write(1);
    pass(6);
    bench.write(reg::PMOVSR, 1);
    pass(1);
    bench.write(reg::PMOVSR, cycles);
    pass(1);
    EXPECT_EQ(
        bench.request_log,
        (level_changes{{ns(20), 0b0101}, {ns(40), 0b1111}, {ns(65), 0b1010}, {ns(75), 0b0000}}));
    EXPECT_FALSE(bench.pmuirq.read()); // has enables of its own
}

TEST_P(cortex_r5_pmu_test, the_polarity_of_pmuirq_is_a_parameter) {
    pmu::cortex_r5_config config;
    config.irq_active_low = true;
    r5_bench bench(GetParam(), config);
    run_to(ns(5));
    EXPECT_TRUE(bench.pmuirq.read());
    EXPECT_EQ(bench.requests(), 0U);
    bench.write(reg::PMINTENSET, cycles);
    bench.write(reg::VIRQSET, cycles);
    bench.cpu.poke(address_of(reg::PMOVSR), cycles);
    pass(1);
    EXPECT_FALSE(bench.pmuirq.read());
    EXPECT_EQ(bench.requests(), 0b1000U);
    bench.reset.write(true);
    pass(1);
    EXPECT_TRUE(bench.pmuirq.read());
    EXPECT_EQ(bench.requests(), 0U);
}

TEST_P(cortex_r5_pmu_test, csor_takes_writes_and_refuses_reads) {
    r5_bench bench(GetParam());
    run_to(ns(5));
    const pmu::cortex_r5_core before = bench.unit.snapshot();
    bench.write(reg::CSOR, 0x33);
    bench.cpu.word = 0x5A5A'A5A5;
    bench.cpu.prepare(tlm::TLM_READ_COMMAND, address_of(reg::CSOR));
    EXPECT_EQ(bench.cpu.send(), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(bench.cpu.word, 0x5A5A'A5A5U);
    EXPECT_EQ(bench.cpu.peek(address_of(reg::CSOR)), 4U);
    EXPECT_EQ(bench.cpu.word, 0U);
    EXPECT_TRUE(bench.unit.snapshot() == before);
}

// --- CFLR ----------------------------------------------------------------------------------------

constexpr std::uint64_t tcm_error = std::uint64_t{1} << 43; // 0x6A

TEST_P(cortex_r5_pmu_test, an_error_of_one_edge_updates_cflr_while_everything_is_off) {
    r5_bench bench(GetParam());
    bench.unit.set_fault_location(0x6A, 0x0200'4561); // before the simulation
    run_to(ns(5));
    pass(100); // the unit sleeps
    EXPECT_EQ(bench.read(reg::CFLR), 0U);
    bench.event_bus.write(tcm_error);
    pass(1);
    bench.event_bus.write(0);
    pass(100);
    EXPECT_EQ(bench.read(reg::CFLR), 0x0200'4561U);
}

TEST_P(cortex_r5_pmu_test, a_word_set_under_a_high_line_comes_with_the_next_edge) {
    r5_bench bench(GetParam());
    run_to(ns(5));
    bench.event_bus.write(tcm_error);
    pass(20);
    EXPECT_EQ(bench.read(reg::CFLR), 0x0100'0001U);
    bench.unit.set_fault_location(0x6A, 0x0200'0009);
    EXPECT_EQ(bench.read(reg::CFLR), 0x0100'0001U);
    pass(1);
    EXPECT_EQ(bench.read(reg::CFLR), 0x0200'0009U);
    bench.write(reg::CFLR, 5); // software's value lives until the next edge
    EXPECT_EQ(bench.read(reg::CFLR), 5U);
    pass(1);
    EXPECT_EQ(bench.read(reg::CFLR), 0x0200'0009U);
    bench.event_bus.write(0);
    bench.reset.write(true);
    pass(1);
    bench.reset.write(false);
    pass(1);
    EXPECT_EQ(bench.read(reg::CFLR), 0U);
    bench.event_bus.write(tcm_error);
    pass(1);
    EXPECT_EQ(bench.read(reg::CFLR), 0x0200'0009U); // reset keeps the word
}

TEST_P(cortex_r5_pmu_test, only_an_event_that_updates_cflr_has_a_location) {
    r5_bench bench(GetParam());
    run_to(ns(5));
    const pmu::cortex_r5_core before = bench.unit.snapshot();
    expect_error("/pmu/cortex_r5/fault_location",
                 [&] { bench.unit.set_fault_location(0x70, 0x1234); });
    EXPECT_TRUE(bench.unit.snapshot() == before);
    const std::vector<std::string> texts = reports("/pmu/cortex_r5/fault_location");
    ASSERT_EQ(texts.size(), 1U);
    EXPECT_NE(texts[0].find("got 0x70"), std::string::npos) << texts[0];
    EXPECT_NE(texts[0].find(bench.unit.name()), std::string::npos) << texts[0];
}

// --- sleep ---------------------------------------------------------------------------------------

TEST_P(cortex_r5_pmu_test, sleeps_while_no_edge_can_change_anything) {
    r5_bench bench(GetParam());
    run_to(ns(5));
    bench.select(0, 0x01);
    bench.event_bus.write(2); // another event
    bench.write(reg::PMCNTENSET, 1);
    bench.write(reg::PMCR, 0x11);
    pass(20); // more than the cycles after which pins are at rest
    const std::uint64_t before = bench.unit.activations();
    pass(10'000);
    EXPECT_EQ(bench.unit.activations(), before);
    bench.event_bus.write(1);
    pass(3);
    bench.event_bus.write(0);
    pass(10'000);
    EXPECT_EQ(bench.read(reg::PMXEVCNTR), 3U);
    EXPECT_EQ(bench.evntbus.read().to_uint64(), 0U);
    EXPECT_LT(bench.unit.activations() - before, 12U);
}

// The last value of each word in a value change dump, without the scope in its name.
std::map<std::string, std::uint32_t> last_values(const std::string& path) {
    std::map<std::string, std::string> name_of_id;
    std::map<std::string, std::uint32_t> values;
    std::ifstream vcd(path);
    for (std::string line; std::getline(vcd, line);) {
        std::istringstream words(line);
        std::string first;
        std::string id;
        words >> first >> id;
        if (first == "$var") { // $var wire 32 id name
            std::string name;
            words >> id >> id >> name;
            name_of_id[id] = name.substr(name.rfind('.') + 1);
        } else if (!first.empty() && first[0] == 'b' && name_of_id.count(id) != 0) {
            values[name_of_id[id]] =
                static_cast<std::uint32_t>(std::stoul(first.substr(1), nullptr, 2));
        }
    }
    return values;
}

// PMSELR shows software one counter at a time; who looks from outside sees all three.
TEST_P(cortex_r5_pmu_test, a_trace_and_a_snapshot_show_the_registers_of_every_counter) {
    const std::string path = testing::TempDir() + "r5_trace_" + std::to_string(getpid());
    {
        r5_bench bench(GetParam());
        sc_core::sc_trace_file* file = sc_core::sc_create_vcd_trace_file(path.c_str());
        bench.unit.trace(file);
        run_to(ns(5));
        bench.select(0, 0x11, 0xA0A0);
        bench.select(1, 0x12, 0xA1A1);
        bench.select(2, 0x145, 0xA2A2); // eight bits of it are the event
        run_to(ns(15));
        const pmu::cortex_r5_core core = bench.unit.snapshot();
        std::map<std::string, std::uint32_t> seen;
        for (const pmu::banked_register& r : pmu::cortex_r5_core::registers().banked()) {
            seen[r.name] = core.peek(r);
        }
        EXPECT_EQ(seen, (std::map<std::string, std::uint32_t>{{"PMXEVTYPER0", 0x11},
                                                              {"PMXEVTYPER1", 0x12},
                                                              {"PMXEVTYPER2", 0x45},
                                                              {"PMXEVCNTR0", 0xA0A0},
                                                              {"PMXEVCNTR1", 0xA1A1},
                                                              {"PMXEVCNTR2", 0xA2A2}}));
        sc_core::sc_close_vcd_trace_file(file);
    }
    const std::map<std::string, std::uint32_t> last = last_values(path + ".vcd");
    std::remove((path + ".vcd").c_str());
    EXPECT_EQ(last.at("PMXEVTYPER0"), 0x11U);
    EXPECT_EQ(last.at("PMXEVTYPER1"), 0x12U);
    EXPECT_EQ(last.at("PMXEVTYPER2"), 0x45U);
    EXPECT_EQ(last.at("PMXEVCNTR0"), 0xA0A0U);
    EXPECT_EQ(last.at("PMXEVCNTR1"), 0xA1A1U);
    EXPECT_EQ(last.at("PMXEVCNTR2"), 0xA2A2U);
    EXPECT_EQ(last.at("PMXEVCNTR"), 0xA2A2U); // the selected one
}

TEST_P(cortex_r5_pmu_test, unusual_use_is_reported_once) {
    expect_report("/pmu/cortex_r5/no_counter", 1);
    expect_report("/pmu/cortex_r5/reserved_event", 2);
    expect_report("/pmu/cortex_r5/software_increment", 1);
    r5_bench bench(GetParam());
    run_to(ns(5));
    for (int i = 0; i < 3; ++i) {
        bench.write(reg::PMSELR, 31);
        bench.select(0, 0x02);
        bench.select(1, 0x63);
        bench.select(2, 0x08);
        bench.write(reg::PMSWINC, 4);
    }
}

} // namespace

} // namespace sc_test::cortex_r5_pmu_test
