// SPDX-License-Identifier: Apache-2.0
#include "parts.h"

namespace platform::pmu_run {

std::string platform_names(const char* between, bool of_one_unit) {
    std::string names;
    for (const platform_entry& p : all_platforms()) {
        if (!of_one_unit || p.part != nullptr) {
            names += (names.empty() ? "" : between) + p.name;
        }
    }
    return names;
}

const platform_entry* find_platform(const std::string& name) {
    for (const platform_entry& p : all_platforms()) {
        if (name == p.name) {
            return &p;
        }
    }
    return nullptr;
}

} // namespace platform::pmu_run
