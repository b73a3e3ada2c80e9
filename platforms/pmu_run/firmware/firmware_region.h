// SPDX-License-Identifier: Apache-2.0
// The region of interest that --region asks for.
#pragma once

#include <iss/host/elf_image.h>
#include <iss/stat/region_monitor.h>

#include <string>

namespace platform::pmu_run {

/// \param text FUNCTION, or FROM:TO, each a function, FILE:LINE or an address
/// \throws std::runtime_error where that is none, or may be several
iss::region_of_interest read_region(const std::string& text, const iss::elf_image& image);

} // namespace platform::pmu_run
