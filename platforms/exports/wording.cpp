// SPDX-License-Identifier: Apache-2.0
#include <exports/wording.h>

#include <pmu/core/coprocessor_address.h>

#include <cctype>
#include <cinttypes>
#include <cstdio>

namespace platform::exports {

namespace {
constexpr const char* unpredictable = "unpredictable";
} // namespace

// The names, in the order of the enumerators.

const char* short_name(pmu::register_access access) {
    constexpr const char* names[] = {"RW", "RO", "WO"};
    return names[static_cast<std::size_t>(access)];
}

const char* short_name(pmu::field_access access) {
    constexpr const char* names[] = {"RW", "RO", "W1C", "W1S", "W1, reads 0"};
    return names[static_cast<std::size_t>(access)];
}

const char* long_name(pmu::field_access access) {
    constexpr const char* names[] = {"read-write", "read-only", "write-one-to-clear",
                                     "write-one-to-set", "action"};
    return names[static_cast<std::size_t>(access)];
}

const char* long_name(pmu::register_access access) {
    constexpr const char* names[] = {"read-write", "read-only", "write-only"};
    return names[static_cast<std::size_t>(access)];
}

pmu::register_access effective_access(const pmu::register_desc& r, const pmu::register_field& f) {
    if (r.access != pmu::register_access::read_write) {
        return r.access;
    }
    switch (f.access) {
    case pmu::field_access::read_only: return pmu::register_access::read_only;
    case pmu::field_access::action: return pmu::register_access::write_only;
    default: return pmu::register_access::read_write;
    }
}

bool has_write_effect(const pmu::register_desc& r, const pmu::register_field& f) {
    return effective_access(r, f) != pmu::register_access::read_only &&
           f.access != pmu::field_access::read_write;
}

const char* modified_write(pmu::field_access access) {
    switch (access) {
    case pmu::field_access::write_one_to_clear: return "oneToClear";
    case pmu::field_access::write_one_to_set: return "oneToSet";
    default: return "modify";
    }
}

std::uint32_t reset_mask(const pmu::register_desc& r) {
    return r.readable() & ~r.unpredictable;
}

bool has_reset(const pmu::register_field& f) {
    return f.access != pmu::field_access::action && f.after_reset == pmu::field_reset::value;
}

std::string reset_text(const pmu::register_desc& r) {
    if (r.unpredictable == 0) {
        return hex(r.reset, 8);
    }
    return r.unpredictable == r.readable() ? unpredictable : "see fields";
}

std::string reset_text(const pmu::register_field& f, const pmu::register_desc& r) {
    if (f.access == pmu::field_access::action) {
        return "-";
    }
    return has_reset(f) ? hex(f.of(r.reset), 1) : unpredictable;
}

std::string operands(std::uint32_t address) {
    const pmu::coprocessor_register r = pmu::decode_coprocessor_address(address);
    char text[48];
    std::snprintf(text, sizeof text, "p%u, %u, c%u, c%u, %u", r.coproc, r.opc1, r.crn, r.crm,
                  r.opc2);
    return text;
}

std::string description(const program::unit_info& unit) {
    return std::string("Performance monitoring unit of the ") + unit.title();
}

std::string description(const program::unit_info& unit, const pmu::register_desc& r) {
    std::string text = r.description;
    if (unit.is_coprocessor()) {
        std::string encoding = operands(r.address);
        encoding.insert(encoding.find(", c"), ", Rd");
        text += " (MCR/MRC " + encoding + ")";
    }
    return text;
}

std::string window(const program::unit_info& unit) {
    return unit.is_coprocessor() ? "addresses are those of the words of the coprocessor window, "
                                   "coproc << 16 | CRn << 12 | opc1 << 9 | CRm << 5 | opc2 << 2"
                                 : "addresses are byte offsets in the register window";
}

std::string bits(const pmu::register_field& f) {
    return f.msb == f.lsb ? "[" + std::to_string(f.msb) + "]"
                          : "[" + std::to_string(f.msb) + ":" + std::to_string(f.lsb) + "]";
}

line_numbers lines_of(const pmu::event_desc& e, const event_list& list) {
    line_numbers all;
    const auto add = [&](unsigned line) {
        if (line < list.bus_lines) {
            all.bus.push_back(line);
        } else {
            all.inputs.push_back(line - list.bus_lines);
        }
    };
    if (e.rule == pmu::event_rule::each_line || e.rule == pmu::event_rule::each_part) {
        for (unsigned i = 0; i < e.line_count; ++i) {
            add(e.first_line + i);
        }
    } else if (e.rule == pmu::event_rule::any_line) {
        for (unsigned line = 0; line < 64; ++line) {
            if ((e.any_of >> line & 1U) != 0) {
                add(line);
            }
        }
    }
    return all;
}

std::string lines_text(const pmu::event_desc& e, const event_list& list) {
    switch (e.rule) {
    case pmu::event_rule::each_line:
    case pmu::event_rule::each_part: {
        const bool is_on_bus = e.first_line < list.bus_lines;
        const unsigned first = is_on_bus ? e.first_line : e.first_line - list.bus_lines;
        const std::string last =
            e.line_count < 2 ? "" : std::to_string(first + e.line_count - 1) + ":";
        return (is_on_bus ? "[" : "input[") + last + std::to_string(first) + "]";
    }
    case pmu::event_rule::any_line: return "any of";
    case pmu::event_rule::every_edge: return "clock";
    case pmu::event_rule::software: return "software";
    case pmu::event_rule::nothing: break;
    }
    return "-";
}

std::string macro_name(const std::string& name) {
    std::string macro;
    for (const char c : name) {
        const auto letter = static_cast<unsigned char>(c);
        macro += std::isalnum(letter) != 0 ? static_cast<char>(std::toupper(letter)) : '_';
    }
    return macro;
}

} // namespace platform::exports
