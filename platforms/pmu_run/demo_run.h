// SPDX-License-Identifier: Apache-2.0
// Plays the demonstration of a platform.
#pragma once

#include "parts.h"

#include <iosfwd>

namespace platform::pmu_run {

/// \param page gets a page of all its units; nullptr: none is wanted
/// \param tables gets what was counted
/// \return whether all counts were right
bool run_demo(const platform_entry& platform, part::demo_request request, std::ostream* page,
              std::ostream& tables);

} // namespace platform::pmu_run
