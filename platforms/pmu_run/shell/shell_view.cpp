// SPDX-License-Identifier: Apache-2.0
#include "shell_view.h"

#include "shell_words.h"
#include <pmu_run/command_line/command.h>
#include <pmu_run/run/stop_request.h>

#include <exports/wording.h>
#include <pmu/core/coprocessor_address.h>
#include <pmu/core/same_word.h>
#include <process/words.h>
#include <program/lexer.h>
#include <program/statement_parser.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

namespace platform::pmu_run {

namespace {

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(text.size() + 1, width), ' ');
    return text;
}

/// The value of a field: a digit where one will do.
std::string value_of(const pmu::register_field& f, std::uint32_t word) {
    const std::uint32_t value = f.of(word);
    return value < 10 ? std::to_string(value) : process::hex(value, (f.msb - f.lsb) / 4 + 1);
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
            std::cout << "  " << padded(form, 44) << f.meaning << '\n';
            is_known = true;
        }
    }
    if (!is_known) {
        throw usage_error("expected a statement, got ", program::in_quotes(word));
    }
}

void shell_view::fields(std::string_view name) const {
    const pmu::register_desc& r = find(name);
    std::cout << r.name << ": " << r.description << '\n';
    const std::size_t width = longest_name(r) + 2;
    for (const pmu::register_field& f : r) {
        std::cout << "  " << padded(exports::bits(f), 8) << padded(f.name, width)
                  << padded(exports::short_name(f.access), 6) << f.description << '\n';
    }
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
            std::cout << r.name << '.' << f.name << " = " << value_of(f, value) << '\n';
            return;
        }
    }
    throw usage_error("expected a field of ", r.name, ", got ",
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
        std::cout << padded(r.name, width) << process::hex(target.peek(r), 8) << '\n';
    }
    for (std::size_t i = 0; i < unit.pins().size(); ++i) {
        const program::pin_info& pin = unit.pins()[i];
        if (pin.is_output) {
            std::cout << padded(pin.name, width) << player.read_pin(i).to_hex(pin.bits) << '\n';
        }
    }
    std::cout << edges << (edges == 1 ? " edge" : " edges") << ", irq " << (player.irq() ? 1 : 0)
              << ", " << (cpu.attributes.privileged ? "privileged" : "user") << ", "
              << (cpu.attributes.secure ? "secure" : "nonsecure");
    for (std::size_t i = 0; i < cpu.registers.size(); ++i) {
        if (cpu.registers[i] != 0) {
            std::cout << ", r" << i << " = " << process::hex(cpu.registers[i], 8);
        }
    }
    std::cout << '\n';
}

const pmu::register_desc& shell_view::find(std::string_view name) const {
    for (const pmu::register_desc& r : m_part.unit.registers()) {
        if (pmu::is_same_word(r.name, name)) {
            return r;
        }
    }
    throw usage_error("expected a register of the ", m_part.unit.title(), ", got ",
                      program::in_quotes(name));
}

void shell_view::line_of(const pmu::register_desc& r, std::uint32_t value) const {
    std::cout << padded(r.name, longest_name(m_part.unit.registers()) + 2)
              << process::hex(value, 8);
    for (const pmu::register_field& f : r) {
        if (f.mask() != 0xFFFF'FFFFU) {
            std::cout << "  " << f.name << '=' << value_of(f, value);
        }
    }
    std::cout << '\n';
}

shown_target::shown_target(part::pmu_platform& target, const program::unit_info& unit)
    : player_target(target, is_stop_requested), m_unit(unit) {
}

components::access_result shown_target::coprocessor(const pmu::coprocessor_register& where,
                                                    bool is_write, std::uint32_t& data,
                                                    pmu::access_attributes who) {
    const components::access_result result = player_target::coprocessor(where, is_write, data, who);
    if (!is_write && result == components::access_result::ok) {
        show(pmu::encode(where), data, 4);
    }
    return result;
}

components::access_result shown_target::memory(std::uint64_t offset, bool is_write, unsigned bytes,
                                               std::uint64_t& data,
                                               std::optional<std::uint8_t> byte_enables,
                                               pmu::access_attributes who) {
    const components::access_result result =
        player_target::memory(offset, is_write, bytes, data, byte_enables, who);
    if (!is_write && result == components::access_result::ok) {
        show(offset, data, bytes);
    }
    return result;
}

bool shown_target::debug(std::uint64_t offset, bool is_write, std::uint32_t& data) {
    const bool is_answered = player_target::debug(offset, is_write, data);
    if (!is_write && is_answered) {
        show(offset, data, 4);
    }
    return is_answered;
}

void shown_target::show(std::uint64_t offset, std::uint64_t value, unsigned bytes) const {
    const pmu::register_desc* const r =
        bytes == 4 && offset <= UINT32_MAX
            ? m_unit.registers().find(static_cast<std::uint32_t>(offset))
            : nullptr;
    const std::uint64_t mask = bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << bytes * 8) - 1;
    std::cout << (r != nullptr ? r->name : "[" + process::hex(offset, 8) + "]") << " = "
              << process::hex(value & mask, std::size_t{bytes} * 2) << '\n';
}

} // namespace platform::pmu_run
