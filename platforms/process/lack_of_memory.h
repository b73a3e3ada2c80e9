// SPDX-License-Identifier: Apache-2.0
// Where the host has no memory left.
#pragma once

namespace platform::process {

/// What is told of it.
inline constexpr const char* no_memory_left = "the host has no memory left for the run";

} // namespace platform::process
