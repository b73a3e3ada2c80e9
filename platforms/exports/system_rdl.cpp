// SPDX-License-Identifier: Apache-2.0
#include <exports/wording.h>
#include <exports/writers.h>

#include <algorithm>
#include <iomanip>
#include <ostream>

namespace platform::exports {

namespace {

// Escaped where it could be a keyword: those have no capital letters.
std::string identifier(const std::string& name) {
    const bool has_capital =
        std::any_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    return has_capital ? name : "\\" + name;
}

void write_field(std::ostream& out, const pmu::register_desc& r, const pmu::register_field& f) {
    constexpr const char* software[] = {"rw", "r", "w"}; // in the order of register_access
    out << "        field {\n            desc = " << std::quoted(f.description)
        << ";\n            sw = " << software[static_cast<std::size_t>(effective_access(r, f))]
        << ";\n";
    switch (has_write_effect(r, f) ? f.access : pmu::field_access::read_write) {
    case pmu::field_access::write_one_to_clear: out << "            onwrite = woclr;\n"; break;
    case pmu::field_access::write_one_to_set: out << "            onwrite = woset;\n"; break;
    case pmu::field_access::action:
        out << "            hw = r;\n";
        if (f.msb == f.lsb) { // the standard's pulse is one bit wide
            out << "            singlepulse;\n            reset = 0x0;\n";
        }
        break;
    default: break;
    }
    if (has_reset(f)) {
        out << "            reset = " << hex(f.of(r.reset), 1) << ";\n";
    }
    out << "        } " << identifier(f.name) << '[' << unsigned{f.msb} << ':' << unsigned{f.lsb}
        << "];\n";
}

} // namespace

void write_system_rdl(std::ostream& out, const part_tables& part) {
    const program::unit_info& unit = part.unit;
    out << "addrmap " << identifier(unit.name()) << " {\n    name = " << std::quoted(unit.title())
        << ";\n    desc = " << std::quoted(description(unit) + "; " + window(unit))
        << ";\n    default regwidth = 32;\n    default accesswidth = 32;\n";
    for (const pmu::register_desc& r : unit.registers()) {
        out << "\n    reg {\n        name = " << std::quoted(r.name)
            << ";\n        desc = " << std::quoted(description(unit, r)) << ";\n";
        for (const pmu::register_field& f : r) {
            write_field(out, r, f);
        }
        out << "    } " << identifier(r.name) << " @ " << hex(r.address, 5) << ";\n";
    }
    out << "};\n";
}

} // namespace platform::exports
