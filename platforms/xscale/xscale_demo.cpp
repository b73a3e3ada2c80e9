// SPDX-License-Identifier: Apache-2.0
#include <xscale/linux_xscale1_perf.h>
#include <xscale/xscale_platform.h>
#include <xscale_common/xsc_demo.h>

namespace platform::xscale {

bool xscale_demo(const part::demo_request& request, std::ostream& out) {
    xscale_platform target("platform", request.clock, {});
    linux_xscale1_perf driver(target.cpu);
    return xscale_common::run_xsc_demo("XScale core, Linux XSC1 perf driver", target,
                                       target.event_bus, driver, linux_xscale1_perf::event_counters,
                                       request, out);
}

} // namespace platform::xscale
