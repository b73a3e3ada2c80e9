// SPDX-License-Identifier: Apache-2.0
// The IXP42X on the instruction-set simulator.
#pragma once

#include <iss/platform/firmware_part.h>

namespace platform::ixp42x {

const iss::firmware_part& ixp42x_firmware();

} // namespace platform::ixp42x
