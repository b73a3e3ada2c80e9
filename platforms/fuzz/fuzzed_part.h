// SPDX-License-Identifier: Apache-2.0
// What making firmware needs to know of a part: parts/PART_fuzz.cpp has it of each.
#pragma once

#include <fuzz/pmu_use.h>

#include <string>
#include <vector>

namespace platform::fuzz {

struct fuzzed_part {
    const char* name;    ///< as in the list of parts
    instruction_set set; ///< of the CPU that firmware for it runs on
    bool has_vfp;        ///< whether that CPU may have a VFP
    /// How firmware programs its PMU: some way, at random.
    pmu_use (*use)(random_source& random, bool wants_interrupts);
};

/// All parts, in the order of the list of parts.
const std::vector<const fuzzed_part*>& fuzzed_parts();

/// The part of this name. \throw std::runtime_error there is none
const fuzzed_part& find_fuzzed_part(const std::string& name);

} // namespace platform::fuzz
