// SPDX-License-Identifier: Apache-2.0
// What a driver writes to the ARM1176 PMU.
#pragma once

#include <pmu/arm1176/arm1176_core.h>
#include <support/setups/arm11_setup.h>

namespace sc_test {

template <>
struct part_setup<pmu::arm1176_core> : arm11_setup {};

} // namespace sc_test
