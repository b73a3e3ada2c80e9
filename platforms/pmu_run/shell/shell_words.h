// SPDX-License-Identifier: Apache-2.0
// The words of the shell: what there is beside the statements of programs, and what can stand at
// the end of a line that is being typed.
#pragma once

#include <part/part_entry.h>
#include <program/statement_parser.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace platform::pmu_run {

/// What the shell itself does. None of them is a statement of a program.
const std::vector<program::statement_form>& shell_forms();

/// A word that can stand there.
struct completion {
    std::string text;  ///< put into the line
    std::string shown; ///< in a list: the same, or more
};

struct completions {
    std::size_t start = 0;       ///< where in the line the word begins
    std::vector<completion> all; ///< in the order of their table
    /// What all of them begin with.
    std::string common() const;
};

/// What the last word of a line can become. An event is found by its number or its name, which its
/// number then replaces.
/// \param line up to the cursor
completions complete(std::string_view line, const part::part_entry& part);

} // namespace platform::pmu_run
