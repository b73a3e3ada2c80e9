// SPDX-License-Identifier: Apache-2.0
// What of the registers of the ARM1176 PMU is unpredictable after reset.
#include "register_table.h"

#include <arm1176/arm1176_platform.h>

namespace platform::arm1176_register_table_test {
namespace {

// "The value in Count Register 1 is 0 at Reset", that in CCNT too (ARM DDI 0301H).
TEST(register_table, arm1176) {
    EXPECT_EQ(unpredictable_in(arm1176::arm1176_unit()), names{});
}

} // namespace
} // namespace platform::arm1176_register_table_test
