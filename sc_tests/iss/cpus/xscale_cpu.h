// SPDX-License-Identifier: Apache-2.0
// What software knows the XScale by: the core generation, 1, in bits 15:13.
#pragma once

#include <iss/expected_cpu.h>

namespace iss_test {

inline constexpr expected_cpu xscale_cpu{0x6905'2D00, 0xFFFF'FF00};

} // namespace iss_test
