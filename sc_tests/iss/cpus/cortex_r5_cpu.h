// SPDX-License-Identifier: Apache-2.0
// What software knows the Cortex-R5 by: ARM DDI 0460, c0.
#pragma once

#include <iss/expected_cpu.h>

namespace iss_test {

inline constexpr expected_cpu cortex_r5_cpu{0x410F'C150, 0xFF0F'FFF0};

} // namespace iss_test
