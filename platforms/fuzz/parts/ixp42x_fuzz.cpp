// SPDX-License-Identifier: Apache-2.0
// How firmware that is made programs the IXP42X PMU.
#include <fuzz/fuzzed_part.h>

namespace platform::fuzz {

namespace {

pmu_use use_of_ixp42x(random_source& random, bool wants_interrupts) {
    const pmu_place control{14, 0, 1, 0};
    const pmu_place enables{14, 4, 1, 0};
    const pmu_place flags{14, 5, 1, 0};
    const pmu_place selection{14, 8, 1, 0};
    pmu_use use;
    use.can_interrupt = wants_interrupts;
    use.interrupting = random.below(5);
    use.counters.push_back({{}, {14, 1, 1, 0}});
    std::uint32_t events = 0;
    for (std::uint32_t n = 0; n < 4; ++n) {
        use.counters.push_back({{}, {14, n, 2, 0}});
        events |= random.below(15) << n * 8U;
    }
    use.start = {{control, 6}, {flags, 0x1F}, {selection, events}};
    for (const pmu_counter& c : use.counters) {
        use.start.push_back({c.where, preset(random)});
    }
    use.start.push_back({enables, wants_interrupts ? 1U << use.interrupting : 0U});
    use.start.push_back({control, 1U | (random.one_in(6) ? 8U : 0U)});
    use.acknowledge = {{flags, 0x1F}};
    use.stop = {{control, 0}};
    return use;
}

} // namespace

extern const fuzzed_part ixp42x_fuzzed;
const fuzzed_part ixp42x_fuzzed{"ixp42x", instruction_set::v5te, false, use_of_ixp42x};

} // namespace platform::fuzz
