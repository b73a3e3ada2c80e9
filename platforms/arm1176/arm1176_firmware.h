// SPDX-License-Identifier: Apache-2.0
// The ARM1176JZF-S on the instruction-set simulator.
#pragma once

#include <iss/platform/firmware_part.h>

namespace platform::arm1176 {

const iss::firmware_part& arm1176_firmware();

} // namespace platform::arm1176
