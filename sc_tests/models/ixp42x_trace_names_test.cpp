// SPDX-License-Identifier: Apache-2.0
// What a value change dump shows of the IXP42X PMU.
#include <models/xsc_trace_names.h>

#include <pmu/ixp42x/ixp42x_pmu.h>

namespace sc_test::ixp42x_trace_names_test {
namespace {

TEST_P(trace_names, of_the_ixp42x) {
    {
        bench<pmu::ixp42x_pmu> b("bench", GetParam());
        b.unit.trace(open());
        run_to(ns(15));
    }
    std::set<std::string> expected = names_of_every_xsc();
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

} // namespace
} // namespace sc_test::ixp42x_trace_names_test
