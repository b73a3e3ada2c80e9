// SPDX-License-Identifier: Apache-2.0
#include <activity/activity_source.h>
#include <arm1136/arm1136_activity.h>
#include <arm1136/arm1136_platform.h>
#include <arm1136/linux_armv6_perf.h>
#include <demo/perf_demo.h>

namespace platform::arm1136 {

namespace {

constexpr std::uint32_t cycle_period = 100'003; ///< counts between two interrupts of CCNT
constexpr std::uint32_t event_period = 10'007;  ///< and of an event counter

} // namespace

bool arm1136_demo(const part::demo_request& request, std::ostream& out) {
    arm1136_platform target("platform", request.clock, {});
    activity::activity_source source("activity", request.clock.period, request.seed);
    source.add_output(arm1136_lines(), [&](std::uint64_t lines) { target.event_bus.write(lines); });

    demo::demo_plan plan;
    plan.title = "ARM1136JF-S, Linux ARMv6 perf driver";
    plan.cycles = {"CCNT", 0xFF, cycle_period,
                   [&] { return source.totals()[activity::activity_kind::cycle]; }};
    for (const activity::event_entry& e : arm1136_event_kinds()) {
        const pmu::event_desc* event = pmu::arm1136_events.find(e.number);
        plan.events.push_back({event->name, e.number, event_period,
                               [&source, kind = e.kind] { return source.totals()[kind]; }});
    }
    plan.ratios = {
        {"INSTR_EXEC", "CCNT", 1, 2, " insn per cycle"},
        {"ICACHE_MISS", "INSTR_EXEC", 1000, 2, " misses per thousand insn"},
        {"DCACHE_MISS", "INSTR_EXEC", 1000, 2, " misses per thousand insn"},
        {"ITLB_MISS", "INSTR_EXEC", 1000, 2, " misses per thousand insn"},
        {"DTLB_MISS", "INSTR_EXEC", 1000, 2, " misses per thousand insn"},
        {"MAIN_TLB_MISS", "INSTR_EXEC", 1000, 2, " misses per thousand insn"},
        {"BR_EXEC", "INSTR_EXEC", 1000, 1, " branches per thousand insn"},
        {"BR_MISPREDICT", "BR_EXEC", 100, 2, "% of branches mispredicted"},
        {"IBUF_STALL", "CCNT", 100, 1, "% of cycles"},
        {"DDEP_STALL", "CCNT", 100, 1, "% of cycles"},
        {"LSU_FULL_STALL", "CCNT", 100, 1, "% of cycles"},
    };
    plan.restart_activity = [&](std::uint64_t seed) { source.restart(seed); };
    linux_armv6_perf driver(target.cpu);
    return demo::run_perf_demo(target, driver, plan, request, out);
}

} // namespace platform::arm1136
