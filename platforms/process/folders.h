// SPDX-License-Identifier: Apache-2.0
// What is in folders. Nothing here ends the process where there is no memory, as the iterators of
// libstdc++ do.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace platform::process {

/// FOLDER/NAME.
std::string path_in(const std::string& folder, const std::string& name);

/// The names in a folder but "." and "..", in no order.
/// \return nothing: it cannot be read, errno says why
std::optional<std::vector<std::string>> names_in(const std::string& path);

using folder_visitor = std::function<void(const std::string& path, const struct stat& status)>;
/// Calls f for what is there under this name, a folder after all that is in it. Links are not
/// followed; what cannot be read, or has gone, is left out.
/// \return 0, or the first errno but ENOENT
int visit(const std::string& path, const folder_visitor& f);

/// Removes a file, or a folder with all that it has, as far as it can be.
/// \return 0, or the first errno but ENOENT
int remove_all(const std::string& path) noexcept;

} // namespace platform::process
