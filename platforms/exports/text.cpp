// SPDX-License-Identifier: Apache-2.0
#include <exports/wording.h>
#include <exports/writers.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <ostream>

namespace platform::exports {

namespace {

[[gnu::format(printf, 2, 3)]] void print(std::ostream& out, const char* format, ...) {
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    out << line;
}

// Characters that a column of names takes, at least `width`.
template <class Named>
int longest_name(const Named& all, int width) {
    for (const auto& one : all) {
        width = std::max(width, static_cast<int>(std::strlen(one.name)));
    }
    return width;
}

void print_text_registers(std::ostream& out, const program::unit_info& unit) {
    print(out, "%-20s %-22s %-9s %-6s %-13s %s\n", "register",
          unit.is_coprocessor() ? "MCR/MRC" : "", "address", "access", "reset", "description");
    for (const pmu::register_desc& r : unit.registers()) {
        print(out, "%-20s %-22s %s   %-6s %-13s %s\n", r.name,
              unit.is_coprocessor() ? operands(r.address).c_str() : "", hex(r.address, 5).c_str(),
              short_name(r.access), reset_text(r).c_str(), r.description);
        const int names = longest_name(r, 12);
        for (const pmu::register_field& f : r) {
            print(out, "    %-7s %-*s %-12s %-13s %s\n", bits(f).c_str(), names, f.name,
                  short_name(f.access), reset_text(f, r).c_str(), f.description);
        }
    }
}

void print_text_events(std::ostream& out, const event_list& list) {
    const int names = longest_name(*list.events, 24);
    print(out, "%-6s %-9s %-*s %s\n", "event", "lines", names, "name", "description");
    for (const pmu::event_desc& e : *list.events) {
        print(out, "0x%02X   %-9s %-*s %s\n", e.number, lines_text(e, list).c_str(), names, e.name,
              e.description);
    }
}

void print_text_aliases(std::ostream& out, const event_list& list) {
    if (list.aliases.size() == 0) {
        return;
    }
    const int aliases = longest_name(list.aliases, 24);
    const int names = longest_name(*list.events, 0);
    print(out, "\n%-*s %-6s %-*s %s\n", aliases, "name in perf", "event", names, "name",
          "description");
    for (const event_alias& a : list.aliases) {
        const pmu::event_desc& e = *list.events->find(a.number);
        print(out, "%-*s 0x%02X   %-*s %s\n", aliases, a.name, e.number, names, e.name,
              e.description);
    }
}

void print_text_parameters(std::ostream& out, const pmu::parameter_map& parameters) {
    const int names = longest_name(parameters, 24);
    print(out, "%-*s %-12s %s\n", names, "parameter", "default", "description");
    for (const pmu::parameter_desc& p : parameters) {
        print(out, "%-*s %-12s %s; %s\n", names, p.name, p.default_text().c_str(), p.description,
              p.range().c_str());
    }
}

} // namespace

void write_text(std::ostream& out, const part_tables& part, selection tables) {
    if (tables.registers) {
        print_text_registers(out, part.unit);
    }
    if (tables.events) {
        const char* between = "";
        for (const event_list& list : part.events) {
            out << between << list.title << (list.title.empty() ? "" : "\n");
            print_text_events(out, list);
            print_text_aliases(out, list);
            between = "\n";
        }
    }
    if (tables.parameters) {
        print_text_parameters(out, part.unit.options());
    }
}

} // namespace platform::exports
