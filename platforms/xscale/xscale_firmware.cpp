// SPDX-License-Identifier: Apache-2.0
#include <xscale/xscale_firmware.h>

#include <xscale/xscale_platform.h>
#include <xscale_common/xsc_firmware.h>

namespace platform::xscale {

const iss::firmware_part& xscale_firmware() {
    return xscale_common::xsc_firmware<pmu::xscale_pmu, iss::cpu_type::xscale, xscale_part,
                                       pmu::xscale_parameters, pmu::xsc_events>();
}

} // namespace platform::xscale
