// SPDX-License-Identifier: Apache-2.0
// What a value change dump shows of the XScale PMU.
#include <models/xsc_trace_names.h>

#include <pmu/xscale/xscale_pmu.h>

namespace sc_test::xscale_trace_names_test {
namespace {

TEST_P(trace_names, of_the_xscale) {
    {
        bench<pmu::xscale_pmu> b("bench", GetParam());
        b.unit.trace(open());
        run_to(ns(15));
    }
    std::set<std::string> expected = names_of_every_xsc();
    expected.insert({"PMNC.evtCount0:8", "PMNC.evtCount1:8", "PMNC.flag_CCNT", "PMNC.flag_PMN1",
                     "PMNC.flag_PMN0", "PMNC.inten_CCNT", "PMNC.inten_PMN1", "PMNC.inten_PMN0",
                     "events.PRODUCT_0", "events.PRODUCT_1", "events.PRODUCT_2", "events.PRODUCT_3",
                     "events.PRODUCT_4", "events.PRODUCT_5", "events.PRODUCT_6",
                     "events.PRODUCT_7"});
    EXPECT_EQ(close().names("bench.pmu"), expected);
}

} // namespace
} // namespace sc_test::xscale_trace_names_test
