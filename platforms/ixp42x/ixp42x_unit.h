// SPDX-License-Identifier: Apache-2.0
// The IXP42X's PMU (XSC2) as access programs see it: options, pins, event lines.
#pragma once

#include <pmu/ixp42x/ixp42x_core.h>
#include <program/unit_info.h>

#include <cstdint>
#include <vector>

namespace platform::ixp42x {

const program::unit_info& ixp42x_unit();

/// The configuration that the options of a program ask for.
/// \param option_values one for each option of the unit, in its order
pmu::ixp42x_config ixp42x_configuration(const std::vector<std::uint64_t>& option_values);

} // namespace platform::ixp42x
