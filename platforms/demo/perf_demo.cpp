// SPDX-License-Identifier: Apache-2.0
#include <demo/perf_demo.h>

#include <demo/perf_session.h>

namespace platform::demo {

demo_plan core_plan(activity::activity_source& source, const activity::event_map& kinds,
                    const pmu::event_table& events, const char* cycles, std::uint32_t number) {
    const auto total = [&source](activity::activity_kind kind) {
        return [&source, kind] { return source.totals()[kind]; };
    };
    demo_plan plan;
    plan.cycles = {cycles, number, cycle_period, total(activity::activity_kind::cycle)};
    for (const activity::event_entry& e : kinds) {
        plan.events.push_back({events.find(e.number)->name, e.number, event_period, total(e.kind)});
    }
    plan.restart_activity = [&source](std::uint64_t seed) { source.restart(seed); };
    return plan;
}

bool run_perf_demo(part::pmu_platform& target, perf_driver& driver, const demo_plan& plan,
                   const part::demo_request& request, std::ostream& out) {
    perf_session session(target.cpu, vic_output::irq, request, plan.title);
    session.add(driver, plan);
    if (request.on_begin) {
        request.on_begin({{"", nullptr, target.watched()}});
    }
    const bool held = run_sessions(plan.title, {&session}, target.period(), out);
    if (request.on_end) {
        request.on_end(held);
    }
    return held;
}

} // namespace platform::demo
