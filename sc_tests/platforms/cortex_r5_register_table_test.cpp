// SPDX-License-Identifier: Apache-2.0
// What of the registers of the Cortex-R5 PMU is unpredictable after reset.
#include "register_table.h"

#include <cortex_r5/cortex_r5_platform.h>

namespace platform::cortex_r5_register_table_test {
namespace {

TEST(register_table, cortex_r5) {
    EXPECT_EQ(unpredictable_in(cortex_r5::cortex_r5_unit()),
              (names{"PMSELR", "PMSELR.SEL", "PMCCNTR", "PMCCNTR.VALUE", "PMXEVTYPER",
                     "PMXEVTYPER.SEL", "PMXEVCNTR", "PMXEVCNTR.VALUE", "CFLR", "CFLR.LOCATION"}));
}

} // namespace
} // namespace platform::cortex_r5_register_table_test
