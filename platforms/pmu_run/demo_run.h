// SPDX-License-Identifier: Apache-2.0
// Plays the demonstration of a platform.
#pragma once

#include "parts.h"

#include <iosfwd>

namespace platform::pmu_run {

/// \param page gets a report; nullptr: none is wanted. Only where the platform has one part
/// \return whether all counts were right
bool run_demo(const platform_entry& platform, part::demo_request request, std::ostream* page);

} // namespace platform::pmu_run
