// SPDX-License-Identifier: Apache-2.0
// What the parameters of the ARM1136 PMU must be.
#pragma once

#include <core/parameter_expectations.h>
#include <pmu/arm1136/arm1136_core.h>

#include <cstdint>
#include <vector>

namespace core_test {

template <>
struct expectations<pmu::arm1136_core> {
    using core = pmu::arm1136_core;
    using config = pmu::arm1136_config;

    const std::vector<expected_parameter> parameters = {
        {"user_access", "undefined", "undefined (0) or allow (1)"},
        {"start_delay_cycles", "3", "a number from 0 to 1000"},
        {"two_bit_mode", "popcount", "popcount (0) or binary (1)"},
        {"irq_active_low", "false", "false (0) or true (1)"},
        {"stop_delay_cycles", "0", "a number from 0 to 1000"},
        {"irq_clear_needs_e", "true", "false (0) or true (1)"},
        {"irq_set_needs_e", "false", "false (0) or true (1)"},
        {"flag_clear_needs_e", "false", "false (0) or true (1)"},
        {"c_resets_prescaler", "true", "false (0) or true (1)"},
        {"erratum_double_increment", "false", "false (0) or true (1)"},
        {"ccnt_reset_value", "0x00000000", "a number from 0x00000000 to 0xFFFFFFFF"},
    };
    const std::vector<refused_value> refused = {
        {"user_access", "2",
         "the parameter `user_access` of arm1136 is undefined (0) or allow (1), got '2'"},
        {"start_delay_cycles", "1001",
         "the parameter `start_delay_cycles` of arm1136 is a number from 0 to 1000, got '1001'"},
        {"two_bit_mode", "ternary",
         "the parameter `two_bit_mode` of arm1136 is popcount (0) or binary (1), got 'ternary'"},
        {"erratum_double_increment", "2",
         "the parameter `erratum_double_increment` of arm1136 is false (0) or true (1), got '2'"},
        {"irq_active_low", "low",
         "the parameter `irq_active_low` of arm1136 is false (0) or true (1), got 'low'"},
        {"stop_delay_cycles", "0x3E9",
         "the parameter `stop_delay_cycles` of arm1136 is a number from 0 to 1000, got '0x3E9'"},
        {"irq_clear_needs_e", "-1",
         "the parameter `irq_clear_needs_e` of arm1136 is false (0) or true (1), got '-1'"},
        {"irq_set_needs_e", "yes",
         "the parameter `irq_set_needs_e` of arm1136 is false (0) or true (1), got 'yes'"},
        {"flag_clear_needs_e", "",
         "the parameter `flag_clear_needs_e` of arm1136 is false (0) or true (1), got ''"},
        {"c_resets_prescaler", "10",
         "the parameter `c_resets_prescaler` of arm1136 is false (0) or true (1), got '10'"},
        {"ccnt_reset_value", "0x100000000",
         "the parameter `ccnt_reset_value` of arm1136 is a number from 0x00000000 to 0xFFFFFFFF, "
         "got '0x100000000'"},
    };
    const std::vector<impossible_value<core>> impossible = {
        {[](config& c) { c.start_delay_cycles = 1001; },
         "the parameter `start_delay_cycles` of arm1136 is a number from 0 to 1000, got 1001"},
        {[](config& c) { c.stop_delay_cycles = UINT32_MAX; },
         "the parameter `stop_delay_cycles` of arm1136 is a number from 0 to 1000, got 4294967295"},
        {[](config& c) { c.two_bit = static_cast<pmu::two_bit_mode>(2); },
         "the parameter `two_bit_mode` of arm1136 is popcount (0) or binary (1), got 2"},
    };
};

} // namespace core_test
