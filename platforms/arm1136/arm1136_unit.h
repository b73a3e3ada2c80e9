// SPDX-License-Identifier: Apache-2.0
// The ARM1136 PMU as access programs see it: options, pins, event lines.
#pragma once

#include <pmu/arm1136/arm1136_core.h>
#include <program/unit_info.h>

namespace platform::arm1136 {

const program::unit_info& arm1136_unit();

/// Positions in the unit's pins.
enum class arm1136_pin : std::size_t { ETMEXTOUT, DEBUG_STATE, EVNTBUS, PMUIRQ };

} // namespace platform::arm1136
