// SPDX-License-Identifier: Apache-2.0
#include <ixp42x/ixp42x_platform.h>
#include <ixp42x/linux_xscale2_perf.h>
#include <xscale_common/xsc_demo.h>

namespace platform::ixp42x {

bool ixp42x_demo(const part::demo_request& request, std::ostream& out) {
    ixp42x_platform target("platform", request.clock, {});
    linux_xscale2_perf driver(target.cpu);
    return xscale_common::run_xsc_demo("IXP42X, Linux XSC2 perf driver", target, target.event_bus,
                                       driver, linux_xscale2_perf::event_counters, request, out);
}

} // namespace platform::ixp42x
