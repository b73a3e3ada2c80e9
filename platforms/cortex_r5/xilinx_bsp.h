// SPDX-License-Identifier: Apache-2.0
// Xilinx's BSP at work on a platform, with what it sees held against what is known.
#pragma once

#include <activity/activity_source.h>
#include <cortex_r5/cortex_r5_platform.h>

#include <cstdint>
#include <iosfwd>

namespace platform::cortex_r5 {

/// Boots, sleeps, counts all event groups of xpm_counter and plays its example program, on a
/// platform that comes out of reset, in the stub CPU's thread. Prints a line for each of them.
/// \param source whose totals the counts must equal; it is running afterwards
/// \throws std::runtime_error at the first thing that is wrong
void check_xilinx_bsp(cortex_r5_platform& target, activity::activity_source& source,
                      std::uint64_t seed, std::ostream& out);

} // namespace platform::cortex_r5
