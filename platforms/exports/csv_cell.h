// SPDX-License-Identifier: Apache-2.0
// A cell of a table with commas, or something else, between.
#pragma once

#include <string>

namespace platform::exports {

/// The text, between quotes where it would not be one cell otherwise (RFC 4180).
/// \param separator what stands between cells, at least a character
inline std::string csv_cell(const std::string& text, const std::string& separator = ",") {
    if (text.find(separator) == std::string::npos &&
        text.find_first_of("\"\r\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + "\"";
}

} // namespace platform::exports
