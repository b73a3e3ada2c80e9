// SPDX-License-Identifier: Apache-2.0
// What a value change dump shows of each part, by the names of its manual.
#include <models/wrapper_bench.h>

#include <pmu/arm1176/arm1176_pmu.h>
#include <pmu/cci400/cci400_pmu.h>
#include <pmu/cortex_r5/cortex_r5_pmu.h>
#include <pmu/ixp42x/ixp42x_pmu.h>
#include <pmu/xscale/xscale_pmu.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <unistd.h>

namespace {

using namespace sc_test;

/// A dump, read back: full names, widths and all values of each.
class dump {
public:
    explicit dump(const std::string& path) {
        std::ifstream file(path);
        std::map<std::string, std::vector<std::string>> names_of_id;
        std::vector<std::string> scopes;
        for (std::string line; std::getline(file, line);) {
            std::istringstream words(line);
            std::string first;
            words >> first;
            if (first == "$scope") {
                std::string kind;
                std::string name;
                words >> kind >> name;
                scopes.push_back(name);
            } else if (first == "$upscope") {
                scopes.pop_back();
            } else if (first == "$var") {
                std::string kind;
                std::string id;
                std::string name;
                int width = 0;
                words >> kind >> width >> id >> name;
                std::string full;
                for (std::size_t n = 1; n < scopes.size(); ++n) { // the first is SystemC's own
                    full += scopes[n] + ".";
                }
                full += name;
                names_of_id[id].push_back(full);
                widths[full] = width;
            } else if (first.size() > 1 && (first[0] == '0' || first[0] == '1')) {
                note(names_of_id[first.substr(1)], first[0] == '1' ? 1 : 0);
            } else if (!first.empty() && first[0] == 'b') {
                std::string id;
                words >> id;
                if (first.size() <= 65) {
                    note(names_of_id[id], std::stoull(first.substr(1), nullptr, 2));
                }
            }
        }
    }

    /// All names after `module.`, with their widths where they are not 1.
    std::set<std::string> names(const std::string& module) const {
        std::set<std::string> all;
        for (const auto& [name, width] : widths) {
            if (name.rfind(module + ".", 0) == 0) {
                const std::string rest = name.substr(module.size() + 1);
                all.insert(width == 1 ? rest : rest + ":" + std::to_string(width));
            }
        }
        return all;
    }
    std::vector<std::uint64_t> values(const std::string& name) const {
        const auto found = m_values.find(name);
        return found == m_values.end() ? std::vector<std::uint64_t>{} : found->second;
    }

    std::map<std::string, int> widths;

private:
    void note(const std::vector<std::string>& names, std::uint64_t value) {
        for (const std::string& name : names) {
            m_values[name].push_back(value);
        }
    }

    std::map<std::string, std::vector<std::uint64_t>> m_values;
};

class trace_names : public on_both_clocks {
protected:
    ~trace_names() override { std::remove((m_path + ".vcd").c_str()); }

    sc_core::sc_trace_file* open() {
        m_file = sc_core::sc_create_vcd_trace_file(m_path.c_str());
        return m_file;
    }
    dump close() {
        sc_core::sc_close_vcd_trace_file(m_file);
        return dump(m_path + ".vcd");
    }

    /// A unit of its own on a clock of the test's.
    template <class Unit>
    struct bench : sc_core::sc_module {
        sc_core::sc_clock toggling{"toggling", period, 0.5, period, true};
        pmu::tickless_clock tickless{"tickless", period};
        sc_core::sc_signal<typename Unit::event_bus_type> lines{"lines"};
        Unit unit{"pmu"};
        bus_master cpu{"cpu"};

