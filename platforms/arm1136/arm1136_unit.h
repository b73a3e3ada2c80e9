// SPDX-License-Identifier: Apache-2.0
// The ARM1136 PMU as access programs see it: options, pins, event lines.
#pragma once

#include <pmu/arm1136/arm1136_core.h>
#include <program/unit_info.h>

#include <cstdint>
#include <vector>

namespace platform::arm1136 {

const program::unit_info& arm1136_unit();

/// Positions in the unit's pins.
enum class arm1136_pin : std::size_t { ETMEXTOUT, DEBUG_STATE, EVNTBUS, PMUIRQ };

/// The configuration that the options of a program ask for.
/// \param option_values one for each option of the unit, in its order
pmu::arm1136_config arm1136_configuration(const std::vector<std::uint64_t>& option_values);

} // namespace platform::arm1136
