// SPDX-License-Identifier: Apache-2.0
// What == of every XScale PMU compares.
#pragma once

#include <core/core_equality.h>

#include <pmu/xscale_common/xsc_core.h>

namespace core_test {

template <class Core>
void check_xsc_parameters() {
    using config = typename Core::config;
    const auto fill = [](pmu::reset_policy policy, std::uint32_t pattern, std::uint64_t seed) {
        return [=](config& c) { c.unpredictable = {policy, pattern, seed}; };
    };
    expect_to_matter<Core>({
        fill(pmu::reset_policy::pattern, 1, 0),
        fill(pmu::reset_policy::pattern, 0x8000'0000, 0),
        fill(pmu::reset_policy::random, 0, 0),
        [](config& c) { c.unp_read_mask = 0x2; }, // PMNC.P reads as unpredictable
        [](config& c) { c.unp_read_mask = 0x80; },
        [](config& c) { c.assp_event_mask ^= 0x01; },
        [](config& c) { c.assp_event_mask ^= 0x80; },
    });
    expect_not_to_matter<Core>({
        fill(pmu::reset_policy::zero, 1, 2), // used by another policy
        fill(pmu::reset_policy::pattern, 0, 2),
        [](config& c) { c.unp_read_mask = 0x9; },   // every register has something in these bits
        [](config& c) { c.irq_active_low = true; }, // the pin's, not the unit's
    });
    config first;
    first.unpredictable = {pmu::reset_policy::random, 0, 1};
    config second = first;
    second.unpredictable.pattern = 7; // not used
    EXPECT_TRUE(Core(first) == Core(second));
    second.unpredictable.seed = 2;
    EXPECT_TRUE(Core(first) != Core(second));
}

} // namespace core_test
