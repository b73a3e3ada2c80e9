// SPDX-License-Identifier: Apache-2.0
#include <ixp42x/ixp42x_firmware.h>

#include <ixp42x/ixp42x_platform.h>
#include <ixp42x/ixp42x_unit.h>
#include <xscale_common/xsc_firmware.h>

namespace platform {

namespace {

std::unique_ptr<firmware_platform> make(const firmware_setup& setup) {
    const unit_info& unit = ixp42x_unit();
    return make_xsc_platform<pmu::ixp42x_pmu>(setup, cpu_type::ixp42x, unit,
                                              ixp42x_configuration(option_values_of(setup, unit)),
                                              pmu::xsc_core_events);
}

} // namespace

const firmware_part& ixp42x_firmware() {
    static const firmware_part part{
        ixp42x_part(),           cpu_type::ixp42x,
        xsc_event_kinds(),       only_table<pmu::xsc_core_events>,
        {pmu::xsc_unused_event}, make,
    };
    return part;
}

} // namespace platform
