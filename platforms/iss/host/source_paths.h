// SPDX-License-Identifier: Apache-2.0
// Paths of source files as compilers note them, of this system or another.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace platform::iss {

/// The parts of a path, without "." and with ".." resolved; what is between '/' or '\'.
std::vector<std::string_view> parts_of_path(std::string_view path);

/// Whether a path ends with these parts of another.
bool ends_with(const std::vector<std::string_view>& path, const std::vector<std::string_view>& end);

/// What files are called in tables and messages: their name, with as many folders as tell them from
/// others of the same name; '?' for control characters. Paths that mean the same have the same
/// name.
std::vector<std::string> short_names(const std::vector<std::string>& paths);

} // namespace platform::iss
