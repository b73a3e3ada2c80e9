// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/command_line/parts.h>

#include <part/all_parts.h>
#include <system/system_platform.h>

namespace platform::pmu_run {

namespace {

platform_entry entry_of(const part::part_entry& part) {
    return {part.unit.name(),
            std::string(part.unit.title()) + ", " + std::to_string(part.unit.registers().size()) +
                " registers",
            &part,
            [&part](const components::clock_choice& clock) {
                return part.make(clock, program::option_values(part.unit.options()));
            },
            part.demo};
}

} // namespace

const std::vector<platform_entry>& all_platforms() {
    static const std::vector<platform_entry> platforms = [] {
        std::vector<platform_entry> all;
        for (const part::part_entry* part : part::all_parts()) {
            all.push_back(entry_of(*part));
        }
        all.push_back({"system", "two Cortex-R5 and a CCI-400, `demo` and `map` only", nullptr,
                       [](const components::clock_choice& clock) {
                           return std::make_unique<system::system_platform>("platform", clock);
                       },
                       system::system_demo});
        return all;
    }();
    return platforms;
}

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
