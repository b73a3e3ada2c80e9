// SPDX-License-Identifier: Apache-2.0
// What the parameters of the XScale PMU must be.
#pragma once

#include <core/parameter_expectations.h>
#include <pmu/xscale/xscale_core.h>

#include <cstdint>
#include <vector>

namespace core_test {

template <>
struct expectations<pmu::xscale_core> {
    using core = pmu::xscale_core;
    using config = pmu::xscale_config;

    const std::vector<expected_parameter> parameters = {
        {"reset_policy", "zero", "zero (0), pattern (1) or random"},
        {"reset_pattern", "0x00000000", "a number from 0x00000000 to 0xFFFFFFFF"},
        {"reset_seed", "0x0000000000000000",
         "a number from 0x0000000000000000 to 0xFFFFFFFFFFFFFFFF"},
        {"assp_event_mask", "0xFF", "a number from 0x00 to 0xFF"},
        {"unp_read_mask", "0x00000000", "a number from 0x00000000 to 0xFFFFFFFF"},
        {"irq_active_low", "false", "false (0) or true (1)"},
        {"erratum_a_stepping", "false", "false (0) or true (1)"},
    };
    const std::vector<refused_value> refused = {
        {"reset_policy", "2",
         "the parameter `reset_policy` of xscale is zero (0), pattern (1) or random, got '2'"},
        {"reset_pattern", "4294967296",
         "the parameter `reset_pattern` of xscale is a number from 0x00000000 to 0xFFFFFFFF, got "
         "'4294967296'"},
        {"reset_seed", "0x10000000000000000",
         "the parameter `reset_seed` of xscale is a number from 0x0000000000000000 to "
         "0xFFFFFFFFFFFFFFFF, got '0x10000000000000000'"},
        {"assp_event_mask", "0x100",
         "the parameter `assp_event_mask` of xscale is a number from 0x00 to 0xFF, got '0x100'"},
        {"unp_read_mask", "all",
         "the parameter `unp_read_mask` of xscale is a number from 0x00000000 to 0xFFFFFFFF, got "
         "'all'"},
        {"irq_active_low", "2",
         "the parameter `irq_active_low` of xscale is false (0) or true (1), got '2'"},
        {"erratum_a_stepping", "2",
         "the parameter `erratum_a_stepping` of xscale is false (0) or true (1), got '2'"},
    };
    const std::vector<impossible_value<core>> impossible = {
        {[](config& c) { c.unpredictable.policy = static_cast<pmu::reset_policy>(3); },
         "the parameter `reset_policy` of xscale is zero (0), pattern (1) or random, got 3"},
    };
};

} // namespace core_test
