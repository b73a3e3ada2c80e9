// SPDX-License-Identifier: Apache-2.0
// What the two XScales share on the instruction-set simulator.
#pragma once

#include <iss/platform/firmware_part.h>
#include <xscale_common/xsc_activity.h>

namespace platform {

template <class Pmu>
std::unique_ptr<firmware_platform>
make_xsc_platform(const firmware_setup& setup, cpu_type type, const unit_info& unit,
                  const typename Pmu::core_type::config& parameters,
                  const pmu::event_table& events) {
    return std::make_unique<one_bus_firmware_platform<Pmu>>(
        completed(setup, type, unit), parameters, false, xsc_lines(), xsc_event_kinds(), events);
}

} // namespace platform
