// SPDX-License-Identifier: Apache-2.0
// The XScale on the instruction-set simulator.
#pragma once

#include <iss/platform/firmware_part.h>

namespace platform::xscale {

const iss::firmware_part& xscale_firmware();

} // namespace platform::xscale
