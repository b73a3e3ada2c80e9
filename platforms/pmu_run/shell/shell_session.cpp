// SPDX-License-Identifier: Apache-2.0
#include "shell_session.h"

#include "line_input.h"
#include <pmu_run/command_line/numbers.h>
#include <pmu_run/programs/program_run.h>
#include <pmu_run/programs/program_snapshot.h>
#include <pmu_run/run/stop_request.h>

#include <exports/wording.h>
#include <pmu/core/coprocessor_address.h>
#include <pmu/core/same_word.h>
#include <process/words.h>
#include <program/lexer.h>
#include <program/parser.h>
#include <program/statement_parser.h>
#include <program/wide_value.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <exception>
#include <iostream>
#include <sstream>
#include <systemc>
#include <type_traits>
#include <utility>
#include <variant>

namespace platform::pmu_run {

namespace {

constexpr const char* name_of_input = "stdin";

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream text(line.substr(0, line.find_first_of("#;")));
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

// --- what is shown -------------------------------------------------------------------------------

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(text.size() + 1, width), ' ');
    return text;
}

/// The value of a field: a digit where one will do.
std::string value_of(const pmu::register_field& f, std::uint32_t word) {
    const std::uint32_t value = f.of(word);
    return value < 10 ? std::to_string(value) : process::hex(value, (f.msb - f.lsb) / 4 + 1);
}

std::uint32_t peek(part::pmu_platform& target, const pmu::register_desc& r) {
    std::uint32_t value = 0;
    target.cpu.debug(target.unit_base() + r.address, false, value);
    return value;
}

template <class Named>
std::size_t longest_name(const Named& all) {
    std::size_t width = 0;
    for (const auto& one : all) {
        width = std::max(width, std::strlen(one.name));
    }
    return width;
}

/// What the shell shows of a part and of its platform. All of them throw std::runtime_error,
/// `expected ..., got ...`, for a name that the part does not have.
class shell_view {
public:
    explicit shell_view(const part::part_entry& part) : m_part(part) {}

    /// Statements and what the shell does: all, or one.
    void help(std::string_view word) const {
        std::vector<program::statement_form> forms = program::statement_forms();
        forms.insert(forms.end(), shell_forms().begin(), shell_forms().end());
        bool is_known = word.empty();
        for (const program::statement_form& f : forms) {
            if (word.empty() || pmu::is_same_word(word, f.name)) {
                const std::string form = std::string(f.name) + " " + std::string(f.operands);
                std::cout << "  " << padded(form, 44) << f.meaning << '\n';
                is_known = true;
            }
        }
        if (!is_known) {
            throw usage_error("expected a statement, got ", program::in_quotes(word));
        }
    }
    /// The fields of a register as its manual has them.
    void fields(std::string_view name) const {
        const pmu::register_desc& r = find(name);
        std::cout << r.name << ": " << r.description << '\n';
        const std::size_t width = longest_name(r) + 2;
        for (const pmu::register_field& f : r) {
            std::cout << "  " << padded(exports::bits(f), 8) << padded(f.name, width)
                      << padded(exports::short_name(f.access), 6) << f.description << '\n';
        }
    }
    /// A register with its fields, or one of its fields after a dot.
    void show(std::string_view name, part::pmu_platform& target) const {
        const std::size_t dot = std::min(name.find('.'), name.size());
        const pmu::register_desc& r = find(name.substr(0, dot));
        const std::uint32_t value = peek(target, r);
        if (dot == name.size()) {
            line_of(r, value);
            return;
        }
        for (const pmu::register_field& f : r) {
            if (pmu::is_same_word(f.name, name.substr(dot + 1))) {
                std::cout << r.name << '.' << f.name << " = " << value_of(f, value) << '\n';
                return;
            }
        }
        throw usage_error("expected a field of ", r.name, ", got ",
                          program::in_quotes(name.substr(dot + 1)));
    }
    /// All registers and outputs, and the stub CPU.
    /// \param edges how many have passed
    void show_all(part::pmu_platform& target, part::player_target& player,
                  const program::cpu_state& cpu, std::uint64_t edges) const {
        const program::unit_info& unit = m_part.unit;
        const std::size_t width = longest_name(unit.registers()) + 2;
        for (const pmu::register_desc& r : unit.registers()) {
            line_of(r, peek(target, r));
        }
        for (const pmu::banked_register& r : unit.registers().banked()) {
            std::cout << padded(r.name, width) << process::hex(target.peek(r), 8) << '\n';
        }
        for (std::size_t i = 0; i < unit.pins().size(); ++i) {
            const program::pin_info& pin = unit.pins()[i];
            if (pin.is_output) {
                std::cout << padded(pin.name, width) << player.read_pin(i).to_hex(pin.bits) << '\n';
            }
        }
        std::cout << edges << (edges == 1 ? " edge" : " edges") << ", irq "
                  << (player.irq() ? 1 : 0) << ", "
                  << (cpu.attributes.privileged ? "privileged" : "user") << ", "
                  << (cpu.attributes.secure ? "secure" : "nonsecure");
        for (std::size_t i = 0; i < cpu.registers.size(); ++i) {
            if (cpu.registers[i] != 0) {
                std::cout << ", r" << i << " = " << process::hex(cpu.registers[i], 8);
            }
        }
        std::cout << '\n';
    }

private:
    const pmu::register_desc& find(std::string_view name) const {
        for (const pmu::register_desc& r : m_part.unit.registers()) {
            if (pmu::is_same_word(r.name, name)) {
                return r;
            }
        }
        throw usage_error("expected a register of the ", m_part.unit.title(), ", got ",
                          program::in_quotes(name));
    }
    void line_of(const pmu::register_desc& r, std::uint32_t value) const {
        std::cout << padded(r.name, longest_name(m_part.unit.registers()) + 2)
                  << process::hex(value, 8);
        for (const pmu::register_field& f : r) {
            if (f.mask() != 0xFFFF'FFFFU) {
                std::cout << "  " << f.name << '=' << value_of(f, value);
            }
        }
        std::cout << '\n';
    }

