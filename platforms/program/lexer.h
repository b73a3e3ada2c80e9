// SPDX-License-Identifier: Apache-2.0
// Cuts one line of an access program into tokens.
#pragma once

#include <program/wide_value.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace platform::program {

enum class token_kind : std::uint8_t {
    end, ///< of the line
    word,
    number,
    string, ///< `text` is what stands between the quotation marks
    comma,
    open_bracket,
    close_bracket,
    ampersand,
    equals, ///< `==`
    arrow,  ///< `->`
    star,
    colon,
    unknown, ///< a character that means nothing here, or a malformed token: see `error`
};

struct token {
    token_kind kind = token_kind::end;
    std::string_view text;    ///< into the line
    std::uint32_t column = 1; ///< of its first character; a character may have several bytes
    wide_value number;        ///< of a number
    std::string error;        ///< `expected ..., got ...` if the token is malformed

    /// The token as a message shows it: quoted, shortened, control characters made visible.
    std::string shown() const;
};

/// What is wrong with a line, and at which column.
class syntax_error : public std::runtime_error {
public:
    syntax_error(std::uint32_t column, const std::string& message)
        : std::runtime_error(message), m_column(column) {}

    std::uint32_t column() const { return m_column; }

private:
    std::uint32_t m_column;
};

/// The tokens of a line without its line end. The last one has the kind `end`; comments are left
/// out. Malformed tokens are returned as `unknown`, so that what comes before them is seen first.
/// \throw syntax_error where the line is not UTF-8 text
void tokenize(std::string_view line, std::vector<token>& tokens);

/// The value of a decimal, `0x` or `0b` number with `_` between digits.
/// \return what is wrong with it, empty if nothing is
std::string parse_number(std::string_view text, wide_value& value);

/// Text as process::printable() has it, between quotation marks, and shortened.
std::string in_quotes(std::string_view text);

/// ASCII letters in capitals; everything else as it is.
std::string to_upper(std::string_view text);

} // namespace platform::program
