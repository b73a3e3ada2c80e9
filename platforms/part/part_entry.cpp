// SPDX-License-Identifier: Apache-2.0
#include <part/part_entry.h>

#include <pmu/core/coprocessor_address.h>

#include <algorithm>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <ostream>
#include <string>

namespace platform::part {

namespace {

[[gnu::format(printf, 2, 3)]] void print(std::ostream& out, const char* format, ...) {
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    out << line;
}

const char* name_of(pmu::register_access access) {
    switch (access) {
    case pmu::register_access::read_write: return "RW";
    case pmu::register_access::read_only: return "RO";
    case pmu::register_access::write_only: return "WO";
    }
    return "?";
}

const char* name_of(pmu::field_access access) {
    switch (access) {
    case pmu::field_access::read_write: return "RW";
    case pmu::field_access::read_only: return "RO";
    case pmu::field_access::write_one_to_clear: return "W1C";
    case pmu::field_access::write_one_to_set: return "W1S";
    case pmu::field_access::action: return "W1, reads 0";
    }
    return "?";
}

std::string operands_of(std::uint32_t address) {
    const pmu::coprocessor_register r = pmu::decode_coprocessor_address(address);
    char text[48];
    std::snprintf(text, sizeof text, "p%u, %u, c%u, c%u, %u", r.coproc, r.opc1, r.crn, r.crm,
                  r.opc2);
    return text;
}

std::string bits_of(const pmu::register_field& f) {
    return f.msb == f.lsb ? "[" + std::to_string(f.msb) + "]"
                          : "[" + std::to_string(f.msb) + ":" + std::to_string(f.lsb) + "]";
}

std::string lines_of(const pmu::event_desc& e, unsigned bus_lines) {
    switch (e.rule) {
    case pmu::event_rule::each_line:
    case pmu::event_rule::each_part: {
        const bool is_on_bus = e.first_line < bus_lines;
        const unsigned first = is_on_bus ? e.first_line : e.first_line - bus_lines;
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

constexpr const char* unpredictable = "unpredictable";

std::string hex_of(std::uint32_t value, int digits) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%0*" PRIX32, digits, value);
    return text;
}

// What the manual says about a register after reset.
std::string reset_of(const pmu::register_desc& r) {
    if (r.unpredictable == 0) {
        return hex_of(r.reset, 8);
    }
    return r.unpredictable == r.readable() ? unpredictable : "see fields";
}

std::string reset_of(const pmu::register_field& f, const pmu::register_desc& r) {
    if (f.access == pmu::field_access::action) {
        return "-";
    }
    return f.after_reset == pmu::field_reset::unpredictable ? unpredictable
                                                            : hex_of(f.of(r.reset), 1);
}

// Characters that a column of names takes, at least `width`.
template <class Named>
int longest_name(const Named& all, int width) {
    for (const auto& one : all) {
        width = std::max(width, static_cast<int>(std::strlen(one.name)));
    }
    return width;
}

} // namespace

void print_registers(std::ostream& out, const program::unit_info& unit) {
    print(out, "%-20s %-22s %-9s %-6s %-13s %s\n", "register",
          unit.is_coprocessor() ? "MCR/MRC" : "", "address", "access", "reset", "description");
    for (const pmu::register_desc& r : unit.registers()) {
        print(out, "%-20s %-22s 0x%05" PRIX32 "   %-6s %-13s %s\n", r.name,
              unit.is_coprocessor() ? operands_of(r.address).c_str() : "", r.address,
              name_of(r.access), reset_of(r).c_str(), r.description);
        const int names = longest_name(r, 12);
        for (const pmu::register_field& f : r) {
            print(out, "    %-7s %-*s %-12s %-13s %s\n", bits_of(f).c_str(), names, f.name,
                  name_of(f.access), reset_of(f, r).c_str(), f.description);
        }
    }
}

void print_events(std::ostream& out, const pmu::event_table& events, unsigned bus_lines) {
    const int names = longest_name(events, 24);
    print(out, "%-6s %-9s %-*s %s\n", "event", "lines", names, "name", "description");
    for (const pmu::event_desc& e : events) {
        print(out, "0x%02X   %-9s %-*s %s\n", e.number, lines_of(e, bus_lines).c_str(), names,
              e.name, e.description);
    }
}

} // namespace platform::part
