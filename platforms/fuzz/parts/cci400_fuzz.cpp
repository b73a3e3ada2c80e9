// SPDX-License-Identifier: Apache-2.0
// How firmware that is made programs the CCI-400 PMU.
#include <fuzz/fuzzed_part.h>

namespace platform::fuzz {

namespace {

/// What the interrupt controller has of it are lines of their own; they stay off.
pmu_use use_of_cci400(random_source& random, bool /*wants_interrupts*/) {
    const auto place = [](std::uint32_t offset) { return pmu_place{0, layout::bus_unit + offset}; };
    pmu_use use;
    use.counters.push_back({{}, place(0x9004)});
    use.start = {{place(0x100), 6}, {place(0x9004), preset(random)}, {place(0x9008), 1}};
    for (std::uint32_t n = 0; n < 4; ++n) {
        const std::uint32_t base = 0xA000U + n * 0x1000U;
        use.counters.push_back({{}, place(base + 4)});
        use.start.push_back({place(base), 4U << 5U | random.below(0x14)}); // of S4, the CPU's
        use.start.push_back({place(base + 4), preset(random)});
        use.start.push_back({place(base + 8), 1});
    }
    use.start.push_back({place(0x100), 1});
    use.stop = {{place(0x100), 0}};
    return use;
}

} // namespace

extern const fuzzed_part cci400_fuzzed;
const fuzzed_part cci400_fuzzed{"cci400", instruction_set::v7r, true, use_of_cci400};

} // namespace platform::fuzz
