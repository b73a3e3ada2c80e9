// SPDX-License-Identifier: Apache-2.0
// Standard input as the keyboard of a board.
#pragma once

#include <string>

namespace platform::pmu_run {

/// A terminal gives every key at once, Ctrl-C too, while this lives; afterwards it is as it was,
/// also where the program is ended by a signal that it can see. Only one at a time.
class raw_terminal {
public:
    raw_terminal();
    ~raw_terminal();
    raw_terminal(const raw_terminal&) = delete;
    raw_terminal& operator=(const raw_terminal&) = delete;

    bool is_terminal() const { return m_is_terminal; }
    /// What has been typed. A terminal is waited for until ten milliseconds after the last call.
    /// Ctrl-A x on a terminal asks to stop, Ctrl-A Ctrl-A is Ctrl-A.
    std::string read();
    bool is_end_asked() const { return m_is_end_asked; }

private:
    std::string keys(const std::string& typed);

    bool m_is_terminal = false;
    bool m_is_open = true;
    bool m_is_escaped = false; ///< Ctrl-A was the last key
    bool m_is_end_asked = false;
    long long m_last_read_ns = 0;
};

} // namespace platform::pmu_run
