// SPDX-License-Identifier: Apache-2.0
// What software knows the ARM1176 by: ARM DDI 0301, c0.
#pragma once

#include <iss/expected_cpu.h>

namespace iss_test {

inline constexpr expected_cpu arm1176_cpu{0x410F'B760, 0xFF0F'FFF0, "arm,arm1176jzf-s",
                                          "arm,arm1176-pmu", true};

} // namespace iss_test
