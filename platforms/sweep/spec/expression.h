// SPDX-License-Identifier: Apache-2.0
// What is computed from figures, or from values of axes: numbers, names, + - * /, parentheses,
// first(A, B, ...); and comparisons of that.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace platform::sweep {

/// Gives the value of a name, if it is known.
using value_lookup = std::function<std::optional<double>(const std::string& name)>;

/// How an expression is evaluated.
struct evaluation {
    const value_lookup& value_of;
    bool is_strict = false; ///< what has no value is an error
};
/// The value of a part of an expression. \throws sweep_error see evaluation
using expression_term = std::function<std::optional<double>(const evaluation&)>;

/// `DCACHE_MISS / DCACHE_ACCESS`, for example. A name is a letter or `_` and then letters, digits,
/// `_` and `.`; a number may have K, M or G after it, for 2^10, 2^20 and 2^30; first() is the first
/// of its operands that is known.
class expression {
public:
    /// \throws sweep_error that names the column
    explicit expression(const std::string& text);

    using lookup = value_lookup;
    /// \return nothing if a name is unknown, something is divided by 0, or a result is beyond what
    /// a double has
    std::optional<double> value(const lookup& value_of) const { return m_value({value_of}); }
    /// The names in it, each once.
    const std::vector<std::string>& names() const { return m_names; }

private:
    std::vector<std::string> m_names;
    expression_term m_value;
};

/// Two expressions with <, <=, >, >=, == or != between them: `size >= ways * line`.
class comparison_expression {
public:
    /// \throws sweep_error that names the column
    explicit comparison_expression(const std::string& text);

    /// \throws sweep_error if something is divided by 0, or a result is above 2^53 or below -2^53,
    /// where whole numbers are not exact any more
    bool holds(const value_lookup& value_of) const;
    /// The names in it, each once.
    const std::vector<std::string>& names() const { return m_names; }

private:
    std::vector<std::string> m_names;
    expression_term m_left;
    expression_term m_right;
    bool (*m_compare)(double left, double right) = nullptr;
};

} // namespace platform::sweep
