// SPDX-License-Identifier: Apache-2.0
#include <demo/perf_demo.h>

#include <demo/perf_session.h>

namespace platform::demo {

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
