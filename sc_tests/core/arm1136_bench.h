// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <core/arm11_bench.h>
#include <pmu/arm1136/arm1136_core.h>

namespace core_test {

using arm1136_bench = arm11_bench<pmu::arm1136_core>;

} // namespace core_test
