// SPDX-License-Identifier: Apache-2.0
// What of the registers of the ARM1136 PMU is unpredictable after reset.
#include "register_table.h"

#include <arm1136/arm1136_platform.h>

namespace platform::arm1136_register_table_test {
namespace {

// Later issues of the ARM1136 manual: CCNT is unpredictable, PMNC, PMN0 and PMN1 are 0.
TEST(register_table, arm1136) {
    EXPECT_EQ(unpredictable_in(arm1136::arm1136_unit()), (names{"CCNT", "CCNT.VALUE"}));
}

} // namespace
} // namespace platform::arm1136_register_table_test
