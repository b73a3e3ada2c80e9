// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/table_command.h>

namespace platform::pmu_run {

std::unique_ptr<command> make_events() {
    return std::make_unique<table_command>(
        command_text{"events",
                     "PART",
                     "print the events of a part",
                     "Prints number, name and meaning of each event.",
                     {{"ixp42x", "as a table"}, {"cortex_r5 --format csv", "for a spreadsheet"}}},
        exports::selection{false, true, false});
}

} // namespace platform::pmu_run
