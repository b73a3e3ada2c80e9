// SPDX-License-Identifier: Apache-2.0
#include <program/parser.h>

#include <process/input_file.h>
#include <process/lack_of_memory.h>
#include <process/printable.h>
#include <program/lexer.h>
#include <program/statement_parser.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

namespace platform::program {
namespace {

constexpr std::uint32_t lines_between_looks = 256;
constexpr const char* stopped = "expected to read all of it, got the request to stop";

/// Puts the statements of a text together.
class text_parser {
public:
    text_parser(std::string file, const unit_info& unit) : m_unit(unit) {
        m_result.accepted.file = std::move(file);
    }

    parse_result parse(std::string_view text, const std::function<bool()>& stop_asked) {
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        if (text.substr(0, byte_order_mark.size()) == byte_order_mark) {
            text.remove_prefix(byte_order_mark.size());
        }
        if (text.substr(0, 4) == "\x7F"
                                 "ELF") {
            report(1, 1,
                   "expected an access program, got firmware, an ELF file, which can be read "
                   "from a regular file only");
            return std::move(m_result);
        }
        while (!text.empty() && m_result.diagnostics.size() < max_diagnostics) {
            const std::size_t end = text.find('\n');
            std::string_view line = text.substr(0, end);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
            if (!line.empty() && line.back() == '\r') {
                line.remove_suffix(1);
            }
            ++m_line;
            if (m_line % lines_between_looks == 0 && stop_asked && stop_asked()) {
                report(m_line, 1, stopped);
                break;
            }
            parse_line(line);
        }
        if (text.empty()) {
            report_open_repeats();
        }
        auto& found = m_result.diagnostics;
        std::stable_sort(found.begin(), found.end(),
                         [](const diagnostic& a, const diagnostic& b) { return a.line < b.line; });
        return std::move(m_result);
    }

private:
    /// A repeat whose end has not come yet.
    struct open_repeat {
        std::uint32_t line;
        std::uint32_t column;
        std::optional<std::size_t> index; ///< of its statement, unless that has an error
        bool is_empty = true;
    };

    void parse_line(std::string_view text) {
        if (text.size() > max_line_size) {
            report(m_line, 1,
                   "expected a line of at most " + std::to_string(max_line_size) + " bytes, got " +
                       std::to_string(text.size()));
            return;
        }
        try {
            tokenize(text, m_tokens);
            cursor line(m_tokens);
            if (!line.at_end()) {
                parse_statement(line);
            }
        } catch (const syntax_error& error) {
            report(m_line, error.column(), error.what());
        }
    }

    void parse_statement(cursor& line) {
        statement_parser parser(line, m_unit);
        if (line.at_word("option")) {
            if (m_has_statements) {
                line.fail("every option before the first other statement");
            }
            line.take();
            m_result.accepted.options.push_back(parser.parse_option());
            return;
        }
        m_has_statements = true;
        if (line.at_word("repeat")) {
            // Opened before it is parsed, so that an error in it does not make its end another.
            m_open.push_back({m_line, line.peek().column, std::nullopt});
            auto action = parser.parse();
            m_open.back().index = m_result.accepted.statements.size();
            add(std::move(action));
        } else if (line.at_word("end")) {
            parse_end(line, parser);
        } else {
            add(parser.parse());
            if (!m_open.empty()) {
                m_open.back().is_empty = false;
            }
        }
    }

    void parse_end(cursor& line, statement_parser& parser) {
        if (m_open.empty()) {
            line.fail("a statement, no repeat being open");
        }
        const open_repeat closed = m_open.back();
        m_open.pop_back();
        if (!m_open.empty() && !closed.is_empty) {
            m_open.back().is_empty = false;
        }
        auto action = parser.parse();
        if (closed.index) {
            std::vector<statement>& all = m_result.accepted.statements;
            auto& repeat = std::get<repeat_statement>(all[*closed.index].action);
            repeat.end = all.size();
            repeat.is_empty = closed.is_empty;
        }
        add(std::move(action));
    }

    void add(statement_parser::action action) {
        m_result.accepted.statements.push_back({m_line, std::move(action)});
    }

    void report_open_repeats() {
        for (const open_repeat& repeat : m_open) {
            if (m_result.diagnostics.size() < max_diagnostics) {
                report(repeat.line, repeat.column,
                       "expected an 'end' for this 'repeat', got the end of the file");
            }
        }
    }

    void report(std::uint32_t line, std::uint32_t column, std::string message) {
        m_result.diagnostics.push_back({m_result.accepted.file, line, column, std::move(message)});
    }

    const unit_info& m_unit;
    parse_result m_result;
    std::vector<token> m_tokens;
    std::vector<open_repeat> m_open;
    std::uint32_t m_line = 0;
    bool m_has_statements = false;
};

} // namespace

std::string diagnostic::text() const {
    const std::string place =
        line == 0 ? "" : ":" + std::to_string(line) + ":" + std::to_string(column);
    return process::printable(file) + place + ": " + message;
}

parse_result parse(std::string_view text, std::string file, const unit_info& unit,
                   const std::function<bool()>& stop_asked) {
    return text_parser(std::move(file), unit).parse(text, stop_asked);
}

parse_result load(const std::string& path, const unit_info& unit,
                  const std::function<bool()>& stop_asked) {
    std::string error;
    try {
        return parse(process::read_whole(path, max_file_size, stop_asked), path, unit, stop_asked);
    } catch (const process::input_error& e) {
        error = "expected a readable file: " + e.reason();
    } catch (const process::input_too_large&) {
        error = "expected a file of at most " + std::to_string(max_file_size >> 20) +
                " MiB, got a larger one";
    } catch (const std::bad_alloc& e) {
        error = process::text_of(e);
    }
    parse_result result;
    result.diagnostics.push_back({path, 0, 0, error});
    return result;
}

option_setting parse_setting(std::string_view text, const unit_info& unit) {
    const std::size_t equals = text.find('=');
    const bool is_setting = equals != 0 && equals < text.size() - 1 && !text.empty() &&
                            text.find_first_of(" \t,#;") == std::string_view::npos;
    if (!is_setting) {
        throw std::runtime_error("expected NAME=VALUE, got " + in_quotes(text));
    }
    std::string line(text);
    line[equals] = ','; // from here on it is a statement of a program
    std::vector<token> tokens;
    tokenize(line, tokens);
    cursor all(tokens);
    return statement_parser(all, unit).parse_option();
}

} // namespace platform::program
