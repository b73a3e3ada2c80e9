// SPDX-License-Identifier: Apache-2.0
// Firmware as compilers and drivers make it, at random: it comes to its end, and what it reads of
// time and counters stays in pages of its own.
#pragma once

#include "code_world.h"
#include "random_firmware.h"

namespace platform::fuzz {

/// \param c gets all but its part and its seed
void make_orderly(random_source& random, const code_world& world, fuzz_case& c);

} // namespace platform::fuzz
