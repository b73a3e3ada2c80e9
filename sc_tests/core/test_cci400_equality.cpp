// SPDX-License-Identifier: Apache-2.0
// What == of the CCI-400 PMU compares: its parameters, and what no register shows.
#include <core/core_equality.h>

#include <pmu/cci400/cci400_core.h>

#include <gtest/gtest.h>

namespace core_test::cci400_equality_test {
namespace {

TEST(core_equality, cci400_parameters) {
    using config = pmu::cci400_config;
    config_changes<pmu::cci400_core> changes;
    for (unsigned revision = 0; revision < 16; ++revision) {
        if (revision != config{}.revision) {
            changes.emplace_back([revision](config& c) { c.revision = revision; });
        }
    }
    expect_to_matter<pmu::cci400_core>(changes);
    expect_not_to_matter<pmu::cci400_core>({
        [](config&) {}, [](config& c) { c.irq_active_low = true; }, // the pin's, not the unit's
    });
}

TEST(core_equality, cci400_hidden_state) {
    using reg = pmu::cci400_register;
    pmu::cci400_core unit;
    write(unit, pmu::cci400_registers[reg::CCNT_CTRL].address, 1);
    write(unit, pmu::cci400_registers[reg::PMCR].address, 0x9); // CCD and CEN
    expect_prescaler_to_matter(unit);

    pmu::cci400_core exporting;
    write(exporting, pmu::cci400_registers[reg::PMCR].address, 0x10); // EX
    for (const pmu::event_desc& e : pmu::cci400_core::events()) {
        pmu::cci400_core driven = exporting;
        pmu::cci400_core::inputs in;
        in.lines[e.number / 64] = std::uint64_t{1} << e.number % 64;
        driven.step(in);
        expect_hidden_difference(exporting, driven, e.name);
    }
}

} // namespace
} // namespace core_test::cci400_equality_test
