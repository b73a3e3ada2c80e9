// SPDX-License-Identifier: Apache-2.0
// What software knows the IXP42X by: the core generation, 2, in bits 15:13.
#pragma once

#include <iss/expected_cpu.h>

namespace iss_test {

inline constexpr expected_cpu ixp42x_cpu{0x6905'41C1, 0xFFFF'FFFF};

} // namespace iss_test
