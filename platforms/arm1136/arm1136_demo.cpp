// SPDX-License-Identifier: Apache-2.0
#include <arm1136/arm1136_platform.h>
#include <arm11_common/arm11_activity.h>
#include <arm11_common/arm11_demo.h>

namespace platform::arm1136 {

bool arm1136_demo(const part::demo_request& request, std::ostream& out) {
    arm1136_platform target("platform", request.clock, {});
    activity::activity_source source("activity", request.clock.period, request.seed);
    source.add_output(arm11_common::arm11_lines(),
                      [&](std::uint64_t lines) { target.event_bus.write(lines); });
    return arm11_common::run_arm11_demo(
        "ARM1136JF-S, Linux ARMv6 perf driver", target, pmu::arm1136_registers, source,
        arm11_common::arm11_event_kinds(), pmu::arm1136_events, request, out);
}

} // namespace platform::arm1136
