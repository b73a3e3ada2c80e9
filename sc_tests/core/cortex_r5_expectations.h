// SPDX-License-Identifier: Apache-2.0
// What the parameters of the Cortex-R5 PMU must be.
#pragma once

#include <core/parameter_expectations.h>
#include <pmu/cortex_r5/cortex_r5_core.h>

#include <cstdint>
#include <vector>

namespace core_test {

template <>
struct expectations<pmu::cortex_r5_core> {
    using core = pmu::cortex_r5_core;
    using config = pmu::cortex_r5_config;

    const std::vector<expected_parameter> parameters = {
        {"irq_active_low", "false", "false (0) or true (1)"},
        {"irq_gated_by_e", "false", "false (0) or true (1)"},
        {"evntbus_auth_gate", "true", "false (0) or true (1)"},
        {"user_validation", "true", "false (0) or true (1)"},
        {"reset_fill", "0x00000000", "a number from 0x00000000 to 0xFFFFFFFF"},
    };
    const std::vector<refused_value> refused = {
        {"irq_active_low", "2",
         "the parameter `irq_active_low` of cortex_r5 is false (0) or true (1), got '2'"},
        {"irq_gated_by_e", "0x2",
         "the parameter `irq_gated_by_e` of cortex_r5 is false (0) or true (1), got '0x2'"},
        {"evntbus_auth_gate", " 1",
         "the parameter `evntbus_auth_gate` of cortex_r5 is false (0) or true (1), got ' 1'"},
        {"user_validation", "1 ",
         "the parameter `user_validation` of cortex_r5 is false (0) or true (1), got '1 '"},
        {"reset_fill", "0x100000000",
         "the parameter `reset_fill` of cortex_r5 is a number from 0x00000000 to 0xFFFFFFFF, got "
         "'0x100000000'"},
    };
    const std::vector<impossible_value<core>> impossible; ///< every member holds possible values
};

} // namespace core_test
