// SPDX-License-Identifier: Apache-2.0
// Reads the tokens of one line, one expectation after the other.
#pragma once

#include <program/lexer.h>
#include <program/program.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace platform::program {

/// Every function that takes something throws syntax_error, at the token, where something else
/// stands. `what` completes "expected ...".
class cursor {
public:
    /// \param tokens of tokenize(); must outlive the cursor
    explicit cursor(const std::vector<token>& tokens) : m_tokens(tokens) {}

    const token& peek() const { return m_tokens[m_position]; }
    bool at(token_kind kind) const { return peek().kind == kind; }
    bool at_end() const { return at(token_kind::end); }
    bool at_word(std::string_view keyword) const;
    const token& take();

    bool take_if(token_kind kind);
    bool take_if_word(std::string_view keyword);
    const token& expect(token_kind kind, const std::string& what);
    void expect_comma() { expect(token_kind::comma, "','"); }
    void expect_word(std::string_view keyword);
    void expect_end() const;

    /// A number of at most `bits` bits, at most 64.
    std::uint64_t number(unsigned bits, const std::string& what = "a number");
    /// A number from `min` to `max`.
    std::uint64_t number_between(std::uint64_t min, std::uint64_t max, const std::string& what);
    /// A number below 2^63.
    std::uint64_t edges();
    /// `xN` with N of 1 or more, or `otherwise` where the line ends.
    std::uint64_t times(std::uint64_t otherwise);
    /// `prefix` and a decimal number up to `last`, like c15.
    std::uint8_t indexed(char prefix, unsigned last);
    std::uint8_t stub_register() { return indexed('r', stub_registers - 1); }
    bool at_stub_register() const { return index_at('r', stub_registers - 1).has_value(); }

    /// A number of at most `bits` bits, or a register.
    operand value(unsigned bits);
    wide_operand wide(unsigned bits);

    [[noreturn]] void fail(const std::string& what) const { fail(what, peek()); }
    [[noreturn]] static void fail(const std::string& what, const token& got);

private:
    std::optional<std::uint8_t> index_at(char prefix, unsigned last) const;

    const std::vector<token>& m_tokens;
    std::size_t m_position = 0;
};

} // namespace platform::program
