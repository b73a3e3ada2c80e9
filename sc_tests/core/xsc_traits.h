// SPDX-License-Identifier: Apache-2.0
// What the property tests know about the XScale PMUs.
#pragma once

#include <core/core_traits.h>

#include <pmu/xscale_common/xsc_core.h>

#include <cstdint>
#include <vector>

namespace core_test {

template <class Core>
struct xsc_traits : core_traits<Core> {
    using typename core_traits<Core>::config;
    using typename core_traits<Core>::inputs;

    static config random_config(random_source& random) {
        config c;
        if (random.one_in(4)) {
            return c;
        }
        c.unpredictable.policy = random.pick(std::vector{
            pmu::reset_policy::zero, pmu::reset_policy::pattern, pmu::reset_policy::random});
        c.unpredictable.pattern = random.one_in(2) ? UINT32_MAX : random.word();
        c.unpredictable.seed = random.bits();
        c.assp_event_mask = static_cast<std::uint8_t>(random.word());
        return c;
    }

    static inputs random_inputs(random_source& random) {
        constexpr std::uint64_t all_lines = 0xFF'FFFF;
        switch (random.below(4)) {
        case 0: return {0};
        case 1: return {all_lines};
        default: return {random.bits() & all_lines};
        }
    }

    static pmu::access_state rights(const Core& /*unit*/, const inputs& /*in*/) { return {}; }

    static std::uint32_t reset_value(const config& parameters, const pmu::register_desc& r) {
        return r.reset_with(parameters.unpredictable.word(r.address));
    }
};

} // namespace core_test
