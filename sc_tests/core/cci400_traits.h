// SPDX-License-Identifier: Apache-2.0
// What the property tests know about the CCI-400 PMU.
#pragma once

#include <core/core_traits.h>

#include <pmu/cci400/cci400_core.h>

namespace core_test {

struct cci400_traits : core_traits<pmu::cci400_core> {
    static constexpr pmu::response refusal = pmu::response::address_error; // DECERR
    static constexpr pmu::response unmapped = pmu::response::ok;

    static config random_config(random_source& random) {
        config c;
        if (!random.one_in(4)) {
            c.revision = static_cast<unsigned>(random.below(16));
        }
        return c;
    }

    /// ECOREVNUM stays 0: only PIDR3 depends on it, which has a test of its own.
    static inputs random_inputs(random_source& random) {
        inputs in;
        in.niden = !random.one_in(4);
        in.spniden = random.one_in(2);
        for (pmu::cci400_lines* lines : {&in.lines, &in.secure_lines}) {
            const std::uint64_t kind = random.below(4);
            for (std::uint64_t& word : *lines) {
                word = kind == 0 ? 0 : kind == 1 ? UINT64_MAX : random.bits();
            }
        }
        return in;
    }

    static pmu::access_state rights(const core& unit, const inputs& /*in*/) {
        return {true, (peek(unit, {}, 0x0008) & 1U) != 0};
    }

    static std::uint32_t reset_value(const config& parameters, const pmu::register_desc& r) {
        return r.address == 0x0FE8 ? 0x0BU | parameters.revision << 4 : r.reset;
    }

    /// Of 37 registers it takes PMCR and those of one counter to count.
    static void set_up(core& unit, random_source& random) {
        if (random.one_in(4)) {
            return;
        }
        counting_sink notices;
        const auto write = [&](pmu::cci400_register r, std::size_t block) {
            const std::size_t at = static_cast<std::size_t>(r) + block * 4;
            const pmu::register_desc& desc = core::registers()[at];
            unit.write(desc.address, {}, random_value(random, desc), {}, notices);
        };
        write(pmu::cci400_register::PMCR, 0);
        for (std::size_t n = 0; n < pmu::cci400_counters; ++n) {
            write(pmu::cci400_register::ESR0, n);
            write(pmu::cci400_register::ECNT0, n);
            write(pmu::cci400_register::ECTRL0, n);
        }
        write(pmu::cci400_register::CCNT, 0);
        write(pmu::cci400_register::CCNT_CTRL, 0);
    }

    static inputs raised(inputs in, std::uint32_t event) {
        in.lines = in.secure_lines = {};
        const std::uint32_t code = event & ~core::secure_event;
        if (code < pmu::cci400_event_bus_width) {
            pmu::cci400_lines& lines = code == event ? in.lines : in.secure_lines;
            lines[code / 64] = std::uint64_t{1} << code % 64;
        }
        return in;
    }

    static std::vector<std::uint32_t> event_numbers() {
        std::vector<std::uint32_t> numbers = core_traits::event_numbers();
        for (const std::uint32_t number : {0x14U, 0xB4U, 0xBAU, 0xFFU}) { // r0 events, and none
            numbers.push_back(number);
        }
        const std::size_t nonsecure = numbers.size();
        for (std::size_t i = 0; i < nonsecure; ++i) {
            numbers.push_back(numbers[i] | core::secure_event);
        }
        return numbers;
    }

    /// There are no interrupt enables: every overflow flag is a request.
    static std::uint32_t pending(const core& unit) {
        std::uint32_t flags = 0;
        for (std::uint32_t address = 0x900C; address <= 0xD00C; address += 0x1000) {
            flags = flags << 1 | peek(unit, {}, address);
        }
        return flags;
    }

    static void clear_flags(core& unit) {
        for (std::uint32_t address = 0x900C; address <= 0xD00C; address += 0x1000) {
            unit.poke(address, 0);
        }
    }
};

} // namespace core_test
