// SPDX-License-Identifier: Apache-2.0
// How firmware that is made programs the Cortex-R5 PMU.
#include <fuzz/fuzzed_part.h>

namespace platform::fuzz {

namespace {

pmu_use use_of_cortex_r5(random_source& random, bool wants_interrupts) {
    const pmu_place control{15, 9, 12, 0};
    const pmu_place flags{15, 9, 12, 3};
    const pmu_place select{15, 9, 12, 5};
    constexpr std::uint32_t all = 0x8000'0007U;
    pmu_use use;
    use.can_interrupt = wants_interrupts;
    use.interrupting = random.below(4);
    use.counters.push_back({{}, {15, 9, 13, 0}});
    use.start = {{control, 6}, {flags, all}};
    for (std::uint32_t n = 0; n < 3; ++n) {
        use.counters.push_back({{{select, n}}, {15, 9, 13, 2}});
        use.start.push_back({select, n});
        use.start.push_back({{15, 9, 13, 1}, random.one_in(4) ? 0x11U : random.below(0x4D)});
        use.start.push_back({{15, 9, 13, 2}, preset(random)});
    }
    use.start.push_back({{15, 9, 13, 0}, preset(random)});
    const std::uint32_t bit = use.interrupting == 0 ? 1U << 31U : 1U << (use.interrupting - 1U);
    use.start.push_back({{15, 9, 14, 1}, wants_interrupts ? bit : 0U});
    use.start.push_back({{15, 9, 12, 1}, all});
    use.start.push_back({control, 1U | (random.one_in(6) ? 8U : 0U)});
    use.acknowledge = {{flags, all}};
    use.stop = {{control, 0}};
    return use;
}

} // namespace

extern const fuzzed_part cortex_r5_fuzzed;
const fuzzed_part cortex_r5_fuzzed{"cortex_r5", instruction_set::v7r, true, use_of_cortex_r5};

} // namespace platform::fuzz
