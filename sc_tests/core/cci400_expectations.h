// SPDX-License-Identifier: Apache-2.0
// What the parameters of the CCI-400 PMU must be.
#pragma once

#include <core/parameter_expectations.h>
#include <pmu/cci400/cci400_core.h>

#include <cstdint>
#include <vector>

namespace core_test {

template <>
struct expectations<pmu::cci400_core> {
    using core = pmu::cci400_core;
    using config = pmu::cci400_config;

    const std::vector<expected_parameter> parameters = {
        {"revision", "6", "a number from 0 to 15"},
        {"irq_active_low", "false", "false (0) or true (1)"},
    };
    const std::vector<refused_value> refused = {
        {"revision", "16", "the parameter `revision` of cci400 is a number from 0 to 15, got '16'"},
        {"irq_active_low", "high",
         "the parameter `irq_active_low` of cci400 is false (0) or true (1), got 'high'"},
    };
    const std::vector<impossible_value<core>> impossible = {
        {[](config& c) { c.revision = 16; },
         "the parameter `revision` of cci400 is a number from 0 to 15, got 16"},
    };
};

} // namespace core_test
