// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/cortex_r5_plan.h>

#include <cortex_r5/cortex_r5_activity.h>
#include <demo/perf_demo.h>

namespace platform::cortex_r5 {

void drive_activity(activity::activity_source& source, wired_cortex_r5& unit) {
    source.add_output(cortex_r5_bus_lines(),
                      [&unit](std::uint64_t lines) { unit.event_bus.write(lines); });
    source.add_output(cortex_r5_aux_lines(),
                      [&unit](std::uint64_t lines) { unit.aux_events.write(lines); });
}

demo::demo_plan cortex_r5_plan(activity::activity_source& source) {
    demo::demo_plan plan =
        demo::core_plan(source, cortex_r5_event_kinds(), pmu::cortex_r5_events, "PMCCNTR", 0xFF);
    plan.event_counters = pmu::cortex_r5_counters::event_counters;
    plan.ratios = {
        {"INST_EXEC", "PMCCNTR", 1, 2, " insn per cycle"},
        {"DUAL_PAIR", "INST_EXEC", 200, 1, "% of instructions in pairs"},
        {"ICACHE_MISS", "ICACHE_ACCESS", 100, 2, "% of fetches miss"},
        {"DCACHE_MISS", "DCACHE_ACCESS", 100, 2, "% of accesses miss"},
        {"BR_MISPRED", "BR_PREDICTABLE", 100, 2, "% of predictable branches"},
        {"STALL_IBUF", "PMCCNTR", 100, 1, "% of cycles"},
        {"STALL_DATADEP", "PMCCNTR", 100, 1, "% of cycles"},
        {"STALL_LSU", "PMCCNTR", 100, 1, "% of cycles"},
        {"STALL_INT_DIV", "PMCCNTR", 100, 1, "% of cycles"},
    };
    return plan;
}

} // namespace platform::cortex_r5
