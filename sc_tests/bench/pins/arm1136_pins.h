// SPDX-License-Identifier: Apache-2.0
// The pins of the ARM1136 PMU, beside those of pmu_module.
#pragma once

#include <bench/pins/arm11_pins.h>
#include <pmu/arm1136/arm1136_core.h>

namespace bench {

template <>
struct part_pins<pmu::arm1136_core> : arm11_pins {};

} // namespace bench
