// SPDX-License-Identifier: Apache-2.0
// Folders that are only there for a while.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

namespace platform::process {

/// Removes a folder with all that it has, as far as it can be.
inline void remove_folder(const std::string& path) {
    std::error_code error;
    do {
        std::filesystem::remove_all(path, error);
    } while (error == std::errc::interrupted);
}

} // namespace platform::process
