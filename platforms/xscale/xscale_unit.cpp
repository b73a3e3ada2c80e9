// SPDX-License-Identifier: Apache-2.0
#include <xscale/xscale_unit.h>

#include <xscale_common/xsc_platform.h>

namespace platform::xscale {

const program::unit_info& xscale_unit() {
    static const program::table_unit unit(
        xscale_common::xsc_unit("xscale", "Intel XScale core", pmu::xscale_registers,
                                pmu::xsc_events, pmu::xscale_parameters));
    return unit;
}

} // namespace platform::xscale
