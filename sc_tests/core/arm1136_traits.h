// SPDX-License-Identifier: Apache-2.0
// What the property tests know about the ARM1136 PMU.
#pragma once

#include <core/arm11_traits.h>

#include <pmu/arm1136/arm1136_core.h>

namespace core_test {

struct arm1136_traits : arm11_traits<pmu::arm1136_core> {
    static config random_config(random_source& random) {
        config c = arm11_traits::random_config(random);
        if (!random.one_in(4)) {
            c.erratum_double_increment = random.one_in(2);
            c.ccnt_reset_value = random.counter_value();
        }
        return c;
    }

    static pmu::access_state rights(const core& unit, const inputs& /*in*/) {
        return {unit.parameters().user_access, true};
    }

    static std::uint32_t reset_value(const config& parameters, const pmu::register_desc& r) {
        return r.address == pmu::arm1136_address(1) ? parameters.ccnt_reset_value : r.reset;
    }
};

} // namespace core_test
