// SPDX-License-Identifier: Apache-2.0
// What == of the XScale PMU compares: its parameters, and what no register shows.
#include <core/xsc_equality.h>

#include <pmu/xscale/xscale_core.h>

#include <gtest/gtest.h>

namespace core_test::xscale_equality_test {
namespace {

TEST(core_equality, xscale_parameters) {
    check_xsc_parameters<pmu::xscale_core>();
    expect_to_matter<pmu::xscale_core>({
        [](pmu::xscale_config& c) { c.erratum_a_stepping = true; },
    });
}

TEST(core_equality, xscale_hidden_state) {
    pmu::xscale_core unit;
    write(unit, pmu::xsc_address(0, 0), 0x9); // D and E
    expect_prescaler_to_matter(unit);
}

} // namespace
} // namespace core_test::xscale_equality_test
