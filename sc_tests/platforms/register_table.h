// SPDX-License-Identifier: Apache-2.0
// The table of registers that pmu_run prints: what the tests of each part look up in it.
#pragma once

#include <exports/writers.h>

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

namespace platform {

using names = std::set<std::string>;

inline void print_registers(std::ostream& out, const program::unit_info& unit) {
    exports::write_text(out, {unit, {}}, {true, false, false});
}

/// The registers, and the fields as REGISTER.FIELD, that are printed as unpredictable after reset.
inline names unpredictable_in(const program::unit_info& unit) {
    std::ostringstream table;
    print_registers(table, unit);
    std::istringstream lines(table.str());
    names found;
    std::string current;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string first;
        std::string name;
        words >> first >> name;
        const bool is_field = line.front() == ' ';
        current = is_field ? current : first;
        if (line.find(" unpredictable ") != std::string::npos) {
            found.insert(is_field ? std::string(current).append(".").append(name) : current);
        }
    }
    return found;
}

} // namespace platform
