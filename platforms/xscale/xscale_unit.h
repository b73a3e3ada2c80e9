// SPDX-License-Identifier: Apache-2.0
// The XScale core's PMU (XSC1) as access programs see it: options, pins, event lines.
#pragma once

#include <pmu/xscale/xscale_core.h>
#include <program/unit_info.h>

#include <cstdint>
#include <vector>

namespace platform::xscale {

const program::unit_info& xscale_unit();

/// The configuration that the options of a program ask for.
/// \param option_values one for each option of the unit, in its order
pmu::xscale_config xscale_configuration(const std::vector<std::uint64_t>& option_values);

} // namespace platform::xscale
