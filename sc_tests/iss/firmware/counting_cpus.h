// SPDX-License-Identifier: Apache-2.0
// Each CPU, with the number of the event that counts its instructions.
#pragma once

#include <generated/part_names.h>

#include <ostream>
#include <string>
#include <vector>

namespace iss_test {

struct counting_cpu {
    std::string part;
    std::string instruction; ///< the number of its event
};

inline void PrintTo(const counting_cpu& c, std::ostream* out) {
    *out << c.part;
}

/// The ARM11 cores and the XScales number it 0x07, the architecture's PMU 0x08.
inline std::vector<counting_cpu> counting_cpus() {
    std::vector<counting_cpu> all;
    all.reserve(sc_test::cpu_names.size());
    for (const std::string& part : sc_test::cpu_names) {
        all.push_back({part, sc_test::architecture_of.at(part) == "armv7r" ? "0x08" : "0x07"});
    }
    return all;
}

} // namespace iss_test
