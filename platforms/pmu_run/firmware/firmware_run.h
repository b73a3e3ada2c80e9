// SPDX-License-Identifier: Apache-2.0
// Runs firmware on the platform of a part, on the instruction-set simulator.
#pragma once

#include <pmu_run/command_line/options.h>

#include <string>
#include <vector>

namespace platform::pmu_run {

/// \throws std::runtime_error for options that cannot be, whatever the file
void check_firmware(const file_request& request);

/// \return the exit code: that of the firmware, or 1, after a message, where it could not go on
/// \throws std::runtime_error for options that cannot be
int run_firmware(const file_request& request, runner& by);

/// What -M can be for a part; nothing where no firmware runs.
std::vector<std::string> metric_names(const std::string& part);

/// Prints what -M can be for a part.
/// \throws std::runtime_error if no firmware runs on it
void print_metrics(const std::string& part);

/// Prints the memory map that firmware would run on.
/// \throws std::runtime_error for options that cannot be
void print_firmware_map(const file_request& request);

} // namespace platform::pmu_run
