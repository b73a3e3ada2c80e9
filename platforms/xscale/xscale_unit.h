// SPDX-License-Identifier: Apache-2.0
// The XScale core's PMU (XSC1) as access programs see it: options, pins, event lines.
#pragma once

#include <pmu/xscale/xscale_core.h>
#include <program/unit_info.h>

namespace platform::xscale {

const program::unit_info& xscale_unit();

} // namespace platform::xscale
