// SPDX-License-Identifier: Apache-2.0
// The statements that access registers.
#include <program/statement_parser.h>

#include <pmu/core/coprocessor_address.h>
#include <pmu/core/same_word.h>

#include <string_view>

namespace platform::program {

struct statement_parser::mnemonic {
    statement_form form;
    access_statement::path by;
    bool is_write;
    std::uint8_t bytes;
};

const std::vector<statement_parser::mnemonic>& statement_parser::mnemonics() {
    using path = access_statement::path;
    constexpr std::string_view stored = "VALUE, [ADDRESS]";
    constexpr std::string_view loaded = "rN, [ADDRESS]";
    static const std::vector<mnemonic> all{
        {{"read", "NAME", "read a register"}, path::named, false, 4},
        {{"write", "NAME, VALUE", "write a register"}, path::named, true, 4},
        {{"peek", "NAME", "read a register as a debugger"}, path::debug, false, 4},
        {{"poke", "NAME, VALUE", "write a register as a debugger"}, path::debug, true, 4},
        {{"mrc", "pN, OPC1, rN, cN, cM, OPC2", "coprocessor read"}, path::coprocessor, false, 4},
        {{"mcr", "pN, OPC1, VALUE, cN, cM, OPC2", "coprocessor write"}, path::coprocessor, true, 4},
        {{"ldr", loaded, "load 4 bytes"}, path::memory, false, 4},
        {{"str", stored, "store 4 bytes"}, path::memory, true, 4},
        {{"ldrb", loaded, "load 1 byte"}, path::memory, false, 1},
        {{"strb", stored, "store 1 byte"}, path::memory, true, 1},
        {{"ldrh", loaded, "load 2 bytes"}, path::memory, false, 2},
        {{"strh", stored, "store 2 bytes"}, path::memory, true, 2},
        {{"ldrd", loaded, "load 8 bytes"}, path::memory, false, 8},
        {{"strd", stored, "store 8 bytes"}, path::memory, true, 8},
    };
    return all;
}

void statement_parser::add_access_forms(std::vector<statement_form>& forms) {
    for (const mnemonic& m : mnemonics()) {
        forms.push_back(m.form);
    }
}

std::optional<access_statement> statement_parser::parse_access() {
    using path = access_statement::path;
    for (const mnemonic& m : mnemonics()) {
        if (!m_line.take_if_word(m.form.name)) {
            continue;
        }
        access_statement access;
        access.by = m.by;
        access.is_write = m.is_write;
        access.bytes = m.bytes;
        switch (m.by) {
        case path::coprocessor: parse_coprocessor(access); break;
        case path::memory: parse_memory(access); break;
        case path::named:
        case path::debug: parse_named(access); break;
        }
        if (!access.is_write) {
            parse_check(access);
        }
        parse_response(access);
        return access;
    }
    return std::nullopt;
}

void statement_parser::parse_coprocessor(access_statement& access) {
    pmu::coprocessor_register operands;
    operands.coproc = m_line.indexed('p', 15);
    m_line.expect_comma();
    operands.opc1 = static_cast<unsigned>(m_line.number_between(0, 7, "an opcode"));
    m_line.expect_comma();
    if (access.is_write) {
        access.value = m_line.value(32);
    } else {
        access.destination = m_line.stub_register();
    }
    m_line.expect_comma();
    operands.crn = m_line.indexed('c', 15);
    m_line.expect_comma();
    operands.crm = m_line.indexed('c', 15);
    m_line.expect_comma();
    operands.opc2 = static_cast<unsigned>(m_line.number_between(0, 7, "an opcode"));
    access.target = pmu::encode(operands);
}

void statement_parser::parse_memory(access_statement& access) {
    if (access.is_write) {
        access.value = m_line.value(access.bytes == 8 ? 64 : 32);
    } else {
        access.destination = m_line.stub_register();
    }
    m_line.expect_comma();
    m_line.expect(token_kind::open_bracket, "'['");
    access.address = m_line.value(64);
    m_line.expect(token_kind::close_bracket, "']'");
    if (m_line.take_if(token_kind::comma)) {
        m_line.expect_word("be");
        access.byte_enables =
            static_cast<std::uint8_t>(m_line.number(access.bytes, "byte enables"));
    }
}

void statement_parser::parse_named(access_statement& access) {
    const std::string what = std::string("a register of the ") + m_unit.title();
    const token& name = m_line.expect(token_kind::word, what);
    const pmu::register_map& map = m_unit.registers();
    const pmu::register_desc* found = nullptr;
    for (const pmu::register_desc& candidate : map) {
        if (pmu::is_same_word(candidate.name, name.text)) {
            found = &candidate;
        }
    }
    if (found == nullptr) {
        cursor::fail(what, name);
    }
    access.target = static_cast<std::uint32_t>(map.index_of(*found));
    if (access.is_write) {
        m_line.expect_comma();
        access.value = m_line.value(32);
    }
}

void statement_parser::parse_check(access_statement& access) {
    value_check check;
    if (m_line.take_if(token_kind::ampersand)) {
        check.mask = m_line.value(32);
        m_line.expect(token_kind::equals, "'=='");
    } else if (!m_line.take_if(token_kind::equals)) {
        return;
    }
    check.value = m_line.value(32);
    access.check = check;
}

void statement_parser::parse_response(access_statement& access) {
    using path = access_statement::path;
    if (m_line.at_end()) {
        return;
    }
    if (!m_line.take_if(token_kind::arrow)) {
        const bool may_check = !access.is_write && !access.check;
        m_line.fail(may_check ? "'==', '&', '->' or the end of the line"
                              : "'->' or the end of the line");
    }
    const bool is_coprocessor =
        access.by == path::coprocessor || (access.by == path::named && m_unit.is_coprocessor());
    const char* what = access.by == path::debug ? "ok, the response of a debug access"
                       : is_coprocessor         ? "ok or undefined, the responses of this access"
                                                : "ok or a bus error, the responses of this access";
    const token& name = m_line.expect(token_kind::word, what);
    const std::optional<components::access_result> response = find_access_result(name.text);
    bool is_possible = response.has_value();
    if (is_possible && response != components::access_result::ok) {
        is_possible = access.by != path::debug &&
                      (response == components::access_result::undefined) == is_coprocessor;
    }
    if (!is_possible) {
        cursor::fail(what, name);
    }
    if (access.check && response != components::access_result::ok) {
        cursor::fail("no value check on a read that must be refused", name);
    }
    access.states_response = true;
    access.response = *response;
}

} // namespace platform::program
