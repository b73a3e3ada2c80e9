// SPDX-License-Identifier: Apache-2.0
#include <ixp42x/ixp42x_firmware.h>

#include <ixp42x/ixp42x_platform.h>
#include <ixp42x/ixp42x_unit.h>
#include <xscale_common/xsc_firmware.h>

namespace platform::ixp42x {

namespace {

std::unique_ptr<iss::firmware_platform> make(const iss::firmware_setup& setup) {
    const program::unit_info& unit = ixp42x_unit();
    return xscale_common::make_xsc_platform<pmu::ixp42x_pmu>(
        setup, iss::cpu_type::ixp42x, unit, iss::options_of(setup, unit).to(pmu::ixp42x_parameters),
        pmu::xsc_core_events);
}

} // namespace

const iss::firmware_part& ixp42x_firmware() {
    static const iss::firmware_part part{
        ixp42x_part(),
        iss::cpu_type::ixp42x,
        xscale_common::xsc_event_kinds(),
        iss::only_table<pmu::xsc_core_events>,
        {pmu::xsc_unused_event},
        make,
    };
    return part;
}

} // namespace platform::ixp42x
