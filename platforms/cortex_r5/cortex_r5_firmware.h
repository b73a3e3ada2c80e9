// SPDX-License-Identifier: Apache-2.0
// The Cortex-R5 on the instruction-set simulator.
#pragma once

#include <iss/platform/firmware_part.h>

namespace platform {

const firmware_part& cortex_r5_firmware();

} // namespace platform
