// SPDX-License-Identifier: Apache-2.0
// Firmware that is made for the PMUs that have everything in one register, PMNC.
#pragma once

#include <fuzz/fuzzed_part.h>

namespace platform::fuzz {

/// ARM11 and XScale: PMNC has the events of two counters, three enables and three flags.
template <bool is_xscale>
pmu_use use_of_two_counters(random_source& random, bool wants_interrupts) {
    const auto place = [](std::uint32_t n) {
        return is_xscale ? pmu_place{14, n, 0, 0} : pmu_place{15, 15, 12, n};
    };
    const auto event = [&] {
        return is_xscale ? random.below(15) : random.one_in(4) ? 0xFFU : random.below(0x13);
    };
    constexpr std::uint32_t flags = 7U << 8U;
    constexpr std::uint32_t by_sixty_four = 1U << 3U;
    pmu_use use;
    use.can_interrupt = wants_interrupts;
    use.interrupting = random.below(3);
    static constexpr std::uint32_t enable_bits[] = {1U << 6U, 1U << 4U, 1U << 5U};
    const std::uint32_t first = event();
    const std::uint32_t second = event();
    const std::uint32_t selection =
        is_xscale ? first << 12U | second << 20U : first << 20U | second << 12U;
    const std::uint32_t control = selection | 1U |
                                  (wants_interrupts ? enable_bits[use.interrupting] : 0U) |
                                  (random.one_in(6) ? by_sixty_four : 0U);
    use.start = {{place(0), 6U | flags}};
    for (std::uint32_t n = 1; n <= 3; ++n) {
        use.counters.push_back({{}, place(n)});
        use.start.push_back({place(n), preset(random)});
    }
    use.start.push_back({place(0), control});
    use.acknowledge = {{place(0), control | flags}};
    use.stop = {{place(0), control & ~1U}};
    return use;
}

} // namespace platform::fuzz
