// SPDX-License-Identifier: Apache-2.0
// The table of registers that pmu_run prints: what is after reset, as the manuals say it.
#include <arm1136/arm1136_platform.h>
#include <arm1176/arm1176_platform.h>
#include <cci400/cci400_platform.h>
#include <cortex_r5/cortex_r5_platform.h>
#include <exports/writers.h>
#include <ixp42x/ixp42x_platform.h>
#include <xscale/xscale_platform.h>

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

namespace platform {
namespace {

using names = std::set<std::string>;

void print_registers(std::ostream& out, const program::unit_info& unit) {
    exports::write_text(out, {unit, {}}, {true, false, false});
}

// The registers, and the fields as REGISTER.FIELD, that are printed as unpredictable after reset.
names unpredictable_in(const program::unit_info& unit) {
    std::ostringstream table;
    print_registers(table, unit);
    std::istringstream lines(table.str());
    names found;
    std::string current;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string first;
        std::string name;
        words >> first >> name;
        const bool is_field = line.front() == ' ';
        current = is_field ? current : first;
        if (line.find(" unpredictable ") != std::string::npos) {
            found.insert(is_field ? std::string(current).append(".").append(name) : current);
        }
    }
    return found;
}

// Later issues of the ARM1136 manual: CCNT is unpredictable, PMNC, PMN0 and PMN1 are 0.
TEST(register_table, arm1136) {
    EXPECT_EQ(unpredictable_in(arm1136::arm1136_unit()), (names{"CCNT", "CCNT.VALUE"}));
}

// "The value in Count Register 1 is 0 at Reset", that in CCNT too (ARM DDI 0301H).
TEST(register_table, arm1176) {
    EXPECT_EQ(unpredictable_in(arm1176::arm1176_unit()), names{});
}

// Every reset value is in its table.
TEST(register_table, cci400) {
    EXPECT_EQ(unpredictable_in(cci400::cci400_unit()), names{});
}

// "E and inten are 0, others unpredictable", the flags among them.
TEST(register_table, xscale) {
    EXPECT_EQ(unpredictable_in(xscale::xscale_unit()),
              (names{"PMNC.evtCount1", "PMNC.evtCount0", "PMNC.flag_CCNT", "PMNC.flag_PMN1",
                     "PMNC.flag_PMN0", "PMNC.D", "CCNT", "CCNT.VALUE", "PMN0", "PMN0.VALUE", "PMN1",
                     "PMN1.VALUE"}));
}

// INTEN and FLAG are 0; D, EVTSEL and the counters are unpredictable.
TEST(register_table, ixp42x) {
    EXPECT_EQ(unpredictable_in(ixp42x::ixp42x_unit()),
              (names{"PMNC.D", "EVTSEL", "EVTSEL.evtCount3", "EVTSEL.evtCount2", "EVTSEL.evtCount1",
                     "EVTSEL.evtCount0", "CCNT", "CCNT.VALUE", "PMN0", "PMN0.VALUE", "PMN1",
                     "PMN1.VALUE", "PMN2", "PMN2.VALUE", "PMN3", "PMN3.VALUE"}));
}

TEST(register_table, cortex_r5) {
    EXPECT_EQ(unpredictable_in(cortex_r5::cortex_r5_unit()),
              (names{"PMSELR", "PMSELR.SEL", "PMCCNTR", "PMCCNTR.VALUE", "PMXEVTYPER",
                     "PMXEVTYPER.SEL", "PMXEVCNTR", "PMXEVCNTR.VALUE", "CFLR", "CFLR.LOCATION"}));
}

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
} // namespace platform
