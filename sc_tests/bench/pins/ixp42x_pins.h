// SPDX-License-Identifier: Apache-2.0
// The pins of the IXP42X PMU, beside those of pmu_module.
#pragma once

#include <bench/part_pins.h>
#include <pmu/ixp42x/ixp42x_core.h>

namespace bench {

template <>
struct part_pins<pmu::ixp42x_core> : no_part_pins {};

} // namespace bench
