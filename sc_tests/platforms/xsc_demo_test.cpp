// SPDX-License-Identifier: Apache-2.0
// The demonstrations of the XScale PMUs: all counts right on both clocks, figures for each mode.
#include <xscale_common/xsc_demo.h>

#include <support/sc_fixture.h>

#include <ixp42x/ixp42x_platform.h>
#include <xscale/xscale_platform.h>

#include <sstream>
#include <string>

namespace sc_test::xsc_demo_test {

namespace {

using namespace platform;

class xsc_demo : public sc_test::sc_fixture,
                 public testing::WithParamInterface<components::clock_kind> {
protected:
    template <class Demo>
    static std::string play(Demo demo) {
        part::demo_request request;
        request.clock = {GetParam(), sc_core::sc_time(10, sc_core::SC_NS)};
        request.cycles = 50'000;
        request.seed = 3;
        std::ostringstream out;
        EXPECT_TRUE(demo(request, out)) << out.str();
        return out.str();
    }
};

std::string name_of(const testing::TestParamInfo<components::clock_kind>& tested) {
    return tested.param == components::clock_kind::sc_clock ? "sc_clock" : "tickless";
}

INSTANTIATE_TEST_SUITE_P(clocks, xsc_demo,
                         testing::Values(components::clock_kind::sc_clock,
                                         components::clock_kind::tickless),
                         name_of);

TEST_P(xsc_demo, xscale_counts_what_was_generated) {
    const std::string text = play(xscale::xscale_demo);
    EXPECT_NE(text.find("Instruction Cache Efficiency (0x7, 0x0)"), std::string::npos) << text;
    EXPECT_NE(text.find("Data TLB Efficiency (0xA, 0x4)"), std::string::npos) << text;
    EXPECT_EQ(text.find("Data Cache in One Run"), std::string::npos) << text;
}

TEST_P(xsc_demo, ixp42x_counts_what_was_generated) {
    const std::string text = play(ixp42x::ixp42x_demo);
    EXPECT_NE(text.find("Data Cache in One Run (0xA, 0xB, 0xC, 0x9)"), std::string::npos) << text;
}

TEST(xsc_modes, show_the_figures_of_the_events_that_were_counted) {
    std::ostringstream out;
    xscale_common::print_modes(out, 2, 24, {{0x7, 10}, {0x0, 1}, {0xA, 0}, {0xB, 0}});
    EXPECT_EQ(out.str(), "\nModes of the PMU\n"
                         "  Instruction Cache Efficiency (0x7, 0x0)\n"
                         "    instruction cache miss rate        10.000 % of instructions\n"
                         "    CPI                                 2.400 cycles per instruction\n"
                         "    instruction cache loads                32 bytes\n"
                         "  Data Cache Efficiency (0xA, 0xB)\n"
                         "    data cache miss rate                    -\n");
}

} // namespace

} // namespace sc_test::xsc_demo_test
