// SPDX-License-Identifier: Apache-2.0
// The CCI-400 on the bus of the instruction-set simulator's CPU.
#pragma once

#include <iss/platform/firmware_part.h>

namespace platform::cci400 {

/// The CPU's traffic passes through slave interface S4, as Non-secure transactions.
const iss::firmware_part& cci400_firmware();

} // namespace platform::cci400
