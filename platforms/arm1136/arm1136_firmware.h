// SPDX-License-Identifier: Apache-2.0
// The ARM1136JF-S on the instruction-set simulator.
#pragma once

#include <iss/platform/firmware_part.h>
#include <pmu/arm1136/arm1136_parameters.h>

namespace platform::arm1136 {

/// Tells the CPU how the PMU with these parameters starts and stops.
void set_settling(iss::iss_config& cpu, const pmu::arm1136_config& parameters);

const iss::firmware_part& arm1136_firmware();

} // namespace platform::arm1136
