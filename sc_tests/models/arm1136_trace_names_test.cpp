// SPDX-License-Identifier: Apache-2.0
// What a value change dump shows of the ARM1136 PMU.
#include <models/trace_names.h>

#include <pmu/arm1136/arm1136_pmu.h>

namespace sc_test::arm1136_trace_names_test {
namespace {

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

} // namespace
} // namespace sc_test::arm1136_trace_names_test
