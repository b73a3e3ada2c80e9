// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <core/arm11_bench.h>
#include <pmu/arm1176/arm1176_core.h>

namespace core_test {

using arm1176_bench = arm11_bench<pmu::arm1176_core>;

} // namespace core_test
