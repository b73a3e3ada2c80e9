// SPDX-License-Identifier: Apache-2.0
// Each part by its name, for tests of programs that are told it: what its setups/PART_setup.h says,
// as text.
#pragma once

#include <generated/part_setups.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace sc_test {

struct named_part {
    std::string name;
    unsigned event_counters;
    std::string event;  ///< of an access program
    std::string starts; ///< statements that let all event counters count it
    std::string reads;  ///< statements that read the first of them and the cycle counter
};

template <class Core>
named_part named_part_of() {
    using setup = part_setup<Core>;
    const auto name_at = [](std::uint32_t address) {
        return std::string(Core::registers().find(address)->name);
    };
    named_part part{Core::part, setup::event_counters, setup::event_text, "",
                    "read " + name_at(setup::first_counter) + "\nread " +
                        name_at(setup::cycle_counter) + "\n"};
    for (const register_write& w : setup::everywhere(setup::event)) {
        part.starts += "write " + name_at(w.address) + ", " + std::to_string(w.value) + "\n";
    }
    return part;
}

template <class... Core>
std::vector<named_part> named_parts_of(type_list<Core...> /*cores*/) {
    return {named_part_of<Core>()...};
}

/// All parts.
inline const std::vector<named_part> named_parts = named_parts_of(all_cores());

inline const named_part& named_part_of(const std::string& name) {
    return *std::find_if(named_parts.begin(), named_parts.end(),
                         [&](const named_part& p) { return p.name == name; });
}

} // namespace sc_test
