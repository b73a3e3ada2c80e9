// SPDX-License-Identifier: Apache-2.0
// What of the registers of the CCI-400 PMU is unpredictable after reset.
#include "register_table.h"

#include <cci400/cci400_platform.h>

namespace platform::cci400_register_table_test {
namespace {

// Every reset value is in its table.
TEST(register_table, cci400) {
    EXPECT_EQ(unpredictable_in(cci400::cci400_unit()), names{});
}

} // namespace
} // namespace platform::cci400_register_table_test
