// SPDX-License-Identifier: Apache-2.0
#include <iss/host/name_width.h>

#include <process/printable.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace platform::iss {

namespace {

constexpr std::string_view left_out = "...";

std::size_t first_character(std::string_view text) {
    return std::max<std::size_t>(process::character_size(text), 1);
}

/// The bytes of so many columns.
std::size_t bytes_of(std::string_view text, std::size_t columns) {
    std::size_t bytes = 0;
    for (; columns != 0 && bytes < text.size(); --columns) {
        bytes += first_character(text.substr(bytes));
    }
    return bytes;
}

/// Bytes of the name of an operator that a text begins with, or 0: its angles and parentheses hold
/// nothing.
std::size_t operator_size(std::string_view name, std::size_t at) {
    constexpr std::string_view word = "operator";
    constexpr std::array<std::string_view, 12> symbols{"<<=", ">>=", "<=>", "->*", "<<", ">>",
                                                       "<=",  ">=",  "->",  "()",  "<",  ">"};
    const bool is_part = at != 0 && (std::isalnum(static_cast<unsigned char>(name[at - 1])) != 0 ||
                                     name[at - 1] == '_');
    if (is_part || name.substr(at, word.size()) != word) {
        return 0;
    }
    const std::string_view rest = name.substr(at + word.size());
    for (const std::string_view symbol : symbols) {
        if (rest.substr(0, symbol.size()) == symbol) {
            return word.size() + symbol.size();
        }
    }
    return 0;
}

/// The position past the bracket that closes the one at `at`; 0: none does.
std::size_t end_of(std::string_view name, std::size_t at, char open, char close) {
    std::size_t depth = 0;
    while (at < name.size()) {
        if (const std::size_t skipped = operator_size(name, at); skipped != 0) {
            at += skipped;
            continue;
        }
        depth += name[at] == open ? 1 : 0;
        depth -= name[at] == close ? 1 : 0;
        ++at;
        if (depth == 0) {
            return at;
        }
    }
    return 0;
}

/// With `...` for all that is between two brackets.
std::string without_contents(std::string_view name, char open, char close) {
    constexpr std::array<std::string_view, 2> words{"(anonymous namespace)", "(inlined)"};
    std::string all;
    for (std::size_t at = 0; at < name.size();) {
        std::size_t kept = std::max<std::size_t>(operator_size(name, at), 1);
        const auto* const word = std::find_if(words.begin(), words.end(), [&](std::string_view w) {
            return name.substr(at, w.size()) == w;
        });
        if (word != words.end()) {
            kept = word->size();
        } else if (name[at] == open) {
            const std::size_t end = end_of(name, at, open, close);
            if (end > at + left_out.size() + 2) {
                all.append(1, open).append(left_out).append(1, close);
                at = end;
                continue;
            }
        }
        all += name.substr(at, kept);
        at += kept;
    }
    return all;
}

std::string without_middle(std::string_view name, std::size_t columns) {
    const std::size_t kept = columns - std::min(left_out.size(), columns);
    const std::size_t end = bytes_of(name, columns_of(name) - kept / 2);
    return std::string(name.substr(0, bytes_of(name, kept - kept / 2)))
        .append(left_out)
        .append(name.substr(end));
}

} // namespace

std::size_t columns_of(std::string_view text) {
    std::size_t columns = 0;
    for (; !text.empty(); ++columns) {
        text.remove_prefix(first_character(text));
    }
    return columns;
}

std::string fitted_name(const std::string& name, std::size_t columns) {
    std::string fitted = name;
    for (const auto& [open, close] : {std::pair('<', '>'), std::pair('(', ')')}) {
        if (columns_of(fitted) > columns) {
            fitted = without_contents(fitted, open, close);
        }
    }
    return columns_of(fitted) > columns ? without_middle(fitted, columns) : fitted;
}

} // namespace platform::iss
