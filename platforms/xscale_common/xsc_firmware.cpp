// SPDX-License-Identifier: Apache-2.0
#include <pmu/xscale_common/xsc_tables.h>
#include <xscale_common/pmu_modes.h>
#include <xscale_common/xsc_firmware.h>

namespace platform::xscale_common {

namespace {

std::vector<report::metric> all_metrics() {
    namespace event = pmu::xsc_event;
    std::vector<report::metric> all{
        report::instructions_per_cycle(event::INSTR_EXEC),
        report::percentage("branch", "branches that are mispredicted", "branch misprediction rate",
                           "% of branches", event::BR_MISPREDICT, event::BR_EXEC),
        report::branch_mpki(event::BR_MISPREDICT, event::INSTR_EXEC),
        report::per_thousand_instructions("icache_mpki", "instruction cache misses",
                                          "instruction cache MPKI", event::ICACHE_MISS,
                                          event::INSTR_EXEC),
        report::per_thousand_instructions("dcache_mpki", "data cache misses", "data cache MPKI",
                                          event::DCACHE_MISS, event::INSTR_EXEC),
    };
    all.insert(all.end(), pmu_modes().begin(), pmu_modes().end());
    return all;
}

} // namespace

const std::vector<report::metric>& xsc_metrics() {
    static const std::vector<report::metric> all = all_metrics();
    return all;
}

} // namespace platform::xscale_common
