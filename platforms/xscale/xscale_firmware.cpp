// SPDX-License-Identifier: Apache-2.0
#include <xscale/xscale_firmware.h>

#include <xscale/xscale_platform.h>
#include <xscale/xscale_unit.h>
#include <xscale_common/xsc_firmware.h>

namespace platform::xscale {

namespace {

std::unique_ptr<iss::firmware_platform> make(const iss::firmware_setup& setup) {
    const program::unit_info& unit = xscale_unit();
    return xscale_common::make_xsc_platform<pmu::xscale_pmu>(
        setup, iss::cpu_type::xscale, unit, iss::options_of(setup, unit).to(pmu::xscale_parameters),
        pmu::xsc_events);
}

} // namespace

const iss::firmware_part& xscale_firmware() {
    static const iss::firmware_part part{
        xscale_part(),
        iss::cpu_type::xscale,
        xscale_common::xsc_event_kinds(),
        iss::only_table<pmu::xsc_events>,
        {pmu::xsc_unused_event},
        make,
    };
    return part;
}

} // namespace platform::xscale
