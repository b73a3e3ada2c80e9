// SPDX-License-Identifier: Apache-2.0
// The list of parts, as CMake has it in TLM_PMU_PARTS.
#pragma once

#include <part/part_entry.h>

#include <vector>

namespace platform::part {

/// All parts, in the order of the list.
const std::vector<const part_entry*>& all_parts();

} // namespace platform::part
