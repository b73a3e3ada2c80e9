// SPDX-License-Identifier: Apache-2.0
#include <parts/program/parser.h>

#include <parts/program/lexer.h>
#include <parts/program/statement_parser.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>
#include <utility>

namespace platform {
namespace {

/// Puts the statements of a text together.
class text_parser {
public:
    text_parser(std::string file, const unit_info& unit) : m_unit(unit) {
        m_result.accepted.file = std::move(file);
    }

    parse_result parse(std::string_view text) {
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        if (text.substr(0, byte_order_mark.size()) == byte_order_mark) {
            text.remove_prefix(byte_order_mark.size());
        }
        while (!text.empty() && m_result.diagnostics.size() < max_diagnostics) {
            const std::size_t end = text.find('\n');
            std::string_view line = text.substr(0, end);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
            if (!line.empty() && line.back() == '\r') {
                line.remove_suffix(1);
            }
            ++m_line;
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

struct file_closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

/// \return what went wrong, empty if nothing did
std::string read_file(const std::string& path, std::string& text) {
    const auto failure = [] {
        return "expected a readable file: " + std::generic_category().message(errno);
    };
    const std::unique_ptr<std::FILE, file_closer> file(std::fopen(path.c_str(), "rb"));
    if (!file) {
        return failure();
    }
    std::vector<char> buffer(std::size_t{1} << 16);
    while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
        text.append(buffer.data(), size);
        if (text.size() > max_file_size) {
            return "expected a file of at most " + std::to_string(max_file_size >> 20) +
                   " MiB, got a larger one";
        }
    }
    return std::ferror(file.get()) != 0 ? failure() : "";
}

} // namespace

std::string diagnostic::text() const {
    const std::string place =
        line == 0 ? "" : ":" + std::to_string(line) + ":" + std::to_string(column);
    return file + place + ": " + message;
}

parse_result parse(std::string_view text, std::string file, const unit_info& unit) {
    return text_parser(std::move(file), unit).parse(text);
}

parse_result load(const std::string& path, const unit_info& unit) {
    std::string text;
    const std::string error = read_file(path, text);
    if (!error.empty()) {
        parse_result result;
        result.diagnostics.push_back({path, 0, 0, error});
        return result;
    }
    return parse(text, path, unit);
}

} // namespace platform
