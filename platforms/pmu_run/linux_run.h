// SPDX-License-Identifier: Apache-2.0
// pmu_run linux: a kernel on the board of platforms/linux.
#pragma once

#include "outputs.h"

#include <process/standard_streams.h>

namespace platform::pmu_run {

/// Boots a kernel. \param argc, argv without the program's name, from the word `linux` on
/// \return the exit code
int run_linux(int argc, char* argv[], output_set& outputs, process::standard_streams& streams);

} // namespace platform::pmu_run
