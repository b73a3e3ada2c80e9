// SPDX-License-Identifier: Apache-2.0
// The ARM1136JF-S on the instruction-set simulator.
#pragma once

#include <iss/platform/firmware_part.h>

namespace platform::arm1136 {

const iss::firmware_part& arm1136_firmware();

} // namespace platform::arm1136
