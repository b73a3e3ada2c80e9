// SPDX-License-Identifier: Apache-2.0
// The parts that the command line knows.
#pragma once

#include <parts/platform/part_entry.h>

#include <string>
#include <vector>

namespace platform {

/// All parts, in the order of the README.
const std::vector<const part_entry*>& all_parts();

/// The part of this name, or nullptr.
const part_entry* find_part(const std::string& name);

} // namespace platform
