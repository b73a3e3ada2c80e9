// SPDX-License-Identifier: Apache-2.0
// What the property tests know about the ARM1176 PMU.
#pragma once

#include <core/arm11_traits.h>

#include <pmu/arm1176/arm1176_core.h>

namespace core_test {

struct arm1176_traits : arm11_traits<pmu::arm1176_core> {
    static inputs random_inputs(random_source& random) {
        inputs in = arm11_traits::random_inputs(random);
        in.v = random.one_in(2);
        return in;
    }

    /// User mode has access by the pin V, whatever the parameter (D1).
    static pmu::access_state rights(const core& /*unit*/, const inputs& in) { return {in.v, true}; }
};

} // namespace core_test
