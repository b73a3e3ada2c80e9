// SPDX-License-Identifier: Apache-2.0
#include <ixp42x/ixp42x_firmware.h>

#include <ixp42x/ixp42x_platform.h>
#include <xscale_common/xsc_firmware.h>

namespace platform::ixp42x {

const iss::firmware_part& ixp42x_firmware() {
    return xscale_common::xsc_firmware<pmu::ixp42x_pmu, iss::cpu_type::ixp42x, ixp42x_part,
                                       pmu::ixp42x_parameters, pmu::xsc_core_events>();
}

} // namespace platform::ixp42x