    const part::part_entry& m_part;
};

/// Shows what is read.
class shown_target final : public part::player_target {
public:
    shown_target(part::pmu_platform& target, const program::unit_info& unit)
        : player_target(target, is_stop_requested), m_unit(unit) {}

    components::access_result coprocessor(const pmu::coprocessor_register& where, bool is_write,
                                          std::uint32_t& data,
                                          pmu::access_attributes who) override {
        const components::access_result result =
            player_target::coprocessor(where, is_write, data, who);
        if (!is_write && result == components::access_result::ok) {
            show(pmu::encode(where), data, 4);
        }
        return result;
    }

    components::access_result memory(std::uint64_t offset, bool is_write, unsigned bytes,
                                     std::uint64_t& data, std::optional<std::uint8_t> byte_enables,
                                     pmu::access_attributes who) override {
        const components::access_result result =
            player_target::memory(offset, is_write, bytes, data, byte_enables, who);
        if (!is_write && result == components::access_result::ok) {
            show(offset, data, bytes);
        }
        return result;
    }

    bool debug(std::uint64_t offset, bool is_write, std::uint32_t& data) override {
        const bool is_answered = player_target::debug(offset, is_write, data);
        if (!is_write && is_answered) {
            show(offset, data, 4);
        }
        return is_answered;
    }

private:
    void show(std::uint64_t offset, std::uint64_t value, unsigned bytes) const {
        const pmu::register_desc* const r =
            bytes == 4 && offset <= UINT32_MAX
                ? m_unit.registers().find(static_cast<std::uint32_t>(offset))
                : nullptr;
        const std::uint64_t mask =
            bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << bytes * 8) - 1;
        std::cout << (r != nullptr ? r->name : "[" + process::hex(offset, 8) + "]") << " = "
                  << process::hex(value & mask, std::size_t{bytes} * 2) << '\n';
    }

    const program::unit_info& m_unit;
};

// --- what can be taken back ----------------------------------------------------------------------

/// The state before a line.
struct undo_state {
    std::string line; ///< what is taken back
    std::uint32_t number = 0;
    program_state state;
    program::play_result result; ///< of all lines before it, without the list of failures
    std::uint64_t edges = 0;     ///< that had passed
};

/// Bytes that it takes, about.
std::size_t size_of(const undo_state& s) {
    constexpr std::size_t of_pin = 64; // of a node of a map, about
    return sizeof s + s.line.size() + s.state.unit.size() +
           s.state.driven.pins.size() * (sizeof(program::wide_value) + of_pin);
}

/// The last states, as many as there is room for.
using undo_list = std::deque<undo_state>;

void push(undo_list& states, undo_state s) {
    constexpr std::size_t most_states = 1000;
    constexpr std::size_t most_bytes = std::size_t{16} << 20;
    states.push_back(std::move(s));
    std::size_t bytes = 0;
    for (const undo_state& kept : states) {
        bytes += size_of(kept);
    }
    while (states.size() > most_states || (bytes > most_bytes && states.size() > 1)) {
        bytes -= size_of(states.front());
        states.pop_front();
    }
}

// --- a session -----------------------------------------------------------------------------------

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
