// SPDX-License-Identifier: Apache-2.0
// The pins of the XScale PMU, beside those of pmu_module.
#pragma once

#include <bench/part_pins.h>
#include <pmu/xscale/xscale_core.h>

namespace bench {

template <>
struct part_pins<pmu::xscale_core> : no_part_pins {};

} // namespace bench
