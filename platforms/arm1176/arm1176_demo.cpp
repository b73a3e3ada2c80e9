// SPDX-License-Identifier: Apache-2.0
#include <arm1176/arm1176_activity.h>
#include <arm1176/arm1176_platform.h>
#include <arm11_common/arm11_activity.h>
#include <arm11_common/arm11_demo.h>

namespace platform::arm1176 {

bool arm1176_demo(const part::demo_request& request, std::ostream& out) {
    arm1176_platform target("platform", request.clock, {});
    activity::activity_source source("activity", request.clock.period, request.seed);
    source.add_output(arm11_common::arm11_lines(),
                      [&](std::uint64_t lines) { target.event_bus.write(lines); });
    source.add_output(arm1176_aux_lines(),
                      [&](std::uint64_t lines) { target.aux_events.write(lines); });
    return arm11_common::run_arm11_demo("ARM1176JZF-S, Linux ARMv6 perf driver", target,
                                        pmu::arm1176_registers, source, arm1176_event_kinds(),
                                        pmu::arm1176_events, request, out);
}

} // namespace platform::arm1176
