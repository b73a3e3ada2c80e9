// SPDX-License-Identifier: Apache-2.0
// `stat -r`: the same run several times.
#pragma once

#include "firmware_run.h"

namespace platform::pmu_run {

/// Runs the firmware in a child process each time, one after the other, and prints the means of
/// their counts and how far those may be off. A run that gives no counts is the last one.
/// \return the exit code of the last run. In a child it returns as well, with that of its run
/// \throws std::runtime_error for options that cannot be
int run_repeatedly(const firmware_request& request, runner& by);

} // namespace platform::pmu_run
