// SPDX-License-Identifier: Apache-2.0
// The completion of pmu_run's command line for bash, from the commands, their options and the
// parts.
#pragma once

#include "help_pages.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace platform::pmu_run {

/// What words there are of a part.
struct completed_part {
    std::string name;
    std::vector<std::string> events;
    std::vector<std::string> metrics;    ///< of -M
    std::vector<std::string> parameters; ///< of --option
};

/// A script that bash sources.
void print_completion(std::ostream& out, const command_tree& commands,
                      const std::vector<completed_part>& parts);

} // namespace platform::pmu_run
