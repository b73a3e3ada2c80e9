// SPDX-License-Identifier: Apache-2.0
// What the property tests know about the PMUs of the ARM11 cores.
#pragma once

#include <core/core_traits.h>

#include <pmu/arm11_common/arm11_tables.h>

#include <cstdint>

namespace core_test {

/// A part adds the parameters and inputs that only it has, and rights().
template <class Core>
struct arm11_traits : core_traits<Core> {
    using typename core_traits<Core>::config;
    using typename core_traits<Core>::inputs;

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
        c.irq_active_low = random.one_in(2);
        c.irq_clear_needs_e = random.one_in(2);
        c.irq_set_needs_e = random.one_in(2);
        c.flag_clear_needs_e = random.one_in(2);
        c.c_resets_prescaler = random.one_in(2);
        return c;
    }

    static inputs random_inputs(random_source& random) {
        inputs in;
        switch (random.below(4)) {
        case 0: in.debug_state = random.one_in(4); break;
        case 1: in.lines = all_lines(); break;
        default:
            in.lines = random.bits() & all_lines();
            in.debug_state = random.one_in(8);
            break;
        }
        return in;
    }

    /// Half of the units run, and a quarter has just stopped, with counters about to overflow.
    static void set_up(Core& unit, random_source& random) {
        if (random.one_in(2)) {
            return;
        }
        counting_sink notices;
        const std::uint32_t pmnc =
            core_traits<Core>::random_value(random, Core::registers()[0]) | 1U;
        unit.write(pmu::arm11_address(0), {}, pmnc, {}, notices);
        unit.run({}, unit.parameters().start_delay_cycles);
        for (const unsigned counter : {1U, 2U, 3U}) {
            const auto from_end = static_cast<std::uint32_t>(random.below(10));
            unit.write(pmu::arm11_address(counter), {}, ~from_end, {}, notices);
        }
        if (random.one_in(2)) {
            unit.write(pmu::arm11_address(0), {}, pmnc & ~1U, {}, notices);
        }
    }

    static std::uint32_t written(const Core& before, const inputs& in, const pmu::register_desc& r,
                                 std::uint32_t value) {
        const bool keeps_flags = before.parameters().flag_clear_needs_e && (value & 1U) == 0;
        return core_traits<Core>::written(before, in, r,
                                          keeps_flags ? value & ~r.write_one_to_clear : value);
    }

    static std::uint32_t pending(const Core& unit) {
        const std::uint32_t pmnc = core_traits<Core>::peek(unit, {}, pmu::arm11_address(0));
        return pmnc >> 4 & pmnc & 0x70U;
    }

    static void clear_flags(Core& unit) {
        const std::uint32_t pmnc = core_traits<Core>::peek(unit, {}, pmu::arm11_address(0));
        unit.poke(pmu::arm11_address(0), pmnc & ~0x700U);
    }

private:
    /// Of the bus, of ETMEXTOUT, and of the return stack where the part has it.
    static std::uint64_t all_lines() {
        std::uint64_t lines = 0;
        for (const pmu::event_desc& e : Core::events()) {
            lines |= pmu::own_line(e) | (e.line_count == 2 ? pmu::own_line(e) << 1U : 0U);
        }
        return lines;
    }
};

} // namespace core_test
