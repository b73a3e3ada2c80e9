// SPDX-License-Identifier: Apache-2.0
// Which lines of a trace a user wants.
#pragma once

#include <pmu_run/command_line/options.h>

#include <iss/cpu/trace_filter.h>
#include <iss/host/elf_image.h>
#include <iss/platform/firmware_part.h>

namespace platform::pmu_run {

/// --trace-function, --trace-range, --trace-event. \param options of the unit, which decide what
/// events it has
/// \throws std::runtime_error for what the firmware or the part does not have, and for events that
/// no line tells of
iss::trace_filter trace_filter_of(const firmware_options& request, const iss::firmware_part& part,
                                  const program::option_values& options,
                                  const iss::elf_image& image);

} // namespace platform::pmu_run
