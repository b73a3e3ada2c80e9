// SPDX-License-Identifier: Apache-2.0
#include <xscale/xscale_firmware.h>

#include <xscale/xscale_platform.h>
#include <xscale/xscale_unit.h>
#include <xscale_common/xsc_firmware.h>

namespace platform {

namespace {

std::unique_ptr<firmware_platform> make(const firmware_setup& setup) {
    const unit_info& unit = xscale_unit();
    return make_xsc_platform<pmu::xscale_pmu>(setup, cpu_type::xscale, unit,
                                              xscale_configuration(option_values_of(setup, unit)),
                                              pmu::xsc_events);
}

} // namespace

const firmware_part& xscale_firmware() {
    static const firmware_part part{
        xscale_part(),           cpu_type::xscale,
        xsc_event_kinds(),       only_table<pmu::xsc_events>,
        {pmu::xsc_unused_event}, make,
    };
    return part;
}

} // namespace platform
