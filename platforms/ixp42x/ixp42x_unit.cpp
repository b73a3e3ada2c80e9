// SPDX-License-Identifier: Apache-2.0
#include <ixp42x/ixp42x_unit.h>

#include <xscale_common/xsc_platform.h>

namespace platform::ixp42x {

const program::unit_info& ixp42x_unit() {
    static const program::table_unit unit(
        xscale_common::xsc_unit("ixp42x", "Intel IXP42X", pmu::ixp42x_registers,
                                pmu::xsc_core_events, pmu::ixp42x_parameters));
    return unit;
}

} // namespace platform::ixp42x
