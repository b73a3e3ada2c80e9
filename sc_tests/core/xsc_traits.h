// SPDX-License-Identifier: Apache-2.0
// What the property tests know about the XScale PMUs.
#pragma once

#include <core/core_traits.h>

#include <pmu/ixp42x/ixp42x_core.h>
#include <pmu/xscale/xscale_core.h>

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

    static pmu::access_state rights(const Core& /*unit*/) { return {}; }

    static std::uint32_t reset_value(const config& parameters, const pmu::register_desc& r) {
        return r.reset_with(parameters.unpredictable.word(r.address));
    }
};

struct xscale_traits : xsc_traits<pmu::xscale_core> {
    static constexpr std::uint32_t pmnc = 0xE0000;

    static config random_config(random_source& random) {
        config c = xsc_traits::random_config(random);
        c.erratum_a_stepping = random.one_in(2);
        return c;
    }

    /// With the erratum, the last overflow takes the flags of those before.
    static bool takes_one_by_one(const core& unit) { return !unit.parameters().erratum_a_stepping; }

    static std::uint32_t pending(const core& unit) {
        const std::uint32_t word = peek(unit, {}, pmnc);
        return word >> 4 & word & 0x70U;
    }

    static void clear_flags(core& unit) { unit.poke(pmnc, peek(unit, {}, pmnc) & ~0x700U); }
};

struct ixp42x_traits : xsc_traits<pmu::ixp42x_core> {
    static constexpr std::uint32_t pmnc = 0xE0020;
    static constexpr std::uint32_t inten = 0xE4020;
    static constexpr std::uint32_t flag = 0xE5020;

    static config random_config(random_source& random) {
        config c = xsc_traits::random_config(random);
        c.pmu_id = static_cast<std::uint8_t>(random.word());
        return c;
    }

    static std::uint32_t reset_value(const config& parameters, const pmu::register_desc& r) {
        const std::uint32_t value = xsc_traits::reset_value(parameters, r);
        return r.address == pmnc ? (value & 0x00FF'FFFFU) | std::uint32_t{parameters.pmu_id} << 24
                                 : value;
    }

    /// A request takes three registers here: without a bias to E = 1 few states come to one.
    static std::uint32_t random_value(random_source& random, const pmu::register_desc& r) {
        const std::uint32_t value = xsc_traits::random_value(random, r);
        return r.address == pmnc && random.one_in(2) ? value | 1U : value;
    }

    static std::uint32_t pending(const core& unit) {
        return peek(unit, {}, flag) & peek(unit, {}, inten);
    }

    static void clear_flags(core& unit) { unit.poke(flag, 0); }
};

} // namespace core_test
