// SPDX-License-Identifier: Apache-2.0
// What the two XScales share on the instruction-set simulator.
#pragma once

#include <iss/platform/firmware_part.h>
#include <xscale_common/xsc_activity.h>

namespace platform::xscale_common {

template <class Pmu>
std::unique_ptr<iss::firmware_platform>
make_xsc_platform(const iss::firmware_setup& setup, iss::cpu_type type,
                  const program::unit_info& unit, const typename Pmu::core_type::config& parameters,
                  const pmu::event_table& events) {
    return std::make_unique<iss::one_bus_firmware_platform<Pmu>>(iss::completed(setup, type, unit),
                                                                 parameters, false, xsc_lines(),
                                                                 xsc_event_kinds(), events);
}

} // namespace platform::xscale_common
