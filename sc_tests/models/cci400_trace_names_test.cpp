// SPDX-License-Identifier: Apache-2.0
// What a value change dump shows of the CCI-400 PMU.
#include <models/trace_names.h>

#include <pmu/cci400/cci400_pmu.h>

namespace sc_test::cci400_trace_names_test {
namespace {

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

} // namespace
} // namespace sc_test::cci400_trace_names_test
