// SPDX-License-Identifier: Apache-2.0
#include <sweep/spec/expression.h>

#include <sweep/json/json_reader.h>

#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>
#include <utility>

namespace platform::sweep {

namespace {

constexpr std::size_t longest = 4096;
constexpr int deepest = 64;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool begins_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Its value, where the values of names are known.
using term = std::function<std::optional<double>(const expression::lookup&)>;

template <class Operator>
term combined(term left, term right, Operator combine) {
    return [left = std::move(left), right = std::move(right),
            combine](const expression::lookup& value_of) -> std::optional<double> {
        const std::optional<double> a = left(value_of);
        const std::optional<double> b = right(value_of);
        const double value = a && b ? combine(*a, *b) : std::nan("");
        return std::isfinite(value) ? std::optional(value) : std::nullopt;
    };
}

/// sum = product {(+|-) product}; product = operand {(*|/) operand};
/// operand = -operand | number | name | (sum) | first(sum {, sum})
class expression_parser {
public:
    /// \param names gets those that are met
    expression_parser(const std::string& text, std::vector<std::string>& names)
        : m_text(text), m_names(names) {}

    term parse() {
        if (m_text.size() > longest) {
            throw sweep_error("an expression of more than " + std::to_string(longest) +
                              " characters");
        }
        term all = sum();
        if (peek() != '\0') {
            refuse("an operator");
        }
        return all;
    }

private:
    [[noreturn]] void refuse(const std::string& expected) const {
        throw sweep_error("column " + std::to_string(m_at + 1) + ": expected " + expected +
                          (m_at < m_text.size() ? ", got '" + m_text.substr(m_at, 20) + "'"
                                                : std::string(", got the end")));
    }

    char peek() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) {
            ++m_at;
        }
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    void expect(char c, const char* name) {
        if (peek() != c) {
            refuse(name);
        }
        ++m_at;
    }

    term sum() {
        term left = product();
        for (char c = peek(); c == '+' || c == '-'; c = peek()) {
            ++m_at;
            term right = product();
            left = c == '+' ? combined(std::move(left), std::move(right), std::plus<>())
                            : combined(std::move(left), std::move(right), std::minus<>());
        }
        return left;
    }

    term product() {
        term left = operand();
        for (char c = peek(); c == '*' || c == '/'; c = peek()) {
            ++m_at;
            term right = operand();
            left = c == '*' ? combined(std::move(left), std::move(right), std::multiplies<>())
                            : combined(std::move(left), std::move(right), std::divides<>());
        }
        return left;
    }

    term operand() {
        if (++m_depth > deepest) {
            refuse("no more than " + std::to_string(deepest) + " operands within each other");
        }
        term value;
        const char c = peek();
        if (c == '-') {
            ++m_at;
            value = combined([](const auto&) { return 0.0; }, operand(), std::minus<>());
        } else if (c == '(') {
            ++m_at;
            value = sum();
            expect(')', "')'");
        } else if (is_digit(c) || c == '.') {
            value = number();
        } else if (begins_name(c)) {
            value = name();
        } else {
            refuse("a number, a name, '-' or '('");
        }
        --m_depth;
        return value;
    }

    term number() {
        std::size_t end = m_at;
        while (end < m_text.size() && (is_digit(m_text[end]) || m_text[end] == '.')) {
            ++end;
        }
        std::istringstream in(m_text.substr(m_at, end - m_at));
        in.imbue(std::locale::classic());
        double value = 0;
        if (!(in >> value) || !in.eof()) {
            refuse("a number");
        }
        m_at = end;
        return [value](const auto&) { return value; };
    }

    term name() {
        std::size_t end = m_at;
        while (end < m_text.size() &&
               (begins_name(m_text[end]) || is_digit(m_text[end]) || m_text[end] == '.')) {
            ++end;
        }
        const std::string name = m_text.substr(m_at, end - m_at);
        m_at = end;
        if (name == "first" && peek() == '(') {
            return first();
        }
        if (std::find(m_names.begin(), m_names.end(), name) == m_names.end()) {
            m_names.push_back(name);
        }
        return [name](const expression::lookup& value_of) { return value_of(name); };
    }

    term first() {
        std::vector<term> operands;
        do {
            ++m_at; // the parenthesis or a comma
            operands.push_back(sum());
        } while (peek() == ',');
        expect(')', "',' or ')'");
        return [operands](const expression::lookup& value_of) {
            std::optional<double> value;
            for (auto o = operands.begin(); !value && o != operands.end(); ++o) {
                value = (*o)(value_of);
            }
            return value;
        };
    }

    const std::string& m_text;
    std::vector<std::string>& m_names;
    std::size_t m_at = 0;
    int m_depth = 0;
};

} // namespace

expression::expression(const std::string& text)
    : m_value(expression_parser(text, m_names).parse()) {
}

} // namespace platform::sweep
