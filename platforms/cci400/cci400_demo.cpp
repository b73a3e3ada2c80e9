// SPDX-License-Identifier: Apache-2.0
#include <cci400/cci400_plan.h>
#include <cci400/cci400_platform.h>
#include <cci400/linux_arm_cci.h>
#include <demo/perf_demo.h>

namespace platform::cci400 {

bool cci400_demo(const part::demo_request& request, std::ostream& out) {
    cci400_platform target("platform", request.clock, {});
    traffic_source source("traffic", request.clock.period);
    drive_traffic(source, target);
    demo::demo_plan plan = cci400_plan(source);
    plan.title = "CCI-400, Linux arm-cci perf driver";
    linux_arm_cci driver(target.cpu);
    return demo::run_perf_demo(target, driver, plan, request, out);
}

} // namespace platform::cci400
