// SPDX-License-Identifier: Apache-2.0
// Words for people, on the terminal that standard error is, which are in nobody's way.
#pragma once

#include <string>

namespace platform::process {

/// A line that is erased before one of standard_streams writes to a terminal or reads. It is not
/// shown while what was written last to one has not ended its line, nor where the terminal would
/// keep us waiting. One a process.
class transient_line {
public:
    /// Whether standard error is a terminal.
    static bool is_possible();
    /// In place of what it shows.
    static void show(const std::string& text);
    static void erase();
    /// Something else was written to a terminal. \param last character of it
    static void passed(char last);
};

} // namespace platform::process
