// SPDX-License-Identifier: Apache-2.0
// What the property tests know about the XScale PMU.
#pragma once

#include <core/xsc_traits.h>

#include <pmu/xscale/xscale_core.h>

#include <cstdint>

namespace core_test {

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

} // namespace core_test
