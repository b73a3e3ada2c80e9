// SPDX-License-Identifier: Apache-2.0
// Parses one statement of an access program; parser.cpp puts them together.
#pragma once

#include <program/cursor.h>
#include <program/program.h>
#include <program/unit_info.h>

#include <optional>
#include <string_view>
#include <vector>

namespace platform::program {

/// How a statement is written, and what it does. What is in capitals stands for something.
struct statement_form {
    std::string_view name;
    std::string_view operands;
    std::string_view meaning;
};

/// All statements, accesses first.
std::vector<statement_form> statement_forms();

/// The statement on a line whose first token is a word, up to the end of the line. Whether `option`
/// and `end` may stand there is for the caller to say; so is the end of a repeat.
/// All functions throw syntax_error.
class statement_parser {
public:
    using action = decltype(statement::action);

    statement_parser(cursor& line, const unit_info& unit) : m_line(line), m_unit(unit) {}

    /// Any statement but `option`.
    action parse();

    /// `NAME, VALUE` after the word `option`.
    option_setting parse_option();

    /// Adds those of the accesses, and those of all others.
    static void add_access_forms(std::vector<statement_form>& forms);
    static void add_other_forms(std::vector<statement_form>& forms);

private:
    struct mnemonic;
    struct keyword;
    static const std::vector<mnemonic>& mnemonics();
    static const std::vector<keyword>& keywords();

    // statement_parser.cpp
    action parse_events();
    action parse_bus();
    action parse_count();
    action parse_pin();
    action parse_expect();
    action parse_wait();
    /// Takes one of two words. \return whether it is the first
    bool parse_either(std::string_view first, std::string_view second);
    action parse_set();
    action parse_print();
    event_lines parse_event(bool for_batch);
    line_set parse_event_list();
    std::size_t parse_pin_name(bool is_output);

    // access_parser.cpp
    std::optional<access_statement> parse_access();
    void parse_coprocessor(access_statement& access);
    void parse_memory(access_statement& access);
    void parse_named(access_statement& access);
    void parse_check(access_statement& access);
    void parse_response(access_statement& access);

    cursor& m_line;
    const unit_info& m_unit;
};

} // namespace platform::program
