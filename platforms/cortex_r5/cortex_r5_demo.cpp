// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/cortex_r5_activity.h>
#include <cortex_r5/cortex_r5_plan.h>
#include <cortex_r5/cortex_r5_platform.h>
#include <cortex_r5/linux_armv7_perf.h>
#include <parts/demo/perf_demo.h>

namespace platform {

bool cortex_r5_demo(const demo_request& request, std::ostream& out) {
    cortex_r5_platform target("platform", request.clock, {});
    activity_source source("activity", request.clock.period, request.seed, cortex_r5_pipeline());
    drive_activity(source, target);
    demo_plan plan = cortex_r5_plan(source);
    plan.title = "Cortex-R5, Linux ARMv7 perf driver";
    linux_armv7_perf driver(target.cpu);
    return run_perf_demo(target, driver, plan, request, out);
}

} // namespace platform
