// SPDX-License-Identifier: Apache-2.0
// What == of the ARM1176 PMU compares: its parameters, and what no register shows.
#include <core/arm11_equality.h>

#include <pmu/arm1176/arm1176_core.h>

#include <gtest/gtest.h>

namespace core_test::arm1176_equality_test {
namespace {

TEST(core_equality, arm1176_parameters) {
    check_arm11_parameters<pmu::arm1176_core>();
    expect_not_to_matter<pmu::arm1176_core>({
        [](pmu::arm1176_config& c) { c.user_access = true; }, // the pin's: D1
    });
}

TEST(core_equality, arm1176_hidden_state) {
    check_arm11_hidden_state<pmu::arm1176_core>();
    // The return stack is not exported, and V is nothing that a unit keeps.
    pmu::arm1176_core exporting;
    write(exporting, pmu::arm1176_address(0), 0x800);
    pmu::arm1176_core driven = exporting;
    driven.step({std::uint64_t{0xF} << pmu::arm11_return_stack_line, false, true});
    EXPECT_TRUE(driven == exporting);
}

} // namespace
} // namespace core_test::arm1176_equality_test
