// SPDX-License-Identifier: Apache-2.0
// programs.txt as the build has it: a line for each program and CPU.
#pragma once

#include <fstream>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace iss_test {

struct odd_program {
    std::string name;
    std::string part;
    std::vector<std::string> options; ///< of pmu_run
    bool has_interrupts = false;
};

inline void PrintTo(const odd_program& p, std::ostream* out) {
    *out << p.name << " on " << p.part;
}

/// All, in the order of the list.
inline std::vector<odd_program> odd_programs() {
    std::ifstream list(ODD_PROGRAMS);
    std::vector<odd_program> all;
    bool has_interrupts = false;
    for (std::string line; std::getline(list, line);) {
        has_interrupts = has_interrupts || line == "# interrupts";
        std::istringstream words(line);
        odd_program p;
        p.has_interrupts = has_interrupts;
        if (line.rfind('#', 0) == 0 || !(words >> p.name >> p.part)) {
            continue;
        }
        for (std::string option; words >> option;) {
            p.options.push_back(option);
        }
        all.push_back(p);
    }
    return all;
}

} // namespace iss_test
