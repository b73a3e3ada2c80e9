// SPDX-License-Identifier: Apache-2.0
// The platforms that the command line knows.
#pragma once

#include <part/part_entry.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace platform::pmu_run {

/// A platform of one part, or of several.
struct platform_entry {
    std::string name;
    std::string summary;          ///< for --list
    const part::part_entry* part; ///< nullptr: several, so that no program can be played
    /// Builds it with its options at their defaults.
    std::function<std::unique_ptr<components::platform_fabric>(
        const components::clock_choice& clock)>
        make;
    /// See part_entry.
    std::function<bool(const part::demo_request& request, std::ostream& out)> demo;
};

// ../all_platforms.cpp knows them.

/// All platforms, in the order of the README.
const std::vector<platform_entry>& all_platforms();

/// \param of_one_unit only those that programs can be played on
std::string platform_names(const char* between, bool of_one_unit = false);

/// The platform of this name, or nullptr.
const platform_entry* find_platform(const std::string& name);

} // namespace platform::pmu_run
