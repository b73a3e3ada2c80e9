// SPDX-License-Identifier: Apache-2.0
// What the property tests know about the Cortex-R5 PMU.
#pragma once

#include <core/core_traits.h>

#include <pmu/cortex_r5/cortex_r5_core.h>

namespace core_test {

struct cortex_r5_traits : core_traits<pmu::cortex_r5_core> {
    /// An error updates CFLR in every state of the unit.
    static constexpr bool can_be_idle = false;

    static config random_config(random_source& random) {
        config c;
        if (random.one_in(4)) {
            return c;
        }
        c.irq_active_low = random.one_in(2);
        c.irq_gated_by_e = random.one_in(2);
        c.evntbus_auth_gate = random.one_in(2);
        c.user_validation = random.one_in(2);
        c.reset_fill = random.one_in(2) ? 0 : random.word();
        return c;
    }

    static inputs random_inputs(random_source& random) {
        inputs in;
        switch (random.below(4)) {
        case 0: in.lines = 0; break;
        case 1: in.lines = UINT64_MAX; break;
        case 2: in.lines = random.bits() & random.bits() & random.bits(); break;
        default: in.lines = random.bits(); break;
        }
        in.dbgen = random.one_in(4);
        in.niden = !random.one_in(4);
        in.dbg_halt = random.one_in(8);
        return in;
    }

    /// The enables of a counter are spread over eight registers: sets them all now and then.
    static void set_up(core& unit, random_source& random) {
        using reg = pmu::cortex_r5_register;
        if (random.one_in(2)) {
            return;
        }
        for (std::uint32_t n = 0; n < 3; ++n) {
            unit.poke(address_of(reg::PMSELR), n);
            unit.poke(address_of(reg::PMXEVTYPER), random.pick(core::events()).number);
            unit.poke(address_of(reg::PMXEVCNTR), random.counter_value());
        }
        unit.poke(address_of(reg::PMCCNTR), random.counter_value());
        unit.poke(address_of(reg::PMCNTENSET), random.word());
        for (const reg r :
             {reg::PMINTENSET, reg::VIRQSET, reg::VFIQSET, reg::VRSTSET, reg::VDBGSET}) {
            unit.poke(address_of(r), random.one_in(2) ? 0 : random.word());
        }
        unit.poke(address_of(reg::PMCR), random.word() | 1U);
    }

    static pmu::access_state rights(const core& unit, const inputs& /*in*/) {
        pmu::access_state state;
        state.user_enabled = read(unit, pmu::cortex_r5_register::PMUSERENR) != 0;
        state.user_validation_enabled = state.user_enabled && unit.parameters().user_validation;
        return state;
    }

    static std::uint32_t reset_value(const config& parameters, const pmu::register_desc& r) {
        const bool is_filled = r.address == address_of(pmu::cortex_r5_register::PMCCNTR) ||
                               r.address == address_of(pmu::cortex_r5_register::PMXEVTYPER) ||
                               r.address == address_of(pmu::cortex_r5_register::PMXEVCNTR);
        return is_filled ? r.reset_with(parameters.reset_fill) : r.reset;
    }

    /// PMXEVTYPER and PMXEVCNTR are nothing while PMSELR names no counter.
    static bool is_absent(const core& unit, const pmu::register_desc& r) {
        const bool is_banked = r.address == address_of(pmu::cortex_r5_register::PMXEVTYPER) ||
                               r.address == address_of(pmu::cortex_r5_register::PMXEVCNTR);
        return is_banked && read(unit, pmu::cortex_r5_register::PMSELR) > 2;
    }

    static std::uint32_t written(const core& before, const inputs& in, const pmu::register_desc& r,
                                 std::uint32_t value) {
        return is_absent(before, r) ? 0 : core_traits::written(before, in, r, value);
    }

    static std::uint32_t stored_mask(const core& unit, const pmu::register_desc& r) {
        return is_absent(unit, r) ? 0 : core_traits::stored_mask(unit, r);
    }

    static std::uint32_t pending(const core& unit) {
        std::uint32_t enables = 0;
        for (const auto r : {pmu::cortex_r5_register::PMINTENSET, pmu::cortex_r5_register::VIRQSET,
                             pmu::cortex_r5_register::VFIQSET, pmu::cortex_r5_register::VRSTSET,
                             pmu::cortex_r5_register::VDBGSET}) {
            enables |= read(unit, r);
        }
        return read(unit, pmu::cortex_r5_register::PMOVSR) & enables;
    }

    static void clear_flags(core& unit) {
        unit.poke(address_of(pmu::cortex_r5_register::PMOVSR), 0);
    }

private:
    static std::uint32_t address_of(pmu::cortex_r5_register r) {
        return pmu::cortex_r5_registers[r].address;
    }
    static std::uint32_t read(const core& unit, pmu::cortex_r5_register r) {
        return peek(unit, {}, address_of(r));
    }
};

} // namespace core_test
