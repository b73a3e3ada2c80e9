// SPDX-License-Identifier: Apache-2.0
#include <program/lexer.h>

#include <process/printable.h>
#include <process/words.h>

#include <algorithm>
#include <cstddef>

namespace platform::program {
namespace {

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

constexpr char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

constexpr bool is_letter(char c) {
    return (upper(c) >= 'A' && upper(c) <= 'Z') || c == '_';
}

constexpr bool is_word(char c) {
    return is_letter(c) || is_digit(c);
}

constexpr bool is_continuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// The value of a digit of any base, 255 if it is none.
constexpr unsigned digit_value(char c) {
    if (is_digit(c)) {
        return static_cast<unsigned>(c - '0');
    }
    return upper(c) >= 'A' && upper(c) <= 'F' ? static_cast<unsigned>(upper(c) - 'A') + 10U : 255U;
}

std::string hex_byte(char c) {
    return process::hex(static_cast<unsigned char>(c), 2);
}

/// Of its first character; a byte that begins none counts as one.
std::size_t size_of_first(std::string_view text) {
    return std::max<std::size_t>(process::character_size(text), 1);
}

std::string first_shown(std::string_view text) {
    return process::printable(text.substr(0, size_of_first(text)));
}

void check_text(std::string_view line) {
    std::uint32_t column = 1;
    for (std::size_t i = 0; i < line.size(); ++column) {
        const std::size_t size = process::character_size(line.substr(i));
        if (size == 0 || line[i] == '\0') {
            throw syntax_error(column, "expected UTF-8 text, got the byte " + hex_byte(line[i]));
        }
        i += size;
    }
}

struct symbol {
    std::string_view text;
    token_kind kind;
};

constexpr symbol symbols[] = {
    {"==", token_kind::equals},      {"->", token_kind::arrow},        {",", token_kind::comma},
    {"[", token_kind::open_bracket}, {"]", token_kind::close_bracket}, {"&", token_kind::ampersand},
    {"*", token_kind::star},         {":", token_kind::colon},
};

/// Walks over one line.
class scanner {
public:
    scanner(std::string_view line, std::vector<token>& tokens) : m_line(line), m_tokens(tokens) {}

    void scan() {
        m_tokens.clear();
        while (true) {
            while (!at_end() && (peek() == ' ' || peek() == '\t')) {
                skip(1);
            }
            if (at_end() || peek() == '#' || peek() == ';') {
                add(token_kind::end, 0);
                return;
            }
            scan_token();
        }
    }

private:
    bool at_end() const { return m_position == m_line.size(); }
    char peek() const { return m_line[m_position]; }
    std::string_view rest() const { return m_line.substr(m_position); }

    void skip(std::size_t bytes) {
        for (const std::size_t last = m_position + bytes; m_position < last; ++m_position) {
            m_column += is_continuation(peek()) ? 0U : 1U;
        }
    }

    token& add(token_kind kind, std::size_t bytes) {
        token t;
        t.kind = kind;
        t.text = rest().substr(0, bytes);
        t.column = m_column;
        m_tokens.push_back(std::move(t));
        skip(bytes);
        return m_tokens.back();
    }

    void scan_token() {
        if (is_word(peek())) {
            scan_word();
        } else if (peek() == '"') {
            scan_string();
        } else {
            scan_symbol();
        }
    }

    void scan_word() {
        const std::string_view text = rest();
        std::size_t size = 1;
        while (size < text.size() && is_word(text[size])) {
            ++size;
        }
        if (is_letter(peek())) {
            add(token_kind::word, size);
            return;
        }
        token& t = add(token_kind::number, size);
        t.error = parse_number(t.text, t.number);
        if (!t.error.empty()) {
            t.kind = token_kind::unknown;
        }
    }

    void scan_string() {
        const std::size_t last = m_line.find('"', m_position + 1);
        if (last == std::string_view::npos) {
            add(token_kind::unknown, rest().size()).error =
                "expected '\"' at the end of the text, got the end of the line";
            return;
        }
        token& t = add(token_kind::string, last + 1 - m_position);
        t.text = t.text.substr(1, t.text.size() - 2);
    }

    void scan_symbol() {
        for (const symbol& s : symbols) {
            if (rest().substr(0, s.text.size()) == s.text) {
                add(s.kind, s.text.size());
                return;
            }
        }
        add(token_kind::unknown, process::character_size(rest()));
    }

    std::string_view m_line;
    std::vector<token>& m_tokens;
    std::size_t m_position = 0;
    std::uint32_t m_column = 1;
};

} // namespace

std::string token::shown() const {
    switch (kind) {
    case token_kind::end: return "the end of the line";
    case token_kind::string: return "the text " + in_quotes(text);
    default: return in_quotes(text);
    }
}

void tokenize(std::string_view line, std::vector<token>& tokens) {
    check_text(line);
    scanner(line, tokens).scan();
}

std::string parse_number(std::string_view text, wide_value& value) {
    unsigned base = 10;
    const char* kind = "decimal";
    std::string_view digits = text;
    if (text.size() >= 2 && text[0] == '0' && (upper(text[1]) == 'X' || upper(text[1]) == 'B')) {
        base = upper(text[1]) == 'X' ? 16 : 2;
        kind = base == 16 ? "hexadecimal" : "binary";
        digits.remove_prefix(2);
    }
    value = {};
    bool fits = true;
    bool is_after_digit = false;
    for (const char c : digits) {
        if (c == '_') {
            if (!is_after_digit) {
                return "expected '_' between two digits only, got " + in_quotes(text);
            }
            is_after_digit = false;
            continue;
        }
        const unsigned digit = digit_value(c);
        if (digit >= base) {
            return std::string("expected a number of ") + kind + " digits, got " + in_quotes(text);
        }
        fits = fits && value.multiply_add(base, digit);
        is_after_digit = true;
    }
    if (digits.empty()) {
        return std::string("expected a number of ") + kind + " digits, got " + in_quotes(text);
    }
    if (!is_after_digit) {
        return "expected '_' between two digits only, got " + in_quotes(text);
    }
    return fits ? "" : "expected a number of at most 256 bits, got " + in_quotes(text);
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 48;
    std::string shown = "'";
    for (; !text.empty(); text.remove_prefix(size_of_first(text))) {
        if (shown.size() > longest) {
            shown += "...";
            break;
        }
        shown += first_shown(text);
    }
    return shown + "'";
}

std::string to_upper(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), upper);
    return result;
}

} // namespace platform::program
