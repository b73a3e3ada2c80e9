// SPDX-License-Identifier: Apache-2.0
// What of the registers of the XScale PMU is unpredictable after reset.
#include "register_table.h"

#include <xscale/xscale_platform.h>

namespace platform::xscale_register_table_test {
namespace {

// "E and inten are 0, others unpredictable", the flags among them.
TEST(register_table, xscale) {
    EXPECT_EQ(unpredictable_in(xscale::xscale_unit()),
              (names{"PMNC.evtCount1", "PMNC.evtCount0", "PMNC.flag_CCNT", "PMNC.flag_PMN1",
                     "PMNC.flag_PMN0", "PMNC.D", "CCNT", "CCNT.VALUE", "PMN0", "PMN0.VALUE", "PMN1",
                     "PMN1.VALUE"}));
}

} // namespace
} // namespace platform::xscale_register_table_test
