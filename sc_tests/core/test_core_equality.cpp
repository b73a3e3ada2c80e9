// SPDX-License-Identifier: Apache-2.0
// == of a core compares everything that can ever be seen, and nothing else: parameters, and state
// that no register shows at the moment. The bits of registers are in core_properties.h.
#include <core/core_traits.h>

#include <pmu/arm1136/arm1136_core.h>
#include <pmu/arm1176/arm1176_core.h>
#include <pmu/cci400/cci400_core.h>
#include <pmu/cortex_r5/cortex_r5_core.h>
#include <pmu/ixp42x/ixp42x_core.h>
#include <pmu/xscale/xscale_core.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace core_test {
namespace {

template <class Core>
using config_changes = std::vector<std::function<void(typename Core::config&)>>;

// Two units with the same in all registers, one of them with changed parameters.
template <class Core>
bool equals_with(const std::function<void(typename Core::config&)>& change) {
    typename Core::config changed;
    change(changed);
    const Core unit;
    Core other(changed);
    for (const pmu::register_desc& r : Core::registers()) {
        std::uint32_t word = 0;
        unit.peek(r.address, {}, word);
        other.poke(r.address, word);
    }
    EXPECT_NE(unit == other, unit != other);
    return unit == other;
}

template <class Core>
void expect_to_matter(const config_changes<Core>& changes) {
    for (std::size_t i = 0; i < changes.size(); ++i) {
        EXPECT_FALSE(equals_with<Core>(changes[i])) << Core::part << ", change " << i;
    }
}

template <class Core>
void expect_not_to_matter(const config_changes<Core>& changes) {
    for (std::size_t i = 0; i < changes.size(); ++i) {
        EXPECT_TRUE(equals_with<Core>(changes[i])) << Core::part << ", change " << i;
    }
}

template <class Core>
void write(Core& unit, std::uint32_t address, std::uint32_t value) {
    counting_sink notices;
    EXPECT_EQ(unit.write(address, {}, value, {}, notices), pmu::response::ok);
}

// Same registers, different units: what makes the difference is not shown at the moment.
template <class Core>
void expect_hidden_difference(const Core& a, const Core& b, const char* what) {
    for (const pmu::register_desc& r : Core::registers()) {
        std::uint32_t of_a = 0;
        std::uint32_t of_b = 0;
        a.peek(r.address, {}, of_a);
        b.peek(r.address, {}, of_b);
        EXPECT_EQ(of_a, of_b) << r.name << ", " << what;
    }
    EXPECT_TRUE(a != b) << what;
    EXPECT_FALSE(a == b) << what;
}

// One edge fewer within the first 64 of the divider.
template <class Core>
void expect_prescaler_to_matter(const Core& counting) {
    Core one = counting;
    one.run({}, 1);
    Core two = counting;
    two.run({}, 2);
    expect_hidden_difference(one, two, "prescaler");
}

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

TEST(core_equality, arm1136_parameters) {
    using config = pmu::arm1136_config;
    check_arm11_parameters<pmu::arm1136_core>();
    expect_to_matter<pmu::arm1136_core>({
        [](config& c) { c.user_access = true; },
        [](config& c) { c.erratum_double_increment = true; },
        [](config& c) { c.ccnt_reset_value = 1; },
    });
}

TEST(core_equality, arm1176_parameters) {
    check_arm11_parameters<pmu::arm1176_core>();
    expect_not_to_matter<pmu::arm1176_core>({
        [](pmu::arm1176_config& c) { c.user_access = true; }, // the pin's: D1
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

TEST(core_equality, arm1136_hidden_state) {
    check_arm11_hidden_state<pmu::arm1136_core>();
}

TEST(core_equality, arm1176_hidden_state) {
    check_arm11_hidden_state<pmu::arm1176_core>();
    // The return stack is not exported, and V is nothing that a unit keeps.
    pmu::arm1176_core exporting;
    write(exporting, pmu::arm1176_address(0), 0x800);
    pmu::arm1176_core driven = exporting;
    driven.step({std::uint64_t{0xF} << pmu::arm11_return_stack_line, false, true});
    EXPECT_TRUE(driven == exporting);
}

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

template <class Core>
void check_xsc_parameters() {
    using config = typename Core::config;
    const auto fill = [](pmu::reset_policy policy, std::uint32_t pattern, std::uint64_t seed) {
        return [=](config& c) { c.unpredictable = {policy, pattern, seed}; };
    };
    expect_to_matter<Core>({
        fill(pmu::reset_policy::pattern, 1, 0),
        fill(pmu::reset_policy::pattern, 0x8000'0000, 0),
        fill(pmu::reset_policy::random, 0, 0),
        [](config& c) { c.unp_read_mask = 0x2; }, // PMNC.P reads as unpredictable
        [](config& c) { c.unp_read_mask = 0x80; },
        [](config& c) { c.assp_event_mask ^= 0x01; },
        [](config& c) { c.assp_event_mask ^= 0x80; },
    });
    expect_not_to_matter<Core>({
        fill(pmu::reset_policy::zero, 1, 2), // used by another policy
        fill(pmu::reset_policy::pattern, 0, 2),
        [](config& c) { c.unp_read_mask = 0x9; },   // every register has something in these bits
        [](config& c) { c.irq_active_low = true; }, // the pin's, not the unit's
    });
    config first;
    first.unpredictable = {pmu::reset_policy::random, 0, 1};
    config second = first;
    second.unpredictable.pattern = 7; // not used
    EXPECT_TRUE(Core(first) == Core(second));
    second.unpredictable.seed = 2;
    EXPECT_TRUE(Core(first) != Core(second));
}

TEST(core_equality, xscale_parameters) {
    check_xsc_parameters<pmu::xscale_core>();
    expect_to_matter<pmu::xscale_core>({
        [](pmu::xscale_config& c) { c.erratum_a_stepping = true; },
    });
}

TEST(core_equality, ixp42x_parameters) {
    check_xsc_parameters<pmu::ixp42x_core>();
    expect_to_matter<pmu::ixp42x_core>({
        [](pmu::ixp42x_config& c) { c.pmu_id = 0x15; },
        [](pmu::ixp42x_config& c) { c.pmu_id = 0x94; },
    });
}

TEST(core_equality, xscale_hidden_state) {
    pmu::xscale_core unit;
    write(unit, pmu::xsc_address(0, 0), 0x9); // D and E
    expect_prescaler_to_matter(unit);
}

TEST(core_equality, ixp42x_hidden_state) {
    pmu::ixp42x_core unit;
    write(unit, pmu::xsc_address(0, 1), 0x9); // D and E
    expect_prescaler_to_matter(unit);
}

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
} // namespace core_test
