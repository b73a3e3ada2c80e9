// SPDX-License-Identifier: Apache-2.0
// What the property tests know about the IXP42X PMU.
#pragma once

#include <core/xsc_traits.h>

#include <pmu/ixp42x/ixp42x_core.h>

#include <cstdint>

namespace core_test {

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
