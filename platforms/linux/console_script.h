// SPDX-License-Identifier: Apache-2.0
// What somebody at a console does: waits for text, types text. README.md has the language.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace platform::linux_board {

/// A script that cannot be, or that does not find what it expects. The message begins with file and
/// line.
class script_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct script_statement {
    enum class kind { expect, send, counts };

    kind what;
    std::string text;
    double timeout = 0; ///< of `expect`: seconds of simulated time
    unsigned line = 0;
};

/// \param name of the file, for messages
/// \throws script_error
std::vector<script_statement> parse_script(const std::string& text, const std::string& name);

/// Plays a script against a console. It knows no clock: who has it tells the time.
class script_player {
public:
    script_player(std::vector<script_statement> statements, std::string name)
        : m_statements(std::move(statements)), m_name(std::move(name)) {}

    /// The console shows this.
    void show(char character) { m_shown += character; }
    /// What there is to do now: a `send` or `counts`, each once; nullptr: to wait, or nothing.
    /// \param now seconds of simulated time; 0: there is no time left for a timeout
    /// \throws script_error after the timeout of an `expect`
    const script_statement* next(double now);
    bool is_done() const { return m_next == m_statements.size(); }
    /// Where it is, for messages: file and line, and what is expected there.
    std::string place() const;

private:
    std::vector<script_statement> m_statements;
    std::string m_name;
    std::size_t m_next = 0;
    std::string m_shown; ///< and not yet expected
    double m_since = 0;  ///< the `expect` that is next has been waiting
    bool m_waits = false;
};

} // namespace platform::linux_board
