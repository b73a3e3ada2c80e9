// SPDX-License-Identifier: Apache-2.0
#include <program/statement_parser.h>

#include <pmu/core/same_word.h>

#include <string>
#include <utility>

namespace platform::program {
namespace {

constexpr std::uint64_t default_wait_edges = 1'000'000;

} // namespace

struct statement_parser::keyword {
    statement_form form;
    action (*parse)(statement_parser& from);
};

const std::vector<statement_parser::keyword>& statement_parser::keywords() {
    using self = statement_parser&;
    static const std::vector<keyword> all{
        {{"run", "N", "let N clock edges pass"},
         [](self p) -> action { return run_statement{p.m_line.edges()}; }},
        {{"events", "E, E, ... | none", "hold exactly these event lines high"},
         [](self p) { return p.parse_events(); }},
        {{"pulse", "E, E, ... [xN]", "hold them for N edges, 1 unless told"},
         [](self p) -> action {
             const line_set lines = p.parse_event_list();
             return pulse_statement{lines, p.m_line.times(1)};
         }},
        {{"bus", "VALUE", "hold this value on the event bus"},
         [](self p) { return p.parse_bus(); }},
        {{"count", "E, N", "report N occurrences by the batch interface"},
         [](self p) { return p.parse_count(); }},
        {{"pin", "NAME, VALUE", "drive an input pin"}, [](self p) { return p.parse_pin(); }},
        {{"reset", "[xN]", "assert reset for N edges, 1 unless told"},
         [](self p) -> action { return reset_statement{p.m_line.times(1)}; }},
        {{"expect", "irq 0|1 | pin NAME, VALUE | rN, VALUE", "check PMUIRQ, an output or rN"},
         [](self p) { return p.parse_expect(); }},
        {{"wait", "irq [within N]", "let edges pass until PMUIRQ is asserted"},
         [](self p) { return p.parse_wait(); }},
        {{"mode", "privileged|user", "of the accesses that follow"},
         [](self p) -> action { return mode_statement{p.parse_either("privileged", "user")}; }},
        {{"security", "secure|nonsecure", "of the accesses that follow"},
         [](self p) -> action {
             return security_statement{p.parse_either("secure", "nonsecure")};
         }},
        {{"set", "rN, VALUE", "load a register of the stub CPU"},
         [](self p) { return p.parse_set(); }},
        {{"print", "\"TEXT\" | rN", "print a text or a register"},
         [](self p) { return p.parse_print(); }},
        {{"repeat", "N", "repeat the lines up to its 'end'"},
         [](self p) -> action { return repeat_statement{p.m_line.edges()}; }},
        {{"end", "", "of a repeat"}, [](self /*p*/) -> action { return end_statement{}; }},
    };
    return all;
}

void statement_parser::add_other_forms(std::vector<statement_form>& forms) {
    for (const keyword& k : keywords()) {
        forms.push_back(k.form);
    }
    forms.push_back({"option", "NAME, VALUE",
                     "set a parameter to a number or a word of it; before all other statements"});
}

std::vector<statement_form> statement_forms() {
    std::vector<statement_form> forms;
    statement_parser::add_access_forms(forms);
    statement_parser::add_other_forms(forms);
    return forms;
}

statement_parser::action statement_parser::parse() {
    std::optional<action> result;
    if (const std::optional<access_statement> access = parse_access()) {
        result = *access;
    }
    for (const keyword& k : keywords()) {
        if (!result && m_line.take_if_word(k.form.name)) {
            result = k.parse(*this);
        }
    }
    if (!result) {
        m_line.fail("a statement");
    }
    m_line.expect_end();
    return std::move(*result);
}

option_setting statement_parser::parse_option() {
    const std::string what = std::string("an option of the ") + m_unit.title();
    const token& name = m_line.expect(token_kind::word, what);
    const pmu::parameter_map& options = m_unit.options();
    const pmu::parameter_desc* const option = options.find(name.text);
    if (option == nullptr) {
        cursor::fail(what, name);
    }
    m_line.expect_comma();
    const token& given = m_line.take();
    std::uint64_t value = given.number.low();
    const bool is_possible =
        given.kind == token_kind::number
            ? given.number.fits(64) && value >= option->min && value <= option->max
            : option->read(given.text, value);
    if (!is_possible) {
        cursor::fail(option->range(), given);
    }
    m_line.expect_end();
    return {options.index_of(*option), value};
}

event_lines statement_parser::parse_event(bool for_batch) {
    event_reference reference;
    const token& first = m_line.peek();
    if (m_line.at(token_kind::word)) {
        reference.source = to_upper(m_line.take().text);
        if (!m_line.take_if(token_kind::colon)) {
            cursor::fail("an event by its number, 0x07; of the CCI-400 with its source, S0:0x01",
                         first);
        }
    }
    reference.number = m_line.number(64, "an event number");
    if (m_line.take_if(token_kind::star)) {
        reference.wires = static_cast<unsigned>(m_line.number_between(1, 256, "a number of lines"));
    }
    if (m_line.take_if(token_kind::colon)) {
        m_line.expect_word("secure");
        reference.secure = true;
    }
    event_lines found;
    std::string error;
    if (!m_unit.resolve(reference, for_batch, found, error)) {
        throw syntax_error(first.column, error);
    }
    return found;
}

line_set statement_parser::parse_event_list() {
    line_set lines;
    do {
        for (const std::uint16_t line : parse_event(false).lines) {
            lines.set(line);
        }
    } while (m_line.take_if(token_kind::comma));
    return lines;
}

statement_parser::action statement_parser::parse_events() {
    if (m_line.take_if_word("none")) {
        return events_statement{};
    }
    return events_statement{parse_event_list()};
}

statement_parser::action statement_parser::parse_bus() {
    if (m_unit.bus_bits() == 0) {
        m_line.fail(std::string("another statement than 'bus', which the ") + m_unit.title() +
                    " has no layout for");
    }
    return bus_statement{m_line.wide(m_unit.bus_bits())};
}

statement_parser::action statement_parser::parse_count() {
    const std::uint32_t event = parse_event(true).id;
    m_line.expect_comma();
    return count_statement{event, m_line.value(64)};
}

std::size_t statement_parser::parse_pin_name(bool is_output) {
    const std::string what =
        std::string(is_output ? "an output pin" : "an input pin") + " of the " + m_unit.title();
    const token& name = m_line.expect(token_kind::word, what);
    const pin_map& pins = m_unit.pins();
    for (std::size_t i = 0; i < pins.size(); ++i) {
        if (pmu::is_same_word(pins[i].name, name.text) && pins[i].is_output == is_output) {
            return i;
        }
    }
    cursor::fail(what, name);
}

statement_parser::action statement_parser::parse_pin() {
    const std::size_t pin = parse_pin_name(false);
    m_line.expect_comma();
    return pin_statement{pin, m_line.wide(m_unit.pins()[pin].bits)};
}

statement_parser::action statement_parser::parse_expect() {
    if (m_line.take_if_word("irq")) {
        return expect_irq_statement{m_line.number_between(0, 1, "a number") != 0};
    }
    if (m_line.take_if_word("pin")) {
        const std::size_t pin = parse_pin_name(true);
        m_line.expect_comma();
        return expect_pin_statement{pin, m_line.wide(m_unit.pins()[pin].bits)};
    }
    if (!m_line.at_stub_register()) {
        m_line.fail("'irq', 'pin' or a register r0 to r12");
    }
    const std::uint8_t source = m_line.stub_register();
    m_line.expect_comma();
    return expect_register_statement{source, m_line.value(32)};
}

statement_parser::action statement_parser::parse_wait() {
    m_line.expect_word("irq");
    return wait_statement{m_line.take_if_word("within") ? m_line.edges() : default_wait_edges};
}

bool statement_parser::parse_either(std::string_view first, std::string_view second) {
    if (!m_line.at_word(first) && !m_line.at_word(second)) {
        m_line.fail("'" + std::string(first) + "' or '" + std::string(second) + "'");
    }
    return pmu::is_same_word(m_line.take().text, first);
}

statement_parser::action statement_parser::parse_set() {
    const std::uint8_t destination = m_line.stub_register();
    m_line.expect_comma();
    return set_statement{destination, m_line.value(32)};
}

statement_parser::action statement_parser::parse_print() {
    if (m_line.at(token_kind::string)) {
        return print_text_statement{std::string(m_line.take().text)};
    }
    if (!m_line.at_stub_register()) {
        m_line.fail("a text in '\"' or a register r0 to r12");
    }
    return print_register_statement{m_line.stub_register()};
}

} // namespace platform::program
