// SPDX-License-Identifier: Apache-2.0
// The program language line by line, on one simulation.
#pragma once

#include "line_input.h"
#include "program_snapshot.h"
#include "shell_view.h"

#include <part/part_entry.h>
#include <part/player_target.h>
#include <program/player.h>
#include <program/program.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace platform::pmu_run {

/// The state before a line.
struct undo_state {
    std::string line; ///< what is taken back
    std::uint32_t number = 0;
    program_state state;
    program::play_result result; ///< of all lines before it, without the list of failures
    std::uint64_t edges = 0;     ///< that had passed
};

/// The last states, as many as there is room for.
class undo_list {
public:
    static constexpr std::size_t most_states = 1000;
    static constexpr std::size_t most_bytes = std::size_t{16} << 20;

    void push(undo_state s) {
        m_bytes += size_of(s);
        m_states.push_back(std::move(s));
        while (m_states.size() > most_states || (m_bytes > most_bytes && m_states.size() > 1)) {
            m_bytes -= size_of(m_states.front());
            m_states.pop_front();
        }
    }
    std::size_t size() const { return m_states.size(); }
    /// The last one, which is no longer in the list. There must be one.
    undo_state pop() {
        undo_state s = std::move(m_states.back());
        m_bytes -= size_of(s);
        m_states.pop_back();
        return s;
    }

private:
    static std::size_t size_of(const undo_state& s) {
        constexpr std::size_t of_pin = 64; // of a node of a map, about
        return sizeof s + s.line.size() + s.state.unit.size() +
               s.state.driven.pins.size() * (sizeof(program::wide_value) + of_pin);
    }

    std::deque<undo_state> m_states;
    std::size_t m_bytes = 0;
};

/// A session of the shell. What is wrong with a line is told on standard error, and the session
/// goes on. Options come first, as in a program: the platform is made for the first line that wants
/// it.
class shell_session {
public:
    shell_session(const part::part_entry& part, const components::clock_choice& clock);
    ~shell_session();
    shell_session(const shell_session&) = delete;
    shell_session& operator=(const shell_session&) = delete;

    /// Until its input ends. \return the exit code: `unusable` where a line could not be
    /// understood, unless it was typed at a terminal
    int run();

private:
    /// A statement of one line, a repeat up to its end, or something for the shell.
    struct entry {
        std::string text;
        std::vector<std::string> words; ///< of its first line
        std::uint32_t line = 0;         ///< its first
    };

    // What can be done without a platform.
    std::optional<entry> read_entry();
    std::optional<std::string> read_line(const std::string& prompt);
    bool do_without_platform(const entry& e);
    std::optional<program::program> parse(const entry& e);
    void complain(std::uint32_t line, const std::string& what);
    bool is_forgiven();
    int finish();

    // What needs one, in the stub CPU's thread.
    void make_platform();
    void go_on_with(std::optional<entry> e);
    void execute(const entry& e);
    void play(const entry& e, const program::program& p);
    void show(const entry& e);
    void undo(const entry& e);
    void remember(const entry& e);
    void take_back(undo_state s);
    std::uint64_t edges() const { return m_target->cpu.edges() - m_edges_taken_back; }

    const part::part_entry& m_part;
    const components::clock_choice m_clock;
    const std::unique_ptr<line_input> m_input;
    const shell_view m_view;
    program::program m_program; ///< its name and its options
    program::play_result m_result;
    std::uint32_t m_line = 0; ///< the last that was read
    bool m_has_errors = false;
    bool m_is_over = false;

    std::unique_ptr<part::pmu_platform> m_target;
    std::unique_ptr<part::player_target> m_player;
    program::cpu_state m_cpu;
    undo_list m_undo;
    std::uint64_t m_edges_taken_back = 0; ///< simulated time does not go back
};

} // namespace platform::pmu_run
