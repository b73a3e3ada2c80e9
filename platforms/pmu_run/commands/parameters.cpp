// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/table_command.h>

namespace platform::pmu_run {

std::unique_ptr<command> make_parameters() {
    return std::make_unique<table_command>(
        command_text{"parameters",
                     "PART",
                     "print the parameters of a part",
                     "Prints the parameters that a platform, an access program or --option sets.",
                     {{"arm1136", "as a table"}}},
        exports::selection{false, false, true});
}

} // namespace platform::pmu_run
