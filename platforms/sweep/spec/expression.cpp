// SPDX-License-Identifier: Apache-2.0
#include <sweep/spec/expression.h>

#include <sweep/json/json_reader.h>

#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>

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

} // namespace

/// sum = product {(+|-) product}; product = operand {(*|/) operand};
/// operand = -operand | number | name | (sum) | first(sum {, sum})
class expression_parser {
public:
    expression_parser(const std::string& text, expression& into) : m_text(text), m_into(into) {}

    void parse() {
        if (m_text.size() > longest) {
            throw sweep_error("an expression of more than " + std::to_string(longest) +
                              " characters");
        }
        sum();
        if (peek() != '\0') {
            refuse("an operator");
        }
    }

private:
    using action = expression::action;

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

    void emit(action what, double number = 0, std::size_t name = 0) {
        m_into.m_steps.push_back({what, number, name});
    }

    void sum() {
        product();
        for (char c = peek(); c == '+' || c == '-'; c = peek()) {
            ++m_at;
            product();
            emit(c == '+' ? action::add : action::subtract);
        }
    }

    void product() {
        operand();
        for (char c = peek(); c == '*' || c == '/'; c = peek()) {
            ++m_at;
            operand();
            emit(c == '*' ? action::multiply : action::divide);
        }
    }

    void operand() {
        if (++m_depth > deepest) {
            refuse("no more than " + std::to_string(deepest) + " operands within each other");
        }
        const char c = peek();
        if (c == '-') {
            ++m_at;
            operand();
            emit(action::negate);
        } else if (c == '(') {
            ++m_at;
            sum();
            expect(')', "')'");
        } else if (is_digit(c) || c == '.') {
            number();
        } else if (begins_name(c)) {
            name();
        } else {
            refuse("a number, a name, '-' or '('");
        }
        --m_depth;
    }

    void number() {
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
        emit(action::push, value);
    }

    void name() {
        std::size_t end = m_at;
        while (end < m_text.size() &&
               (begins_name(m_text[end]) || is_digit(m_text[end]) || m_text[end] == '.')) {
            ++end;
        }
        const std::string name = m_text.substr(m_at, end - m_at);
        m_at = end;
        if (name == "first" && peek() == '(') {
            first_of();
            return;
        }
        std::vector<std::string>& names = m_into.m_names;
        const auto found = std::find(names.begin(), names.end(), name);
        emit(action::load, 0, static_cast<std::size_t>(found - names.begin()));
        if (found == names.end()) {
            names.push_back(name);
        }
    }

    void first_of() {
        std::size_t operands = 0;
        do {
            ++m_at; // the parenthesis or a comma
            sum();
            ++operands;
        } while (peek() == ',');
        expect(')', "',' or ')'");
        emit(action::first, 0, operands);
    }

    const std::string& m_text;
    expression& m_into;
    std::size_t m_at = 0;
    int m_depth = 0;
};

expression::expression(const std::string& text) {
    expression_parser(text, *this).parse();
}

std::optional<double> expression::value(const lookup& value_of) const {
    std::vector<std::optional<double>> stack;
    for (const step& s : m_steps) {
        if (s.what == action::push) {
            stack.emplace_back(s.number);
            continue;
        }
        if (s.what == action::load) {
            stack.push_back(value_of(m_names[s.name]));
            continue;
        }
        if (s.what == action::first) {
            const auto operands = stack.end() - static_cast<std::ptrdiff_t>(s.name);
            const auto known =
                std::find_if(operands, stack.end(), [](const auto& v) { return v.has_value(); });
            const std::optional<double> result = known != stack.end() ? *known : std::nullopt;
            stack.erase(operands, stack.end());
            stack.push_back(result);
            continue;
        }
        const std::optional<double> right = stack.back();
        if (s.what != action::negate) {
            stack.pop_back();
        }
        std::optional<double>& left = stack.back();
        if (!left || !right) {
            left.reset();
            continue;
        }
        switch (s.what) {
        case action::add: *left += *right; break;
        case action::subtract: *left -= *right; break;
        case action::multiply: *left *= *right; break;
        case action::divide: *left /= *right; break;
        default: *left = -*left;
        }
        if (!std::isfinite(*left)) {
            left.reset();
        }
    }
    return stack.back();
}

} // namespace platform::sweep
