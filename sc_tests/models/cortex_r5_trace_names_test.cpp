// SPDX-License-Identifier: Apache-2.0
// What a value change dump shows of the Cortex-R5 PMU.
#include <models/trace_names.h>

#include <pmu/cortex_r5/cortex_r5_pmu.h>

namespace sc_test::cortex_r5_trace_names_test {
namespace {

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
    // Nothing can read it; its reset value is 0.
    EXPECT_EQ(d.values("bench.pmu.CSOR"), std::vector<std::uint64_t>{0});
    for (const pmu::event_desc& e : pmu::cortex_r5_core::events()) {
        const std::string name = std::string("events.") + e.name;
        const bool has_line = e.rule == pmu::event_rule::each_line && e.line_count != 0;
        EXPECT_EQ(d.widths.count("bench.pmu." + name), has_line ? 1U : 0U) << name;
    }
}

// The second one has what the first has: it shows the same values.
TEST_P(trace_names, of_the_cortex_r5_in_two_files) {
    const std::string second = testing::TempDir() + "second_" + std::to_string(getpid());
    sc_core::sc_trace_file* const file = sc_core::sc_create_vcd_trace_file(second.c_str());
    {
        bench<pmu::cortex_r5_pmu> b("bench", GetParam());
        b.unit.trace(open());
        b.unit.trace(file);
        run_to(ns(5));
        b.cpu.write(pmu::encode({15, 0, 9, 12, 0}), 1); // PMCR.E
        run_to(ns(15));
    }
    const dump one = close();
    sc_core::sc_close_vcd_trace_file(file);
    const dump other(second + ".vcd");
    std::remove((second + ".vcd").c_str());
    EXPECT_EQ(one.names("bench.pmu"), other.names("bench.pmu"));
    EXPECT_EQ(one.values("bench.pmu.PMCR.E"), (std::vector<std::uint64_t>{0, 1}));
    EXPECT_EQ(other.values("bench.pmu.PMCR.E"), (std::vector<std::uint64_t>{0, 1}));
}

} // namespace
} // namespace sc_test::cortex_r5_trace_names_test
