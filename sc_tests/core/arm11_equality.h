// SPDX-License-Identifier: Apache-2.0
// What == of every ARM11 PMU compares.
#pragma once

#include <core/core_equality.h>

#include <pmu/arm11_common/arm11_core.h>

namespace core_test {

template <class Core>
void check_arm11_parameters() {
    using config = typename Core::config;
    expect_to_matter<Core>({
        [](config& c) { c.start_delay_cycles = 2; },
        [](config& c) { c.stop_delay_cycles = 3; },
        [](config& c) { c.two_bit = pmu::two_bit_mode::binary; },
        [](config& c) { c.irq_clear_needs_e = false; },
        [](config& c) { c.irq_set_needs_e = true; },
        [](config& c) { c.flag_clear_needs_e = true; },
        [](config& c) { c.c_resets_prescaler = false; },
    });
    expect_not_to_matter<Core>({
        [](config&) {}, [](config& c) { c.irq_active_low = true; }, // the pin's, not the unit's
    });
}

template <class Core>
void check_arm11_hidden_state() {
    constexpr std::uint32_t pmnc = pmu::arm11_address(0);
    Core unit;
    write(unit, pmnc, 0x9); // D and E
    Core delayed = unit;
    delayed.run({}, 1);
    expect_hidden_difference(unit, delayed, "start delay");
    unit.run({}, 3);
    expect_prescaler_to_matter(unit);

    Core exporting;
    write(exporting, pmnc, 0x800);
    for (unsigned line = 0; line < pmu::arm11_evntbus_width; ++line) {
        typename Core::inputs in;
        in.lines = std::uint64_t{1} << line;
        Core driven = exporting;
        driven.step(in);
        expect_hidden_difference(exporting, driven, "EVNTBUS");
    }

    Core held;
    held.poke(pmnc, 0x110); // CR0 and EC0
    held.poke(pmnc, 0);
    EXPECT_TRUE(held.driven().pmuirq);
    expect_hidden_difference(Core{}, held, "PMUIRQ held");
}

} // namespace core_test
