// SPDX-License-Identifier: Apache-2.0
// What the property tests know about the ARM1136 PMU.
#pragma once

#include <core/core_traits.h>

#include <pmu/arm1136/arm1136_core.h>

namespace core_test {

struct arm1136_traits : core_traits<pmu::arm1136_core> {
    static config random_config(random_source& random) {
        config c;
        if (random.one_in(4)) {
            return c;
        }
        c.user_access = random.one_in(2);
        c.start_delay_cycles = static_cast<std::uint32_t>(random.magnitude(7));
        c.stop_delay_cycles =
            random.one_in(2) ? 0 : static_cast<std::uint32_t>(random.magnitude(7));
        c.two_bit = random.one_in(2) ? pmu::two_bit_mode::binary : pmu::two_bit_mode::popcount;
        c.erratum_double_increment = random.one_in(2);
        c.irq_active_low = random.one_in(2);
        c.irq_clear_needs_e = random.one_in(2);
        c.irq_set_needs_e = random.one_in(2);
        c.flag_clear_needs_e = random.one_in(2);
        c.c_resets_prescaler = random.one_in(2);
        c.ccnt_reset_value = random.counter_value();
        return c;
    }

    static inputs random_inputs(random_source& random) {
        constexpr std::uint64_t all_lines = 0x3F'FFFF;
        switch (random.below(4)) {
        case 0: return {0, random.one_in(4)};
        case 1: return {all_lines, false};
        default: return {random.bits() & all_lines, random.one_in(8)};
        }
    }

    /// Half of the units run, and a quarter has just stopped, with counters about to overflow.
    static void set_up(core& unit, random_source& random) {
        if (random.one_in(2)) {
            return;
        }
        counting_sink notices;
        const std::uint32_t pmnc = random_value(random, core::registers()[0]) | 1U;
        unit.write(pmu::arm1136_address(0), {}, pmnc, {}, notices);
        unit.run({}, unit.parameters().start_delay_cycles);
        for (const unsigned counter : {1U, 2U, 3U}) {
            const auto from_end = static_cast<std::uint32_t>(random.below(10));
            unit.write(pmu::arm1136_address(counter), {}, ~from_end, {}, notices);
        }
        if (random.one_in(2)) {
            unit.write(pmu::arm1136_address(0), {}, pmnc & ~1U, {}, notices);
        }
    }

    static pmu::access_state rights(const core& unit) {
        return {unit.parameters().user_access, true};
    }

    static std::uint32_t reset_value(const config& parameters, const pmu::register_desc& r) {
        return r.address == pmu::arm1136_address(1) ? parameters.ccnt_reset_value : r.reset;
    }

    static std::uint32_t written(const core& before, const inputs& in, const pmu::register_desc& r,
                                 std::uint32_t value) {
        const bool keeps_flags = before.parameters().flag_clear_needs_e && (value & 1U) == 0;
        return core_traits::written(before, in, r,
                                    keeps_flags ? value & ~r.write_one_to_clear : value);
    }

    static std::uint32_t pending(const core& unit) {
        const std::uint32_t pmnc = peek(unit, {}, pmu::arm1136_address(0));
        return pmnc >> 4 & pmnc & 0x70U;
    }

    static void clear_flags(core& unit) {
        const std::uint32_t pmnc = peek(unit, {}, pmu::arm1136_address(0));
        unit.poke(pmu::arm1136_address(0), pmnc & ~0x700U);
    }
};

} // namespace core_test
