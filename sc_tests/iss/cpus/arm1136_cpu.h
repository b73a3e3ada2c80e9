// SPDX-License-Identifier: Apache-2.0
// What software knows the ARM1136 by: ARM DDI 0211, c0.
#pragma once

#include <iss/expected_cpu.h>

namespace iss_test {

inline constexpr expected_cpu arm1136_cpu{0x4100'B360, 0xFF00'FFF0, "arm,arm1136jf-s",
                                          "arm,arm1136-pmu"};

} // namespace iss_test
