// SPDX-License-Identifier: Apache-2.0
// Files that pmu_run reads whole.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace platform::pmu_run {

/// The run was asked to stop while a file was read.
class reading_stopped : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads a file to its end; a FIFO, a pipe or a device as well.
/// \param option that names it, for messages
/// \param most bytes that it may have; no more than one beyond that is read
/// \throws std::runtime_error that names option, file and reason; reading_stopped
std::string read_input(const std::string& option, const std::string& path, std::uint64_t most);

} // namespace platform::pmu_run