        bench(const sc_core::sc_module_name& name, clock_kind kind) : sc_core::sc_module(name) {
            if (kind == clock_kind::toggling) {
                unit.clk(toggling);
            } else {
                unit.clk(tickless);
            }
            unit.event_bus(lines);
            cpu.socket.bind(unit.socket);
        }
    };

private:
    const std::string m_path = testing::TempDir() + "trace_names_" + std::to_string(getpid());
    sc_core::sc_trace_file* m_file = nullptr;
};
INSTANTIATE_TEST_SUITE_P(clocks, trace_names, both_clocks(), name_of);

TEST_P(trace_names, of_the_arm1136) {
    expect_report("/pmu/arm1136/irq_held"); // D2
    {
        wrapper_bench b("bench", GetParam());
        b.unit.trace(open());
        run_to(ns(5));
        b.write(ccnt_address, 0xFFFF'FFFD);
        b.write(pmnc_address, enable | ccnt_irq | pmnc::EvtCount0.in_place(0x0B));
        b.event_bus.write(1U << 12U | 1U << 9U); // DCACHE_MISS, and the upper wire of INSTR_EXEC
        b.etmextout.write(2);
        run_to(ns(55));
        b.write(pmnc_address, ccnt_irq | ccnt_flag);
        b.event_bus.write(1U << 13U); // while nothing counts
        run_to(ns(75));
    }
    const dump d = close();
    const std::set<std::string> expected{
        "clk", "reset", "event_bus:20", "pmuirq", "ETMEXTOUT:2", "DEBUG_STATE", "EVNTBUS:20",
        // The registers; the fields of PMNC but C and P, which only act.
        "PMNC:32", "CCNT:32", "PMN0:32", "PMN1:32", "PMNC.EvtCount0:8", "PMNC.EvtCount1:8",
        "PMNC.X", "PMNC.CCR", "PMNC.CR1", "PMNC.CR0", "PMNC.ECC", "PMNC.EC1", "PMNC.EC0", "PMNC.D",
        "PMNC.E",
        // Every event with a line of its own; those with two wires are numbers of two bits.
        "events.ICACHE_MISS", "events.IBUF_STALL", "events.DDEP_STALL", "events.ITLB_MISS",
        "events.DTLB_MISS", "events.BR_EXEC:2", "events.BR_MISPREDICT", "events.INSTR_EXEC:2",
        "events.DCACHE_ACCESS_CACHABLE", "events.DCACHE_ACCESS", "events.DCACHE_MISS",
        "events.DCACHE_WBACK", "events.SW_PC_CHANGE:2", "events.MAIN_TLB_MISS",
        "events.EXPL_D_ACCESS", "events.LSU_FULL_STALL", "events.WBUF_DRAINED", "events.ETMEXTOUT0",
        "events.ETMEXTOUT1"};
    EXPECT_EQ(d.names("bench.pmu"), expected);
    using values = std::vector<std::uint64_t>;
    EXPECT_EQ(d.values("bench.pmu.PMNC.E"), (values{0, 1, 0}));
    EXPECT_EQ(d.values("bench.pmu.PMNC.CCR"), (values{0, 1, 0}));
    EXPECT_EQ(d.values("bench.pmu.PMNC.EvtCount0"), (values{0, 0x0B, 0}));
    EXPECT_EQ(d.values("bench.pmu.pmuirq"), (values{0, 1})); // held: E is 0 (D2)
    EXPECT_EQ(d.values("bench.pmu.ETMEXTOUT"), (values{0, 2}));
    EXPECT_EQ(d.values("bench.pmu.events.ETMEXTOUT1"), (values{0, 1}));
    EXPECT_EQ(d.values("bench.pmu.events.ETMEXTOUT0"), (values{0}));
    EXPECT_EQ(d.values("bench.pmu.events.DCACHE_MISS"), (values{0, 1, 0}));
    EXPECT_EQ(d.values("bench.pmu.events.DCACHE_WBACK"), (values{0, 1}));
    EXPECT_EQ(d.values("bench.pmu.events.INSTR_EXEC"), (values{0, 2, 0}));
}

// What it shares with the ARM1136, the pins of its own, and an event for each line of aux_events.
TEST_P(trace_names, of_the_arm1176) {
    {
        bench<pmu::arm1176_pmu> b("bench", GetParam());
        sc_core::sc_signal<sc_dt::sc_uint<4>> aux_events{"aux_events"};
        sc_core::sc_signal<bool> v{"V"};
        b.unit.aux_events(aux_events);
        b.unit.V(v);
        b.unit.trace(open());
        run_to(ns(5));
        b.cpu.write(pmnc_address, enable | pmnc::EvtCount0.in_place(0x24));
        aux_events.write(0b0110); // a return that is predicted
        v.write(true);
        run_to(ns(55));
        aux_events.write(0);
        run_to(ns(75));
    }
    const dump d = close();
    std::set<std::string> expected{"clk", "reset", "event_bus:20", "pmuirq", "ETMEXTOUT:2",
                                   "DEBUG_STATE", "EVNTBUS:20", "aux_events:4", "V",
                                   // The registers; the fields of PMNC but C and P, which only act.
                                   "PMNC:32", "CCNT:32", "PMN0:32", "PMN1:32", "PMNC.EvtCount0:8",
                                   "PMNC.EvtCount1:8", "PMNC.X", "PMNC.CCR", "PMNC.CR1", "PMNC.CR0",
                                   "PMNC.ECC", "PMNC.EC1", "PMNC.EC0", "PMNC.D", "PMNC.E"};
    for (const pmu::event_desc& e : pmu::arm1176_events) {
        if (pmu::own_line(e) != 0) {
            expected.insert(std::string("events.") + e.name + (e.line_count == 2 ? ":2" : ""));
        }
    }
    EXPECT_EQ(expected.count("events.RETURN_PREDICTED"), 1U);
    EXPECT_EQ(d.names("bench.pmu"), expected);
    using values = std::vector<std::uint64_t>;
    EXPECT_EQ(d.values("bench.pmu.aux_events"), (values{0, 6, 0}));
    EXPECT_EQ(d.values("bench.pmu.V"), (values{0, 1}));
    EXPECT_EQ(d.values("bench.pmu.events.CALL_EXEC"), (values{0}));
    EXPECT_EQ(d.values("bench.pmu.events.RETURN_EXEC"), (values{0, 1, 0}));
    EXPECT_EQ(d.values("bench.pmu.events.RETURN_PREDICTED"), (values{0, 1, 0}));
    EXPECT_EQ(d.values("bench.pmu.events.RETURN_MISPREDICT"), (values{0}));
}

// What both XScales show: clock, pins, the registers of the core, and its events.
std::set<std::string> names_of_an_xscale() {
    std::set<std::string> all{"clk",     "reset",   "event_bus:24", "pmuirq", "CCNT:32",
                              "PMN0:32", "PMN1:32", "PMNC:32",      "PMNC.D", "PMNC.E"};
    for (const pmu::event_desc& e : pmu::xsc_core_events) {
        if (e.line_count == 1) {
            all.insert(std::string("events.") + e.name);
        }
    }
    EXPECT_EQ(all.count("events.DBUFFER_STALL"), 1U);
    return all;
}

TEST_P(trace_names, of_the_xscale) {
    {
        bench<pmu::xscale_pmu> b("bench", GetParam());
        b.unit.trace(open());
        run_to(ns(15));
    }
    std::set<std::string> expected = names_of_an_xscale();
    expected.insert({"PMNC.evtCount0:8", "PMNC.evtCount1:8", "PMNC.flag_CCNT", "PMNC.flag_PMN1",
                     "PMNC.flag_PMN0", "PMNC.inten_CCNT", "PMNC.inten_PMN1", "PMNC.inten_PMN0",
                     "events.PRODUCT_0", "events.PRODUCT_1", "events.PRODUCT_2", "events.PRODUCT_3",
                     "events.PRODUCT_4", "events.PRODUCT_5", "events.PRODUCT_6",
                     "events.PRODUCT_7"});
    EXPECT_EQ(close().names("bench.pmu"), expected);
}

TEST_P(trace_names, of_the_ixp42x) {
    {
        bench<pmu::ixp42x_pmu> b("bench", GetParam());
        b.unit.trace(open());
        run_to(ns(15));
    }
    std::set<std::string> expected = names_of_an_xscale();
    expected.insert({"PMN2:32",
                     "PMN3:32",
                     "PMNC.ID:8",
                     "INTEN:32",
                     "INTEN.CCNT",
                     "INTEN.PMN0",
                     "INTEN.PMN1",
                     "INTEN.PMN2",
                     "INTEN.PMN3",
                     "FLAG:32",
                     "FLAG.CCNT",
                     "FLAG.PMN0",
                     "FLAG.PMN1",
                     "FLAG.PMN2",
                     "FLAG.PMN3",
                     "EVTSEL:32",
                     "EVTSEL.evtCount0:8",
                     "EVTSEL.evtCount1:8",
                     "EVTSEL.evtCount2:8",
                     "EVTSEL.evtCount3:8"});
    EXPECT_EQ(close().names("bench.pmu"), expected);
}

// Both buses, by the names of the revision's list; the lines that the list leaves out have none.
TEST_P(trace_names, of_the_cci400) {
    {
        bench<pmu::cci400_pmu> b("bench", GetParam());
        sc_core::sc_signal<pmu::cci400_pmu::event_bus_type> secure{"secure"};
        b.unit.secure_event_bus(secure);
        b.unit.trace(open());
        run_to(ns(5));
        pmu::cci400_pmu::event_bus_type lines;
        lines[0x80] = true; // S4, event 0
        b.lines.write(lines);
        run_to(ns(15));
        secure.write(lines);
        run_to(ns(25));
    }
    const dump d = close();
    const std::set<std::string> names = d.names("bench.pmu");
    for (const char* name : {"clk",
                             "reset",
                             "event_bus:256",
                             "secure_event_bus:256",
                             "NIDEN",
                             "SPNIDEN",
                             "ECOREVNUM:4",
                             "nEVNTCNTOVERFLOW:5",
                             "EVNTBUS:159",
                             "pmuirq",
                             "PMCR:32",
                             "PMCR.N:5",
                             "PMCR.DP",
                             "PMCR.EX",
                             "PMCR.CCD",
                             "PMCR.CEN",
                             "CCNT:32",
                             "CCNT_OVF.OVF",
                             "ESR3.SRC:3",
                             "ESR3.NUM:5",
                             "ECNT3:32",
                             "ECTRL3.EN",
                             "EOVF3.OVF",
                             "SAR.NS",
                             "PIDR2.Revision:4"}) {
        EXPECT_EQ(names.count(name), 1U) << name;
    }
    EXPECT_EQ(names.count("PMCR.RST"), 0U); // only acts
    std::size_t lines = 0;
    for (const std::string& name : names) {
        lines += name.find("events.") != std::string::npos ? 1U : 0U;
    }
    EXPECT_EQ(lines, 2U * 159U);
    const pmu::event_desc* event = pmu::cci400_core::events().find(0x80);
    ASSERT_NE(event, nullptr);
    using values = std::vector<std::uint64_t>;
    EXPECT_EQ(d.values(std::string("bench.pmu.events.") + event->name), (values{0, 1}));
    EXPECT_EQ(d.values(std::string("bench.pmu.secure_events.") + event->name), (values{0, 1}));
}

// Of the event counters each has its registers, whatever PMSELR selects.
TEST_P(trace_names, of_the_cortex_r5) {
    {
        bench<pmu::cortex_r5_pmu> b("bench", GetParam());
        b.unit.trace(open());
        run_to(ns(15));
    }
    const dump d = close();
    const std::set<std::string> names = d.names("bench.pmu");
    for (const char* name :
         {"clk",           "reset",         "event_bus:55",  "aux_events:13",  "DBGEN",
          "NIDEN",         "DBG_HALT",      "EVNTBUS:55",    "VALIRQ",         "VALFIQ",
          "VALRESET",      "VALEDBGRQ",     "pmuirq",        "PMCR:32",        "PMCR.E",
          "PMXEVCNTR0:32", "PMXEVCNTR1:32", "PMXEVCNTR2:32", "PMXEVTYPER0:32", "PMXEVTYPER2:32",
          "PMCCNTR:32",    "PMOVSR:32"}) {
        EXPECT_EQ(names.count(name), 1U) << name;
    }
    for (const pmu::event_desc& e : pmu::cortex_r5_core::events()) {
        const std::string name = std::string("events.") + e.name;
        const bool has_line = e.rule == pmu::event_rule::each_line && e.line_count != 0;
        EXPECT_EQ(d.widths.count("bench.pmu." + name), has_line ? 1U : 0U) << name;
    }
}

} // namespace
