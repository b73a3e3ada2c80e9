// SPDX-License-Identifier: Apache-2.0
// The ARM1136JF-S on the instruction-set simulator.
#pragma once

#include <iss/platform/firmware_part.h>

namespace platform {

const firmware_part& arm1136_firmware();

} // namespace platform
