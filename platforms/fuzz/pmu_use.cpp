// SPDX-License-Identifier: Apache-2.0
#include "pmu_use.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace platform::fuzz {

namespace {

std::uint32_t access_word(const pmu_place& p, bool is_read) {
    return 0xEE00'0010U | (is_read ? 1U << 20U : 0U) | p.crn << 16U | p.coproc << 8U |
           p.opc2 << 5U | p.crm;
}

/// The first value of a counter: some overflow soon.
std::uint32_t preset(random_source& random) {
    switch (random.below(4)) {
    case 0: return 0U - 1U - random.below(64);
    case 1: return 0U - 1U - random.below(5000);
    case 2: return random.word();
    default: return 0;
    }
}

/// ARM11 and XScale: PMNC has the events of two counters, three enables and three flags.
template <bool is_xscale>
pmu_use of_two_counters(random_source& random, bool wants_interrupts) {
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

pmu_use of_ixp42x(random_source& random, bool wants_interrupts) {
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

pmu_use of_cortex_r5(random_source& random, bool wants_interrupts) {
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

/// What the interrupt controller has of it are lines of their own; they stay off.
pmu_use of_cci400(random_source& random, bool /*wants_interrupts*/) {
    const auto place = [](std::uint32_t offset) { return pmu_place{0, layout::cci400 + offset}; };
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

pmu_use random_pmu_use(random_source& random, const std::string& part, bool wants_interrupts) {
    struct row {
        const char* part;
        pmu_use (*make)(random_source&, bool);
    };
    static constexpr row rows[] = {
        {"arm1136", of_two_counters<false>}, {"arm1176", of_two_counters<false>},
        {"xscale", of_two_counters<true>},   {"ixp42x", of_ixp42x},
        {"cortex_r5", of_cortex_r5},         {"cci400", of_cci400},
    };
    const auto* const found = std::find_if(std::begin(rows), std::end(rows),
                                           [&](const row& r) { return part == r.part; });
    if (found == std::end(rows)) {
        throw std::runtime_error(part + ": expected a part whose PMU firmware is made for");
    }
    return found->make(random, wants_interrupts);
}

void append_constant(std::uint32_t rt, std::uint32_t value, arm_code& code) {
    code.insert(code.end(), {0xE59F'0000U | rt << 12U, 0xEA00'0000U, value}); // ldr, b over it
}

void append_pmu_write(const pmu_write& write, arm_code& code) {
    append_constant(0, write.value, code);
    if (write.where.coproc != 0) {
        code.push_back(access_word(write.where, false));
    } else {
        append_constant(1, write.where.crn, code);
        code.push_back(0xE581'0000U);
    }
}

void append_pmu_read(const pmu_counter& counter, arm_code& code) {
    for (const pmu_write& write : counter.select) {
        append_pmu_write(write, code);
    }
    if (counter.where.coproc != 0) {
        code.push_back(access_word(counter.where, true));
    } else {
        append_constant(1, counter.where.crn, code);
        code.push_back(0xE591'0000U);
    }
}

} // namespace platform::fuzz
