// SPDX-License-Identifier: Apache-2.0
// What `stat` is asked to count.
#pragma once

#include "firmware_run.h"
#include <pmu_run/command_line/event_words.h>

#include <iss/platform/firmware_part.h>

#include <string>
#include <vector>

namespace platform::pmu_run {

/// An event of --event, by its name or number: 0x07, 7, or r07 as perf has it.
/// \param all events that the part shows
/// \return nullptr: cycles of the CPU
/// \throws std::runtime_error if the part does not have it
const pmu::event_desc* find_event(const std::vector<const pmu::event_desc*>& all,
                                  const std::string& word, const iss::firmware_part& part);

/// What is counted together.
struct stat_group {
    std::vector<const pmu::event_desc*> events; ///< nullptr: cycles of the CPU
    const report::metric* metric = nullptr;     ///< that asks for it; nullptr: none
};

/// Groups in the order in which they are asked for: events, then metrics.
/// \param all events that the part shows
/// \throws std::runtime_error for an event or metric that the part does not have, or braces that do
/// not match
std::vector<stat_group> read_groups(const stat_request& request, const iss::firmware_part& part,
                                    const std::vector<const pmu::event_desc*>& all);

/// Addresses of a region of interest, FROM:TO.
struct stat_region {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
};

/// \param text functions of the image, or addresses of instructions
/// \throws std::runtime_error if one is neither
stat_region read_region(const std::string& text, const iss::elf_image& image);

} // namespace platform::pmu_run
