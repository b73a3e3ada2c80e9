// SPDX-License-Identifier: Apache-2.0
// What a value change dump shows of the ARM1176 PMU.
#include <models/trace_names.h>

#include <pmu/arm1176/arm1176_pmu.h>

namespace sc_test::arm1176_trace_names_test {
namespace {

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

} // namespace
} // namespace sc_test::arm1176_trace_names_test
