// SPDX-License-Identifier: Apache-2.0
// The Cortex-R5 PMU as access programs see it: options, pins, event lines.
#pragma once

#include <pmu/cortex_r5/cortex_r5_core.h>
#include <program/unit_info.h>

#include <cstddef>

namespace platform::cortex_r5 {

/// The lines of the bus come first, those of the events without a bus bit follow.
const program::unit_info& cortex_r5_unit();

/// Positions in the unit's pins.
enum class cortex_r5_pin : std::size_t {
    CFLR_4A,
    CFLR_4B,
    CFLR_4C,
    CFLR_4D,
    CFLR_6A,
    CFLR_6B,
    CFLR_6D,
    DBGEN,
    NIDEN,
    DBG_HALT,
    EVNTBUS,
    VALIRQ,
    VALFIQ,
    VALRESET,
    VALEDBGRQ,
    PMUIRQ,
};

} // namespace platform::cortex_r5
