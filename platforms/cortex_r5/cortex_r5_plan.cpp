// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/cortex_r5_plan.h>

#include <cortex_r5/cortex_r5_activity.h>

namespace platform::cortex_r5 {

namespace {

constexpr std::uint32_t cycle_period = 100'003; ///< counts between two interrupts of PMCCNTR
constexpr std::uint32_t event_period = 10'007;  ///< and of an event counter

} // namespace

void drive_activity(activity::activity_source& source, wired_cortex_r5& unit) {
    source.add_output(cortex_r5_bus_lines(),
                      [&unit](std::uint64_t lines) { unit.event_bus.write(lines); });
    source.add_output(cortex_r5_aux_lines(),
                      [&unit](std::uint64_t lines) { unit.aux_events.write(lines); });
}

demo::demo_plan cortex_r5_plan(activity::activity_source& source) {
    demo::demo_plan plan;
    plan.event_counters = pmu::cortex_r5_counters::event_counters;
    plan.cycles = {"PMCCNTR", 0xFF, cycle_period,
                   [&source] { return source.totals()[activity::activity_kind::cycle]; }};
    for (const activity::event_entry& e : cortex_r5_event_kinds()) {
        const pmu::event_desc* event = pmu::cortex_r5_events.find(e.number);
        plan.events.push_back({event->name, e.number, event_period,
                               [&source, kind = e.kind] { return source.totals()[kind]; }});
    }
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
    plan.restart_activity = [&source](std::uint64_t seed) { source.restart(seed); };
    return plan;
}

} // namespace platform::cortex_r5
