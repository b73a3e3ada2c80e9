// SPDX-License-Identifier: Apache-2.0
// An access program after parsing: statements whose names are resolved and whose numbers are
// checked, ready to be played.
#pragma once

#include <components/access_result.h>
#include <program/option_values.h>
#include <program/unit_info.h>
#include <program/wide_value.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace platform::program {

/// The result of this name, if there is one.
std::optional<components::access_result> find_access_result(std::string_view name);

/// `r0` to `r12`
constexpr unsigned stub_registers = 13;

/// A number, or the register of the stub CPU that holds it.
template <typename Number>
struct basic_operand {
    Number number{};
    std::optional<std::uint8_t> source; ///< 0 to 12
};
using operand = basic_operand<std::uint64_t>;
using wide_operand = basic_operand<wide_value>;

/// `& MASK == VALUE` after a read.
struct value_check {
    std::optional<operand> mask;
    operand value;
};

struct access_statement {
    enum class path : std::uint8_t {
        coprocessor, ///< mcr, mrc
        memory,      ///< ldr, str and their sizes
        named,       ///< read, write
        debug,       ///< peek, poke
    };

    path by = path::named;
    bool is_write = false;
    std::uint8_t bytes = 4;       ///< 1, 2, 4 or 8
    bool states_response = false; ///< whether `->` is there
    components::access_result response = components::access_result::ok;
    std::optional<std::uint8_t> destination; ///< register that is loaded
    std::optional<std::uint8_t> byte_enables;
    /// By a name: its index in the part's register map; coprocessor: pmu::encode of the operands.
    std::uint32_t target = 0;
    operand address; ///< memory: offset in the window
    operand value;   ///< what is written
    std::optional<value_check> check;
};

struct run_statement {
    std::uint64_t edges;
};
struct events_statement {
    line_set lines;
};
struct pulse_statement {
    line_set lines;
    std::uint64_t edges;
};
struct bus_statement {
    wide_operand value;
};
struct count_statement {
    std::uint32_t event; ///< event_lines::id
    operand occurrences;
};
struct pin_statement {
    std::size_t pin; ///< index in the part's pins
    wide_operand value;
};
struct reset_statement {
    std::uint64_t edges;
};
struct expect_irq_statement {
    bool asserted;
};
struct expect_pin_statement {
    std::size_t pin; ///< index in the part's pins
    wide_operand value;
};
struct expect_register_statement {
    std::uint8_t source; ///< 0 to 12
    operand value;
};
struct wait_statement {
    std::uint64_t edges;
};
struct mode_statement {
    bool privileged;
};
struct security_statement {
    bool secure;
};
struct set_statement {
    std::uint8_t destination; ///< 0 to 12
    operand value;
};
struct print_text_statement {
    std::string text;
};
struct print_register_statement {
    std::uint8_t source; ///< 0 to 12
};
struct repeat_statement {
    std::uint64_t times;
    std::size_t end = 0;  ///< index of its end_statement
    bool is_empty = true; ///< nothing but other empty repeats between here and the end
};
struct end_statement {};

struct statement {
    std::uint32_t line; ///< 1 is the first
    std::variant<access_statement, run_statement, events_statement, pulse_statement, bus_statement,
                 count_statement, pin_statement, reset_statement, expect_irq_statement,
                 expect_pin_statement, expect_register_statement, wait_statement, mode_statement,
                 security_statement, set_statement, print_text_statement, print_register_statement,
                 repeat_statement, end_statement>
        action;
};

struct program {
    std::string file;                    ///< as messages name it
    std::vector<option_setting> options; ///< in the order of the program: the last one counts
    std::vector<statement> statements;   ///< bodies of repeats stand between repeat and end
};

} // namespace platform::program
