// SPDX-License-Identifier: Apache-2.0
#include <linux/console_script.h>

#include <process/printable.h>
#include <process/text_streams.h>
#include <process/words.h>
#include <program/lexer.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace platform::linux_board {

namespace {

constexpr double default_timeout = 60;
constexpr double longest_timeout = 1e6;

/// One line of a script, read from left to right.
class line_reader {
public:
    line_reader(const std::string& line, std::string place)
        : m_line(line), m_place(std::move(place)) {}

    [[noreturn]] void fail(const std::string& what) const { throw script_error(m_place + what); }

    bool is_at_end() {
        skip_blanks();
        return m_at == m_line.size() || m_line[m_at] == '#';
    }

    std::string word() {
        skip_blanks();
        const std::size_t first = m_at;
        while (m_at != m_line.size() && !is_blank(m_line[m_at])) {
            ++m_at;
        }
        return m_line.substr(first, m_at - first);
    }

    std::string text() {
        skip_blanks();
        if (m_at == m_line.size() || m_line[m_at] != '"') {
            fail("expected a text between \"quotes\"");
        }
        ++m_at;
        std::string text;
        for (;;) {
            if (m_at == m_line.size()) {
                fail("expected a \" at the end of the text");
            }
            const char c = m_line[m_at++];
            if (c == '"') {
                return text;
            }
            text += c == '\\' ? escaped() : c;
        }
    }

    double seconds() {
        const std::string given = word();
        char* end = nullptr;
        const double value = std::strtod(given.c_str(), &end);
        if (given.empty() || *end != 0 || !(value > 0) || value > longest_timeout) {
            fail("expected seconds of simulated time, up to 1000000, got " +
                 program::in_quotes(given));
        }
        return value;
    }

private:
    static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
    void skip_blanks() {
        while (m_at != m_line.size() && is_blank(m_line[m_at])) {
            ++m_at;
        }
    }

    char escaped() {
        const char c = m_at != m_line.size() ? m_line[m_at++] : '\0';
        switch (c) {
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        case '\\':
        case '"': return c;
        case 'x': return hexadecimal();
        default: fail("expected \\n, \\r, \\t, \\\\, \\\" or \\xHH in the text");
        }
    }

    char hexadecimal() {
        constexpr std::size_t digits = 2;
        const char* const first = m_line.data() + m_at;
        const char* const last = first + std::min(digits, m_line.size() - m_at);
        unsigned value = 0;
        if (std::from_chars(first, last, value, 16).ptr != first + digits) {
            fail("expected two hexadecimal digits after \\x");
        }
        m_at += digits;
        return static_cast<char>(value);
    }

    const std::string& m_line;
    std::string m_place;
    std::size_t m_at = 0;
};

std::string place_of(const std::string& name, unsigned line) {
    return name + ":" + std::to_string(line) + ": ";
}

/// As it may stand in a script.
std::string quoted(const std::string& text) {
    std::string all = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '\n') {
            all += "\\n";
        } else if (c == '\r') {
            all += "\\r";
        } else if (c == '"' || c == '\\') {
            all += {'\\', c};
        } else if (code < 0x20 || code >= 0x7F) {
            all += "\\x" + process::hex_digits(code, 2);
        } else {
            all += c;
        }
    }
    return all + '"';
}

/// Without quotation marks around it.
bool can_be_in_csv(const std::string& name) {
    return name.find_first_of(",\"") == std::string::npos && process::printable(name) == name;
}

std::string seconds_text(double seconds) {
    process::text_writer text;
    text << seconds << " s";
    return text.str();
}

} // namespace

std::vector<script_statement> parse_script(const std::string& text, const std::string& name) {
    using kind = script_statement::kind;
    std::vector<script_statement> statements;
    double timeout = default_timeout;
    process::text_reader lines(text);
    unsigned number = 0;
    for (std::string line; std::getline(lines, line);) {
        line_reader reader(line, place_of(name, ++number));
        if (reader.is_at_end()) {
            continue;
        }
        const std::string verb = reader.word();
        if (verb == "timeout") {
            timeout = reader.seconds();
        } else if (verb == "expect") {
            statements.push_back({kind::expect, reader.text(), timeout, number});
            if (statements.back().text.empty()) {
                reader.fail("expected a text that is not empty");
            }
        } else if (verb == "send") {
            statements.push_back({kind::send, reader.text(), 0, number});
        } else if (verb == "counts") {
            statements.push_back({kind::counts, reader.text(), 0, number});
            if (!can_be_in_csv(statements.back().text)) {
                reader.fail("expected a name without commas, quotation marks and control "
                            "characters, got " +
                            program::in_quotes(statements.back().text));
            }
        } else {
            reader.fail("expected expect, send, counts or timeout, got " +
                        program::in_quotes(verb));
        }
        if (!reader.is_at_end()) {
            reader.fail("expected nothing after " + verb + ", got " +
                        program::in_quotes(reader.word()));
        }
    }
    return statements;
}

const script_statement* script_player::next(double now) {
    if (is_done()) {
        return nullptr;
    }
    const script_statement& s = m_statements[m_next];
    if (s.what != script_statement::kind::expect) {
        ++m_next;
        return &s;
    }
    if (const std::size_t at = m_shown.find(s.text); at != std::string::npos) {
        m_shown.erase(0, at + s.text.size());
        m_waits = false;
        ++m_next;
        return next(now);
    }
    if (!m_waits) {
        m_waits = true;
        m_since = now;
    }
    if (now - m_since >= s.timeout) {
        constexpr std::size_t most = 60;
        const std::string last =
            m_shown.size() > most ? m_shown.substr(m_shown.size() - most) : m_shown;
        throw script_error(place() + ", not seen within " + seconds_text(s.timeout) +
                           " of simulated time; the console shows " + quoted(last) + " last");
    }
    return nullptr;
}

std::string script_player::place() const {
    if (is_done()) {
        return m_name + ": at its end";
    }
    const script_statement& s = m_statements[m_next];
    const char* const verb = s.what == script_statement::kind::expect ? "expected " : "at ";
    return place_of(m_name, s.line) + verb + quoted(s.text);
}

} // namespace platform::linux_board
