// SPDX-License-Identifier: Apache-2.0
// The Cortex-R5 on the instruction-set simulator.
#pragma once

#include <iss/platform/firmware_part.h>

namespace platform::cortex_r5 {

const iss::firmware_part& cortex_r5_firmware();

} // namespace platform::cortex_r5
