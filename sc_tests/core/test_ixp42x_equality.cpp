// SPDX-License-Identifier: Apache-2.0
// What == of the IXP42X PMU compares: its parameters, and what no register shows.
#include <core/xsc_equality.h>

#include <pmu/ixp42x/ixp42x_core.h>

#include <gtest/gtest.h>

namespace core_test::ixp42x_equality_test {
namespace {

TEST(core_equality, ixp42x_parameters) {
    check_xsc_parameters<pmu::ixp42x_core>();
    expect_to_matter<pmu::ixp42x_core>({
        [](pmu::ixp42x_config& c) { c.pmu_id = 0x15; },
        [](pmu::ixp42x_config& c) { c.pmu_id = 0x94; },
    });
}

TEST(core_equality, ixp42x_hidden_state) {
    pmu::ixp42x_core unit;
    write(unit, pmu::xsc_address(0, 1), 0x9); // D and E
    expect_prescaler_to_matter(unit);
}

} // namespace
} // namespace core_test::ixp42x_equality_test
