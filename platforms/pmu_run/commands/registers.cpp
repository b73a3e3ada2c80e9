// SPDX-License-Identifier: Apache-2.0
#include <pmu_run/table_command.h>

namespace platform::pmu_run {

std::unique_ptr<command> make_registers() {
    return std::make_unique<table_command>(
        command_text{"registers",
                     "PART",
                     "print the registers of a part",
                     "Prints name, address, access, reset value and fields of each register.",
                     {{"cortex_r5", "as a table"}, {"cci400 --format svd", "as CMSIS-SVD"}}},
        exports::selection{true, false, false});
}

} // namespace platform::pmu_run
