// SPDX-License-Identifier: Apache-2.0
// All options of the command line.
#pragma once

#include "command_line.h"
#include "option_table.h"

namespace platform::pmu_run {

/// Adds them all, but those of a sweep, which has its own. \param c gets their values
void describe(option_table& table, command_line& c);

} // namespace platform::pmu_run
