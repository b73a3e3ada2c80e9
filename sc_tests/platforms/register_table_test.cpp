// SPDX-License-Identifier: Apache-2.0
// The table of registers that pmu_run prints: its lines. PART_register_table_test.cpp say what is
// unpredictable there.
#include "register_table.h"

#include <cortex_r5/cortex_r5_platform.h>
#include <xscale/xscale_platform.h>

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace platform::register_table_test {
namespace {

TEST(register_table, a_line_a_register_and_a_line_a_field) {
    std::ostringstream table;
    print_registers(table, xscale::xscale_unit());
    const std::string expected =
        "register             MCR/MRC                address   access reset         description\n"
        "PMNC                 p14, 0, c0, c0, 0      0xE0000   RW     see fields    "
        "Performance Monitor Control Register\n"
        "    [27:20] evtCount1    RW           unpredictable event counted by PMN1\n";
    EXPECT_EQ(table.str().substr(0, expected.size()), expected);
    for (const char* line :
         {"    [6]     inten_CCNT   RW           0x0           interrupt enable of CCNT\n",
          "    [2]     C            W1, reads 0  -             reset CCNT to zero\n",
          "CCNT                 p14, 0, c1, c0, 0      0xE1000   RW     unpredictable Clock "
          "Counter\n"}) {
        EXPECT_NE(table.str().find(line), std::string::npos) << line << "in\n" << table.str();
    }
}

TEST(register_table, a_reset_value_that_the_manual_gives) {
    std::ostringstream table;
    print_registers(table, cortex_r5::cortex_r5_unit());
    for (const char* line : {"RW     0x41151800    Performance Monitor Control Register\n",
                             "IDCODE       RO           0x15 "}) {
        EXPECT_NE(table.str().find(line), std::string::npos) << line << "in\n" << table.str();
    }
}

} // namespace
} // namespace platform::register_table_test
