// SPDX-License-Identifier: Apache-2.0
// What a value change dump shows of every XScale PMU.
#pragma once

#include <models/trace_names.h>

#include <pmu/xscale_common/xsc_tables.h>

namespace sc_test {

/// What all XScales show: clock, pins, the registers of the core, and its events.
inline std::set<std::string> names_of_every_xsc() {
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

} // namespace sc_test
