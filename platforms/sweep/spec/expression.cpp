// SPDX-License-Identifier: Apache-2.0
#include <sweep/spec/expression.h>

#include <process/text_streams.h>
#include <sweep/json/json_reader.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <locale>
#include <string>
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

using term = expression_term;

constexpr double most_exact = 9007199254740992.0; ///< 2^53

/// \throws sweep_error for what is strictly none
std::optional<double> checked(double value, const evaluation& how) {
    if (how.is_strict && !(std::abs(value) <= most_exact)) {
        throw sweep_error("a result beyond 2^53");
    }
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

template <class Operator>
term combined(term left, term right, Operator combine) {
    return [left = std::move(left), right = std::move(right),
            combine](const evaluation& how) -> std::optional<double> {
        const std::optional<double> a = left(how);
        const std::optional<double> b = right(how);
        return a && b ? combine(*a, *b, how) : std::nullopt;
    };
}

/// Of an operator that has a value for all operands.
template <class Operator>
term computed(term left, term right, Operator operate) {
    return combined(std::move(left), std::move(right),
                    [operate](double a, double b, const evaluation& how) {
                        return checked(operate(a, b), how);
                    });
}

std::optional<double> quotient(double a, double b, const evaluation& how) {
    if (b == 0 && how.is_strict) {
        throw sweep_error("a division by 0");
    }
    return checked(a / b, how);
}

/// sum = product {(+|-) product}; product = operand {(*|/) operand};
/// operand = -operand | number | name | (sum) | first(sum {, sum})
class expression_parser {
public:
    /// \param names gets those that are met
    expression_parser(const std::string& text, std::vector<std::string>& names)
        : m_text(text), m_names(names) {}

    term parse() {
        check_length();
        term all = sum();
        if (peek() != '\0') {
            refuse("an operator");
        }
        return all;
    }

    struct comparison {
        term left;
        bool (*compare)(double, double) = nullptr;
        term right;
    };

    comparison parse_comparison() {
        check_length();
        comparison all;
        all.left = sum();
        all.compare = relation();
        all.right = sum();
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

    void check_length() const {
        if (m_text.size() > longest) {
            throw sweep_error("an expression of more than " + std::to_string(longest) +
                              " characters");
        }
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

    bool (*relation())(double, double) {
        struct named {
            const char* name;
            bool (*compare)(double, double);
        };
        static constexpr std::array<named, 6> all = {{
            {"<=", [](double a, double b) { return a <= b; }}, // before <
            {">=", [](double a, double b) { return a >= b; }},
            {"==", [](double a, double b) { return a == b; }},
            {"!=", [](double a, double b) { return a != b; }},
            {"<", [](double a, double b) { return a < b; }},
            {">", [](double a, double b) { return a > b; }},
        }};
        peek();
        for (const named& n : all) {
            const std::size_t size = std::char_traits<char>::length(n.name);
            if (m_text.compare(m_at, size, n.name) == 0) {
                m_at += size;
                return n.compare;
            }
        }
        refuse("one of < <= > >= == !=");
    }

    term sum() {
        term left = product();
        for (char c = peek(); c == '+' || c == '-'; c = peek()) {
            ++m_at;
            term right = product();
            left = c == '+' ? computed(std::move(left), std::move(right), std::plus<>())
                            : computed(std::move(left), std::move(right), std::minus<>());
        }
        return left;
    }

    term product() {
        term left = operand();
        for (char c = peek(); c == '*' || c == '/'; c = peek()) {
            ++m_at;
            term right = operand();
            left = c == '*' ? computed(std::move(left), std::move(right), std::multiplies<>())
                            : combined(std::move(left), std::move(right), quotient);
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
            value = computed([](const auto&) { return 0.0; }, operand(), std::minus<>());
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
        process::text_reader in(m_text.substr(m_at, end - m_at));
        in.imbue(std::locale::classic());
        double value = 0;
        if (!(in >> value) || !in.eof()) {
            refuse("a number");
        }
        m_at = end;
        if (const double unit = unit_at(end); unit != 0) {
            ++m_at;
            value *= unit;
        }
        return [value](const auto&) { return value; };
    }

    /// Of a size, such as 4K. \return 0: there is none
    double unit_at(std::size_t at) const {
        const std::string rest = m_text.substr(std::min(at, m_text.size()), 2);
        const bool is_in_name = rest.size() == 2 && (begins_name(rest[1]) || is_digit(rest[1]));
        const std::size_t power =
            rest.empty() || is_in_name ? std::string::npos : std::string("KMG").find(rest[0]);
        return power == std::string::npos ? 0 : std::ldexp(1.0, 10 * static_cast<int>(power + 1));
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
        return [name](const evaluation& how) { return how.value_of(name); };
    }

    term first() {
        std::vector<term> operands;
        do {
            ++m_at; // the parenthesis or a comma
            operands.push_back(sum());
        } while (peek() == ',');
        expect(')', "',' or ')'");
        return [operands](const evaluation& how) {
            std::optional<double> value;
            for (auto o = operands.begin(); !value && o != operands.end(); ++o) {
                value = (*o)(how);
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

comparison_expression::comparison_expression(const std::string& text) {
    auto parsed = expression_parser(text, m_names).parse_comparison();
    m_left = std::move(parsed.left);
    m_right = std::move(parsed.right);
    m_compare = parsed.compare;
}

bool comparison_expression::holds(const value_lookup& value_of) const {
    const evaluation how{value_of, true};
    const std::optional<double> left = m_left(how);
    const std::optional<double> right = m_right(how);
    return left && right && m_compare(*left, *right);
}

} // namespace platform::sweep
