// SPDX-License-Identifier: Apache-2.0
// The program language line by line, on one simulation.
#pragma once

#include <part/part_entry.h>

namespace platform::pmu_run {

/// Reads lines of standard input until it ends.
/// \return the exit code: `unusable` where a line could not be understood, unless it was typed at
/// a terminal
int run_shell(const part::part_entry& part, const components::clock_choice& clock);

} // namespace platform::pmu_run
