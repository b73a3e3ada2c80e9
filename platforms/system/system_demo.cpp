// SPDX-License-Identifier: Apache-2.0
#include <cci400/cci400_plan.h>
#include <cci400/cci400_platform.h>
#include <cci400/linux_arm_cci.h>
#include <cortex_r5/cortex_r5_activity.h>
#include <cortex_r5/cortex_r5_plan.h>
#include <cortex_r5/cortex_r5_platform.h>
#include <cortex_r5/linux_armv7_perf.h>
#include <demo/perf_session.h>
#include <system/system_platform.h>

#include <algorithm>
#include <iterator>

namespace platform::system {

namespace {

/// The events that a CPU counts here, for four passes, as many as the CCI-400's events take.
constexpr std::uint32_t cpu_events[] = {0x01, 0x03, 0x04, 0x08, 0x5E, 0x09,
                                        0x10, 0x12, 0x40, 0x41, 0x43, 0x58};

/// A CPU with what it does, and with its driver.
struct cpu_side {
    activity::activity_source source;
    demo::demo_plan plan;
    cortex_r5::linux_armv7_perf driver;
    demo::perf_session session;

    cpu_side(unsigned n, cortex_r5_node& node, const part::demo_request& request)
        : source(("activity" + std::to_string(n)).c_str(), request.clock.period, request.seed + n,
                 cortex_r5::cortex_r5_pipeline()),
          plan(cortex_r5::cortex_r5_plan(source)), driver(node.cpu),
          session(node.cpu, n == 0 ? demo::vic_output::irq : demo::vic_output::fiq, request,
                  n == 0 ? "System" : "") {
        cortex_r5::drive_activity(source, node);
        plan.unit = "CPU" + std::to_string(n) + " ";
        plan.interrupt_lines = {components::memory_map::pmuirq_line + n};
        plan.restart_activity = [this, n](std::uint64_t seed) { source.restart(seed + n); };
        const auto is_left_out = [](const demo::demo_event& e) {
            return std::find(std::begin(cpu_events), std::end(cpu_events), e.number) ==
                   std::end(cpu_events);
        };
        plan.events.erase(std::remove_if(plan.events.begin(), plan.events.end(), is_left_out),
                          plan.events.end());
        session.add(driver, plan);
    }
};

} // namespace

bool system_demo(const part::demo_request& request, std::ostream& out) {
    system_platform target("platform", request.clock);
    cpu_side cpu0(0, target.r5[0], request);
    cpu_side cpu1(1, target.r5[1], request);

    cci400::traffic_source traffic("traffic", request.clock.period);
    cci400::drive_traffic(traffic, target.cci);
    demo::demo_plan plan = cci400::cci400_plan(traffic);
    plan.unit = "CCI ";
    plan.interrupt_lines = {cci400::wired_cci400::pmuirq_line};
    cci400::linux_arm_cci driver(target.r5[0].cpu);
    cpu0.session.add(driver, plan);

    if (request.on_begin) {
        const part::part_entry& r5 = cortex_r5::cortex_r5_part();
        request.on_begin({{"CPU 0", &r5, components::watch(target.r5[0].unit)},
                          {"CPU 1", &r5, components::watch(target.r5[1].unit)},
                          {"CCI-400", &cci400::cci400_part(), components::watch(target.cci.unit)}});
    }
    const bool held = demo::run_sessions("Two Cortex-R5 and a CCI-400, Linux perf drivers",
                                         {&cpu0.session, &cpu1.session}, request.clock.period, out);
    if (request.on_end) {
        request.on_end(held);
    }
    return held;
}

} // namespace platform::system
