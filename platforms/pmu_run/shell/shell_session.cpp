// SPDX-License-Identifier: Apache-2.0
#include "shell_session.h"

#include "line_input.h"
#include "shell_view.h"
#include "shell_words.h"
#include "undo_list.h"
#include <pmu_run/command_line/numbers.h>
#include <pmu_run/programs/program_run.h>
#include <pmu_run/programs/program_snapshot.h>
#include <pmu_run/run/stop_request.h>
#include <process/text_streams.h>

#include <pmu/core/same_word.h>
#include <program/lexer.h>
#include <program/parser.h>
#include <program/statement_parser.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <systemc>
#include <type_traits>
#include <utility>
#include <variant>

namespace platform::pmu_run {

namespace {

constexpr const char* name_of_input = "stdin";

std::vector<std::string> words_of(const std::string& line) {
    process::text_reader text(line.substr(0, line.find_first_of("#;")));
    std::vector<std::string> words;
    for (std::string word; text >> word;) {
        words.push_back(word);
    }
    return words;
}

bool is_word(const std::vector<std::string>& words, const char* word) {
    return !words.empty() && pmu::is_same_word(words.front(), word);
}

/// Whether there is something to be taken back.
bool changes_something(const program::program& p) {
    return std::any_of(p.statements.begin(), p.statements.end(), [](const program::statement& s) {
        return std::visit(
            [](const auto& action) {
                using type = std::decay_t<decltype(action)>;
                return !(std::is_same_v<type, program::expect_irq_statement> ||
                         std::is_same_v<type, program::expect_pin_statement> ||
                         std::is_same_v<type, program::expect_register_statement> ||
                         std::is_same_v<type, program::print_text_statement> ||
                         std::is_same_v<type, program::print_register_statement> ||
                         std::is_same_v<type, program::repeat_statement> ||
                         std::is_same_v<type, program::end_statement>);
            },
            s.action);
    });
}

/// A session of the shell. What is wrong with a line is told on standard error, and the session
/// goes on. Options come first, as in a program: the platform is made for the first line that wants
/// it.
class shell_session {
public:
    shell_session(const part::part_entry& part, const components::clock_choice& clock)
        : m_part(part), m_clock(clock),
          m_input(make_line_input([&part](std::string_view line) { return complete(line, part); })),
          m_view(part) {
        m_program.file = name_of_input;
    }

    shell_session(const shell_session&) = delete;
    shell_session& operator=(const shell_session&) = delete;

    /// Until its input ends. \return the exit code: `unusable` where a line could not be
    /// understood, unless it was typed at a terminal
    int run() {
        if (m_input->is_terminal()) {
            std::cout << m_part.unit.title()
                      << ": statements of access programs, and help, show, fields, undo, quit\n";
        }
        while (!m_is_over) {
            std::optional<entry> e = read_entry();
            if (e && !do_without_platform(*e)) {
                make_platform();
                if (const auto error = simulate(*m_target, [&] { go_on_with(std::move(e)); })) {
                    std::rethrow_exception(error);
                }
            }
        }
        return finish();
    }

private:
    /// A statement of one line, a repeat up to its end, or something for the shell.
    struct entry {
        std::string text;
        std::vector<std::string> words; ///< of its first line
        std::uint32_t line = 0;         ///< its first
    };

    // What can be done without a platform.
    /// \return nothing: the session may be over, or what was typed is to be forgotten
    std::optional<entry> read_entry() {
        const std::string name = m_part.unit.name();
        std::optional<std::string> line = read_line(name + "> ");
        if (!line) {
            return std::nullopt;
        }
        entry e{*line + "\n", words_of(*line), m_line};
        std::size_t depth = is_word(e.words, "repeat") ? 1 : 0;
        while (depth != 0) {
            line = read_line(std::string(name.size(), '.') + "> ");
            if (!line) {
                // The parser says that the end is missing.
                return m_is_over && !m_result.stopped ? std::optional(std::move(e)) : std::nullopt;
            }
            if (e.text.size() + line->size() >= program::max_file_size) {
                complain(m_line, "expected a repeat of at most " +
                                     std::to_string(program::max_file_size >> 20) + " MiB");
                return std::nullopt;
            }
            const std::vector<std::string> words = words_of(*line);
            depth += is_word(words, "repeat") ? 1 : 0;
            depth -= is_word(words, "end") ? 1 : 0;
            e.text += *line + "\n";
        }
        return e;
    }

    std::optional<std::string> read_line(const std::string& prompt) {
        std::string line;
        switch (m_input->read(prompt, line)) {
        case line_input::outcome::interrupted: is_forgiven(); return std::nullopt;
        case line_input::outcome::end: m_is_over = true; return std::nullopt;
        case line_input::outcome::line: break;
        }
        ++m_line;
        return line;
    }

    /// \return whether that is all there is to do
    bool do_without_platform(const entry& e) {
        try {
            if (e.words.empty()) {
                parse(e); // perhaps it is no text
                return true;
            }
            if (is_word(e.words, "quit")) {
                if (e.words.size() > 1) {
                    throw usage_error("expected nothing after 'quit', got '", e.words[1], "'");
                }
                m_is_over = true;
                return true;
            }
            const std::string argument = e.words.size() > 1 ? e.words[1] : "";
            if (is_word(e.words, "help") || is_word(e.words, "fields")) {
                if (e.words.size() > 2) {
                    throw usage_error("expected one name, got '", e.words[2], "', too");
                }
                is_word(e.words, "help") ? m_view.help(argument) : m_view.fields(argument);
                return true;
            }
            if (is_word(e.words, "option")) {
                if (const std::optional<program::program> p = parse(e)) {
                    if (m_target != nullptr) {
                        throw usage_error("expected every option before the first other "
                                          "statement, got 'option'");
                    }
                    m_program.options.push_back(p->options.front());
                }
                return true;
            }
        } catch (const std::runtime_error& error) {
            complain(e.line, error.what());
            return true;
        }
        return false;
    }

