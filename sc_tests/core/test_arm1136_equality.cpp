// SPDX-License-Identifier: Apache-2.0
// What == of the ARM1136 PMU compares: its parameters, and what no register shows.
#include <core/arm11_equality.h>

#include <pmu/arm1136/arm1136_core.h>

#include <gtest/gtest.h>

namespace core_test::arm1136_equality_test {
namespace {

TEST(core_equality, arm1136_parameters) {
    using config = pmu::arm1136_config;
    check_arm11_parameters<pmu::arm1136_core>();
    expect_to_matter<pmu::arm1136_core>({
        [](config& c) { c.user_access = true; },
        [](config& c) { c.erratum_double_increment = true; },
        [](config& c) { c.ccnt_reset_value = 1; },
    });
}

TEST(core_equality, arm1136_hidden_state) {
    check_arm11_hidden_state<pmu::arm1136_core>();
}

} // namespace
} // namespace core_test::arm1136_equality_test
