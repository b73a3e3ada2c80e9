// SPDX-License-Identifier: Apache-2.0
// What of the registers of the IXP42X PMU is unpredictable after reset.
#include "register_table.h"

#include <ixp42x/ixp42x_platform.h>

namespace platform::ixp42x_register_table_test {
namespace {

// INTEN and FLAG are 0; D, EVTSEL and the counters are unpredictable.
TEST(register_table, ixp42x) {
    EXPECT_EQ(unpredictable_in(ixp42x::ixp42x_unit()),
              (names{"PMNC.D", "EVTSEL", "EVTSEL.evtCount3", "EVTSEL.evtCount2", "EVTSEL.evtCount1",
                     "EVTSEL.evtCount0", "CCNT", "CCNT.VALUE", "PMN0", "PMN0.VALUE", "PMN1",
                     "PMN1.VALUE", "PMN2", "PMN2.VALUE", "PMN3", "PMN3.VALUE"}));
}

} // namespace
} // namespace platform::ixp42x_register_table_test