    std::optional<program::program> parse(const entry& e) {
        program::parse_result parsed =
            program::parse(e.text, m_program.file, m_part.unit, is_stop_requested);
        if (is_stop_requested()) {
            is_forgiven();
            return std::nullopt;
        }
        for (program::diagnostic& d : parsed.diagnostics) {
            d.line += e.line - 1;
            std::cout.flush();
            std::cerr << d.text() << '\n';
        }
        m_has_errors = m_has_errors || (!parsed.ok() && !m_input->is_terminal());
        for (program::statement& s : parsed.accepted.statements) {
            s.line += e.line - 1;
        }
        return parsed.ok() ? std::optional(std::move(parsed.accepted)) : std::nullopt;
    }

    void complain(std::uint32_t line, const std::string& what) {
        std::cout.flush(); // so that a terminal shows both in their order
        std::cerr << program::diagnostic{m_program.file, line, 1, what}.text() << '\n';
        m_has_errors = m_has_errors || !m_input->is_terminal();
    }

    /// Whether the session goes on although it was asked to stop.
    bool is_forgiven() {
        if (m_input->is_terminal() && forgive_interrupt()) {
            return true;
        }
        m_result.stopped = true;
        m_result.line = m_line;
        m_is_over = true;
        return false;
    }

    int finish() {
        tell_verdict(m_program, m_result, m_result.checks != 0 || !m_input->is_terminal());
        return m_has_errors ? unusable : m_result.passed() ? all_held : not_all_held;
    }

    // What needs one, in the stub CPU's thread.
    void make_platform() {
        m_target = m_part.make(m_clock, options_of(m_part.unit, m_program));
        m_player = std::make_unique<shown_target>(*m_target, m_part.unit);
    }

    void go_on_with(std::optional<entry> e) {
        while (true) {
            if (e && !do_without_platform(*e)) {
                execute(*e);
            }
            if (m_is_over) {
                return;
            }
            e = read_entry();
        }
    }

    void execute(const entry& e) {
        try {
            if (is_word(e.words, "show")) {
                show(e);
            } else if (is_word(e.words, "undo")) {
                undo(e);
            } else if (const std::optional<program::program> p = parse(e)) {
                play(e, *p);
            }
        } catch (const std::runtime_error& error) {
            complain(e.line, error.what());
        }
    }

    void play(const entry& e, const program::program& p) {
        if (changes_something(p)) {
            remember(e);
        }
        program::play_result result =
            program::play(p, m_part.unit, *m_player, std::cout, std::cerr, 0, m_cpu);
        m_result.statements += result.statements;
        m_result.checks += result.checks;
        m_result.failed += result.failed;
        if (result.stopped) {
            m_line = result.line;
            if (is_forgiven()) {
                std::cerr << program::stop_message(p, result) << '\n';
            }
        }
    }

    void show(const entry& e) {
        if (e.words.size() == 1) {
            m_view.show_all(*m_target, *m_player, m_cpu, edges());
        }
        for (std::size_t i = 1; i < e.words.size(); ++i) {
            m_view.show(e.words[i], *m_target);
        }
    }

    void undo(const entry& e) {
        std::optional<std::uint64_t> levels = 1;
        if (e.words.size() > 1) {
            levels = read_whole_number(e.words[1]);
        }
        if (m_undo.empty()) {
            throw usage_error("expected a line before 'undo' that can be taken back");
        }
        if (e.words.size() > 2 || !levels || *levels == 0 || *levels > m_undo.size()) {
            throw usage_error("expected a number from 1 to ", m_undo.size(),
                              ", the lines that can be taken back, got ",
                              program::in_quotes(e.words[e.words.size() > 2 ? 2 : 1]));
        }
        m_undo.resize(m_undo.size() - (*levels - 1));
        take_back(m_undo.back());
        m_undo.pop_back();
    }

    // An input that nobody has driven is one that can be driven by then, so all are kept.
    void remember(const entry& e) {
        undo_state s{e.text.substr(0, e.text.find('\n')), e.line,
                     state_of(m_cpu, *m_target, *m_player), m_result, edges()};
        const program::pin_map& pins = m_part.unit.pins();
        for (std::size_t i = 0; i < pins.size(); ++i) {
            if (!pins[i].is_output) {
                s.state.driven.pins.emplace(i, pins[i].at_start);
            }
        }
        push(m_undo, std::move(s));
    }

    void take_back(const undo_state& s) {
        continue_from(s.state, *m_target, *m_player);
        m_cpu = s.state.cpu;
        m_result = s.result;
        m_edges_taken_back = m_target->cpu.edges() - s.edges;
        std::cout << "as before line " << s.number << ", " << s.line << '\n';
    }

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
    std::unique_ptr<shown_target> m_player;
    program::cpu_state m_cpu;
    undo_list m_undo;
    std::uint64_t m_edges_taken_back = 0; ///< simulated time does not go back
};

} // namespace

int run_shell(const part::part_entry& part, const components::clock_choice& clock) {
    return shell_session(part, clock).run();
}

} // namespace platform::pmu_run
