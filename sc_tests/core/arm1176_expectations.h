// SPDX-License-Identifier: Apache-2.0
// What the parameters of the ARM1176 PMU must be.
#pragma once

#include <core/parameter_expectations.h>
#include <pmu/arm1176/arm1176_core.h>

#include <cstdint>
#include <vector>

namespace core_test {

template <>
struct expectations<pmu::arm1176_core> {
    using core = pmu::arm1176_core;
    using config = pmu::arm1176_config;

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
    };
    const std::vector<refused_value> refused = {
        {"user_access", "V",
         "the parameter `user_access` of arm1176 is undefined (0) or allow (1), got 'V'"},
        {"start_delay_cycles", "1001",
         "the parameter `start_delay_cycles` of arm1176 is a number from 0 to 1000, got '1001'"},
        {"two_bit_mode", "2",
         "the parameter `two_bit_mode` of arm1176 is popcount (0) or binary (1), got '2'"},
        {"irq_active_low", "2",
         "the parameter `irq_active_low` of arm1176 is false (0) or true (1), got '2'"},
        {"stop_delay_cycles", "-1",
         "the parameter `stop_delay_cycles` of arm1176 is a number from 0 to 1000, got '-1'"},
        {"irq_clear_needs_e", "no",
         "the parameter `irq_clear_needs_e` of arm1176 is false (0) or true (1), got 'no'"},
        {"irq_set_needs_e", "2",
         "the parameter `irq_set_needs_e` of arm1176 is false (0) or true (1), got '2'"},
        {"flag_clear_needs_e", "0x2",
         "the parameter `flag_clear_needs_e` of arm1176 is false (0) or true (1), got '0x2'"},
        {"c_resets_prescaler", "3",
         "the parameter `c_resets_prescaler` of arm1176 is false (0) or true (1), got '3'"},
    };
    const std::vector<impossible_value<core>> impossible = {
        {[](config& c) { c.start_delay_cycles = 1001; },
         "the parameter `start_delay_cycles` of arm1176 is a number from 0 to 1000, got 1001"},
        {[](config& c) { c.stop_delay_cycles = 1001; },
         "the parameter `stop_delay_cycles` of arm1176 is a number from 0 to 1000, got 1001"},
        {[](config& c) { c.two_bit = static_cast<pmu::two_bit_mode>(3); },
         "the parameter `two_bit_mode` of arm1176 is popcount (0) or binary (1), got 3"},
    };
};

} // namespace core_test
