// SPDX-License-Identifier: Apache-2.0
// What the parameters of the IXP42X PMU must be.
#pragma once

#include <core/parameter_expectations.h>
#include <pmu/ixp42x/ixp42x_core.h>

#include <cstdint>
#include <vector>

namespace core_test {

template <>
struct expectations<pmu::ixp42x_core> {
    using core = pmu::ixp42x_core;
    using config = pmu::ixp42x_config;

    const std::vector<expected_parameter> parameters = {
        {"reset_policy", "zero", "zero (0), pattern (1) or random"},
        {"reset_pattern", "0x00000000", "a number from 0x00000000 to 0xFFFFFFFF"},
        {"reset_seed", "0x0000000000000000",
         "a number from 0x0000000000000000 to 0xFFFFFFFFFFFFFFFF"},
        {"assp_event_mask", "0x00", "a number from 0x00 to 0xFF"},
        {"unp_read_mask", "0x00000000", "a number from 0x00000000 to 0xFFFFFFFF"},
        {"irq_active_low", "false", "false (0) or true (1)"},
        {"pmu_id", "0x14", "a number from 0x00 to 0xFF"},
    };
    const std::vector<refused_value> refused = {
        {"reset_policy", "one",
         "the parameter `reset_policy` of ixp42x is zero (0), pattern (1) or random, got 'one'"},
        {"reset_pattern", "0x1_0000_0000",
         "the parameter `reset_pattern` of ixp42x is a number from 0x00000000 to 0xFFFFFFFF, got "
         "'0x1_0000_0000'"},
        {"reset_seed", "18446744073709551616",
         "the parameter `reset_seed` of ixp42x is a number from 0x0000000000000000 to "
         "0xFFFFFFFFFFFFFFFF, got '18446744073709551616'"},
        {"assp_event_mask", "256",
         "the parameter `assp_event_mask` of ixp42x is a number from 0x00 to 0xFF, got '256'"},
        {"unp_read_mask", "1.5",
         "the parameter `unp_read_mask` of ixp42x is a number from 0x00000000 to 0xFFFFFFFF, got "
         "'1.5'"},
        {"irq_active_low", "2",
         "the parameter `irq_active_low` of ixp42x is false (0) or true (1), got '2'"},
        {"pmu_id", "0b100000000",
         "the parameter `pmu_id` of ixp42x is a number from 0x00 to 0xFF, got '0b100000000'"},
    };
    const std::vector<impossible_value<core>> impossible = {
        {[](config& c) { c.unpredictable.policy = static_cast<pmu::reset_policy>(3); },
         "the parameter `reset_policy` of ixp42x is zero (0), pattern (1) or random, got 3"},
    };
};

} // namespace core_test
