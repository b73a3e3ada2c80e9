// SPDX-License-Identifier: Apache-2.0
// Where a session gets its lines from: a terminal, with history and completion, or anything else.
#pragma once

#include "shell_words.h"
#include <pmu_run/command_line/command.h>

#include <functional>

namespace platform::pmu_run {

class line_input {
public:
    enum class outcome { line, interrupted, end };

    line_input() = default;
    line_input(const line_input&) = delete;
    line_input& operator=(const line_input&) = delete;
    virtual ~line_input() = default;

    /// Waits for a line.
    /// \param prompt what a terminal shows before it
    /// \param line receives it without its end; where it is longer than a program may have them,
    /// some of it, and more than that
    /// \return interrupted: is_stop_requested(), whatever was typed is lost
    virtual outcome read(const std::string& prompt, std::string& line) = 0;
    /// Whether there is somebody to talk to.
    virtual bool is_terminal() const = 0;
};

/// What the words of a line can be, up to the cursor.
using completer = std::function<completions(std::string_view line)>;

/// Standard input. Its lines are edited where it is a terminal and this build can do so.
std::unique_ptr<line_input> make_line_input(completer complete);

#ifdef TLM_PMU_HAS_LIBEDIT
/// Standard input, which is a terminal, by libedit.
std::unique_ptr<line_input> make_edited_input(completer complete);
#endif

} // namespace platform::pmu_run
