// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/cortex_r5_activity.h>
#include <cortex_r5/cortex_r5_plan.h>
#include <cortex_r5/cortex_r5_platform.h>
#include <cortex_r5/ti_csl_pmu.h>
#include <cortex_r5/xilinx_bsp_check.h>
#include <demo/perf_demo.h>

namespace platform::cortex_r5 {

namespace {

constexpr std::uint64_t reset_edges = 4; ///< between the two vendors' software

} // namespace

bool cortex_r5_demo(const part::demo_request& request, std::ostream& out) {
    cortex_r5_platform target("platform", request.clock, {});
    activity::activity_source source("activity", request.clock.period, request.seed,
                                     cortex_r5_pipeline());
    drive_activity(source, target);
    demo::demo_plan plan = cortex_r5_plan(source);
    plan.title = "Cortex-R5, TI CSL PMU driver";
    plan.prologue = [&] {
        check_xilinx_bsp(target, source, request.seed, out);
        source.stop();
        target.set_reset(true);
        target.cpu.pass(reset_edges);
        target.set_reset(false);
        target.cpu.outputs_may_change();
    };
    ti_csl_pmu driver(target.cpu);
    return demo::run_perf_demo(target, driver, plan, request, out);
}

} // namespace platform::cortex_r5
