// SPDX-License-Identifier: Apache-2.0
// Addresses of firmware, as a user names them: functions, lines or numbers.
#pragma once

#include <iss/stat/region_monitor.h>

#include <cstdint>
#include <string>

namespace platform::iss {
struct elf_image;
} // namespace platform::iss

namespace platform::pmu_run {

/// Two addresses of instructions.
struct address_range {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
};

/// \param option that has the text, for messages
/// \param text FROM:TO, each a function, FILE:LINE or an address
/// \throws std::runtime_error where that is none, or may be several
address_range read_range(const std::string& option, const std::string& text,
                         const iss::elf_image& image);

/// What --region asks for. \param text FUNCTION, or as of read_range()
/// \throws std::runtime_error as that
iss::region_of_interest read_region(const std::string& text, const iss::elf_image& image);

} // namespace platform::pmu_run
