// SPDX-License-Identifier: Apache-2.0
// What == of the Cortex-R5 PMU compares: its parameters, and what no register shows.
#include <core/core_equality.h>

#include <pmu/cortex_r5/cortex_r5_core.h>

#include <gtest/gtest.h>

namespace core_test::cortex_r5_equality_test {
namespace {

TEST(core_equality, cortex_r5_parameters) {
    using config = pmu::cortex_r5_config;
    expect_to_matter<pmu::cortex_r5_core>({
        [](config& c) { c.irq_gated_by_e = true; },
        [](config& c) { c.evntbus_auth_gate = false; },
        [](config& c) { c.user_validation = false; },
        [](config& c) { c.reset_fill = 1; },
        [](config& c) { c.reset_fill = 0x8000'0000; },
    });
    expect_not_to_matter<pmu::cortex_r5_core>({
        [](config&) {},
        [](config& c) { c.irq_active_low = true; },
    });
}

TEST(core_equality, cortex_r5_hidden_state) {
    using reg = pmu::cortex_r5_register;
    const auto address = [](reg r) { return pmu::cortex_r5_registers[r].address; };
    pmu::cortex_r5_core unit;
    write(unit, address(reg::PMCNTENSET), 0x8000'0000);
    write(unit, address(reg::PMCR), 0x9); // D and E
    expect_prescaler_to_matter(unit);

    pmu::cortex_r5_core exporting;
    write(exporting, address(reg::PMCR), 0x10); // X
    for (const pmu::event_desc& e : pmu::cortex_r5_core::events()) {
        const std::uint64_t line = own_line(e);
        if ((line & pmu::cortex_r5_bus_lines & ~pmu::cortex_r5_all_fault_lines()) != 0) {
            pmu::cortex_r5_core driven = exporting;
            driven.step({line, false, true, false});
            expect_hidden_difference(exporting, driven, e.name);
        }
    }

    for (const pmu::cortex_r5_fault_source& source : pmu::cortex_r5_fault_sources) {
        pmu::cortex_r5_core located;
        EXPECT_TRUE(located.set_fault_location(source.event, source.location ^ 0x8000'0000U));
        expect_hidden_difference(pmu::cortex_r5_core{}, located, "location word");
    }

    // Registers of a counter that PMSELR does not select.
    for (const reg r : {reg::PMXEVTYPER, reg::PMXEVCNTR}) {
        for (const std::uint32_t n : {0U, 1U, 2U}) {
            pmu::cortex_r5_core other;
            write(other, address(reg::PMSELR), n);
            write(other, address(r), 0x08);
            pmu::cortex_r5_core none;
            for (pmu::cortex_r5_core* core : {&other, &none}) {
                write(*core, address(reg::PMSELR), (n + 1) % 3);
            }
            expect_hidden_difference(none, other, "bank");
        }
    }
}

} // namespace
} // namespace core_test::cortex_r5_equality_test
