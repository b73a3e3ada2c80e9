// SPDX-License-Identifier: Apache-2.0
// A figure that is computed from others: numbers, names, + - * /, parentheses, first(A, B, ...).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace platform::sweep {

/// `DCACHE_MISS / DCACHE_ACCESS`, for example. A name is a letter or `_` and then letters, digits,
/// `_` and `.`; first() is the first of its operands that is known.
class expression {
public:
    /// \throws sweep_error that names the column
    explicit expression(const std::string& text);

    using lookup = std::function<std::optional<double>(const std::string& name)>;
    /// \return nothing if a name is unknown, or something is divided by 0
    std::optional<double> value(const lookup& value_of) const { return m_value(value_of); }
    /// The names in it, each once.
    const std::vector<std::string>& names() const { return m_names; }

private:
    std::vector<std::string> m_names;
    std::function<std::optional<double>(const lookup& value_of)> m_value;
};

} // namespace platform::sweep
