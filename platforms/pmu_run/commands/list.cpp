// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/command_line/command.h>
#include <pmu_run/command_line/parts.h>

#include <iostream>

namespace platform::pmu_run {

namespace {

class list_command final : public command {
public:
    list_command()
        : command({"list",
                   "",
                   "list the parts, and the system of several",
                   "Prints the names that PART can be.",
                   {{"", "each with what it is"}}}) {}

    int run(runner& /*by*/) override {
        for (const platform_entry& p : all_platforms()) {
            std::cout << p.name << std::string(12 - p.name.size(), ' ') << p.summary << '\n';
        }
        return all_held;
    }
};

} // namespace

std::unique_ptr<command> make_list() {
    return std::make_unique<list_command>();
}

} // namespace platform::pmu_run
