// SPDX-License-Identifier: Apache-2.0
#include "shell_view.h"

#include "shell_words.h"

#include <exports/wording.h>
#include <pmu/core/same_word.h>
#include <program/lexer.h>
#include <program/statement_parser.h>
#include <program/wide_value.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace platform::pmu_run {

namespace {

constexpr unsigned bits_of_register = 32;

std::string hex(std::uint64_t value, unsigned bits) {
    return program::wide_value{value}.to_hex(bits);
}

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(text.size() + 1, width), ' ');
    return text;
}

/// The value of a field: a digit where one will do.
std::string value_of(const pmu::register_field& f, std::uint32_t word) {
    const std::uint32_t value = f.of(word);
    return value < 10 ? std::to_string(value) : hex(value, f.msb - f.lsb + 1U);
}

std::uint32_t peek(part::pmu_platform& target, const pmu::register_desc& r) {
    std::uint32_t value = 0;
    target.cpu.debug(target.unit_base() + r.address, false, value);
    return value;
}

template <class Named>
std::size_t longest_name(const Named& all) {
    std::size_t width = 0;
    for (const auto& one : all) {
        width = std::max(width, std::strlen(one.name));
    }
    return width;
}

} // namespace

void shell_view::help(std::string_view word) const {
    std::vector<program::statement_form> forms = program::statement_forms();
    forms.insert(forms.end(), shell_forms().begin(), shell_forms().end());
    bool is_known = word.empty();
    for (const program::statement_form& f : forms) {
        if (word.empty() || pmu::is_same_word(word, f.name)) {
            const std::string form = std::string(f.name) + " " + std::string(f.operands);
            m_out << "  " << padded(form, 44) << f.meaning << '\n';
            is_known = true;
        }
    }
    if (!is_known) {
        throw std::runtime_error("expected a statement, got " + program::in_quotes(word));
    }
}

const pmu::register_desc& shell_view::find(std::string_view name) const {
    for (const pmu::register_desc& r : m_part.unit.registers()) {
        if (pmu::is_same_word(r.name, name)) {
            return r;
        }
    }
    throw std::runtime_error(std::string("expected a register of the ") + m_part.unit.title() +
                             ", got " + program::in_quotes(name));
}

const pmu::register_desc* shell_view::at(std::uint64_t offset) const {
    return offset <= UINT32_MAX ? m_part.unit.registers().find(static_cast<std::uint32_t>(offset))
                                : nullptr;
}

void shell_view::fields(std::string_view name) const {
    const pmu::register_desc& r = find(name);
    m_out << r.name << ": " << r.description << '\n';
    const std::size_t width = longest_name(r) + 2;
    for (const pmu::register_field& f : r) {
        m_out << "  " << padded(exports::bits(f), 8) << padded(f.name, width)
              << padded(exports::short_name(f.access), 6) << f.description << '\n';
    }
}

void shell_view::line_of(const pmu::register_desc& r, std::uint32_t value) const {
    m_out << padded(r.name, longest_name(m_part.unit.registers()) + 2)
          << hex(value, bits_of_register);
    for (const pmu::register_field& f : r) {
        if (f.mask() != 0xFFFF'FFFFU) {
            m_out << "  " << f.name << '=' << value_of(f, value);
        }
    }
    m_out << '\n';
}

void shell_view::show(std::string_view name, part::pmu_platform& target) const {
    const std::size_t dot = std::min(name.find('.'), name.size());
    const pmu::register_desc& r = find(name.substr(0, dot));
    const std::uint32_t value = peek(target, r);
    if (dot == name.size()) {
        line_of(r, value);
        return;
    }
    for (const pmu::register_field& f : r) {
        if (pmu::is_same_word(f.name, name.substr(dot + 1))) {
            m_out << r.name << '.' << f.name << " = " << value_of(f, value) << '\n';
            return;
        }
    }
    throw std::runtime_error(std::string("expected a field of ") + r.name + ", got " +
                             program::in_quotes(name.substr(dot + 1)));
}

void shell_view::show_all(part::pmu_platform& target, part::player_target& player,
                          const program::cpu_state& cpu, std::uint64_t edges) const {
    const program::unit_info& unit = m_part.unit;
    const std::size_t width = longest_name(unit.registers()) + 2;
    for (const pmu::register_desc& r : unit.registers()) {
        line_of(r, peek(target, r));
    }
    for (const pmu::banked_register& r : unit.registers().banked()) {
        m_out << padded(r.name, width) << hex(target.peek(r), bits_of_register) << '\n';
    }
    for (std::size_t i = 0; i < unit.pins().size(); ++i) {
        const program::pin_info& pin = unit.pins()[i];
        if (pin.is_output) {
            m_out << padded(pin.name, width) << player.read_pin(i).to_hex(pin.bits) << '\n';
        }
    }
    m_out << edges << (edges == 1 ? " edge" : " edges") << ", irq " << (player.irq() ? 1 : 0)
          << ", " << (cpu.attributes.privileged ? "privileged" : "user") << ", "
          << (cpu.attributes.secure ? "secure" : "nonsecure");
    for (std::size_t i = 0; i < cpu.registers.size(); ++i) {
        if (cpu.registers[i] != 0) {
            m_out << ", r" << i << " = " << hex(cpu.registers[i], bits_of_register);
        }
    }
    m_out << '\n';
}

void shell_view::read(const std::string& what, std::uint64_t value, unsigned bytes) const {
    m_out << what << " = " << hex(value, bytes * 8) << '\n';
}

} // namespace platform::pmu_run
