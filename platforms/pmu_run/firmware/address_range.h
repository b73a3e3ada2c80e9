// SPDX-License-Identifier: Apache-2.0
// Addresses of firmware, as a user names them: functions or numbers.
#pragma once

#include <cstdint>
#include <string>

namespace platform::iss {
struct elf_image;
} // namespace platform::iss

namespace platform::pmu_run {

/// Two addresses of instructions, FROM:TO.
struct address_range {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
};

/// \param option that has the text, for messages
/// \throws std::runtime_error for what is no address, and a function that can be several
address_range read_range(const std::string& option, const std::string& text,
                         const iss::elf_image& image);

} // namespace platform::pmu_run
