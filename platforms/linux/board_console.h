// SPDX-License-Identifier: Apache-2.0
// The other end of the board's serial line: a terminal, or a script.
#pragma once

#include <components/module_processes.h>
#include <components/uart.h>
#include <linux/console_script.h>

#include <systemc>

#include <functional>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>

namespace platform::linux_board {

/// Looks after the line every ten milliseconds of simulated time, so a run with a script is always
/// the same.
class board_console : public sc_core::sc_module {
public:
    /// \param out gets what the board sends
    board_console(const sc_core::sc_module_name& name, components::uart& uart, std::ostream& out);

    /// Before the simulation starts. \param on_counts called at each `counts`, with its text
    void play(script_player script, std::function<void(const std::string&)> on_counts);
    /// Before the simulation starts. \param read what has been typed; it may wait for some
    /// milliseconds, so that a board that idles does not run ahead of its user
    void follow(std::function<std::string()> read) { m_read = std::move(read); }

    /// Called once: the script is at its end, or what it expects does not come.
    std::function<void(const std::string& why)> on_end;
    /// After the simulation: what was shown last may be what the script expects.
    void end();
    bool has_script() const { return m_script.has_value(); }
    /// Where the script is; nothing: there is none, or it is at its end.
    std::optional<std::string> unfinished() const;

private:
    class tap : public std::streambuf {
    public:
        explicit tap(board_console& owner) : m_owner(owner) {}

    protected:
        int_type overflow(int_type character) override;

    private:
        board_console& m_owner;
    };

    void look();
    void play_on();

    components::uart& m_uart;
    std::ostream& m_out;
    tap m_tap{*this};
    std::ostream m_line{&m_tap};
    bool m_has_sent = false; ///< the board, since the last look
    bool m_has_ended = false;
    std::optional<script_player> m_script;
    std::function<void(const std::string&)> m_on_counts;
    std::function<std::string()> m_read;
};

} // namespace platform::linux_board
