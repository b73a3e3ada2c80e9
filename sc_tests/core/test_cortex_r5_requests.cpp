// SPDX-License-Identifier: Apache-2.0
// What the Cortex-R5 PMU asks for and keeps: overflow flags, five requests, CFLR, reset, parking.
#include <core/cortex_r5_unit.h>

#include <gtest/gtest.h>

#include <cstdint>

namespace core_test::cortex_r5_requests_test {
namespace {

using reg = pmu::cortex_r5_register;

/// The requests and the registers that enable them.
constexpr struct {
    reg set, clear;
    unsigned digit; ///< in cortex_r5_unit::requests()
} validations[] = {{reg::VIRQSET, reg::VIRQCLR, 8},
                   {reg::VFIQSET, reg::VFIQCLR, 4},
                   {reg::VRSTSET, reg::VRSTCLR, 2},
                   {reg::VDBGSET, reg::VDBGCLR, 1}};

constexpr std::uint32_t counter_bits[] = {0x00000001, 0x00000002, 0x00000004, 0x80000000};

/// All four counters overflow on the next edge that counts event 0x01.
void arm(cortex_r5_unit& unit) {
    for (std::uint32_t n = 0; n < 3; ++n) {
        unit.select(n, 0x01, 0xFFFFFFFF);
    }
    unit.write(reg::PMCCNTR, 0xFFFFFFFF);
}

TEST(cortex_r5_requests, each_counter_sets_its_flag_and_each_enable_its_request) {
    for (const std::uint32_t counter : counter_bits) {
        cortex_r5_unit unit;
        arm(unit);
        unit.start(counter);
        unit.run(1, 1);
        EXPECT_EQ(unit.read(reg::PMOVSR), counter);
        EXPECT_FALSE(unit.irq());
        EXPECT_EQ(unit.requests(), 0U);
        unit.write(reg::PMINTENSET, ~counter);
        EXPECT_FALSE(unit.irq());
        unit.write(reg::PMINTENSET, counter); // the flag waits
        EXPECT_TRUE(unit.irq());
        unit.write(reg::PMINTENCLR, counter);
        EXPECT_FALSE(unit.irq());
        for (const auto& v : validations) {
            unit.write(v.set, ~counter);
            EXPECT_EQ(unit.requests(), 0U);
            unit.write(v.set, counter);
            EXPECT_EQ(unit.requests(), v.digit);
            EXPECT_FALSE(unit.irq());
            unit.write(v.clear, counter);
            EXPECT_EQ(unit.requests(), 0U);
        }
    }
}

TEST(cortex_r5_requests, four_flags_on_one_edge) {
    cortex_r5_unit unit;
    arm(unit);
    unit.write(reg::PMINTENSET, 0x80000007);
    unit.start(0x80000007);
    unit.run(1, 1);
    EXPECT_EQ(unit.read(reg::PMOVSR), 0x80000007U);
    for (const std::uint32_t counter : counter_bits) {
        EXPECT_TRUE(unit.irq());
        unit.write(reg::PMOVSR, counter);
    }
    EXPECT_EQ(unit.read(reg::PMOVSR), 0U);
    EXPECT_FALSE(unit.irq());
}

TEST(cortex_r5_requests, only_a_1_to_the_flag_clears_it) {
    cortex_r5_unit unit;
    arm(unit);
    unit.write(reg::PMINTENSET, 0x80000007);
    unit.start(0x80000007);
    unit.run(1, 1);
    unit.write(reg::PMCR, 0x06);
    unit.write(reg::PMCNTENCLR, 0x80000007);
    unit.write(reg::PMXEVCNTR, 5);
    unit.write(reg::PMCCNTR, 5);
    unit.write(reg::PMXEVTYPER, 0x03);
    unit.write(reg::PMOVSR, 0);
    unit.run(10, 1);
    EXPECT_EQ(unit.read(reg::PMOVSR), 0x80000007U);
    EXPECT_TRUE(unit.irq());
    unit.write(reg::PMOVSR, 0xFFFFFFFF);
    EXPECT_EQ(unit.read(reg::PMOVSR), 0U);
    EXPECT_FALSE(unit.irq());
}

TEST(cortex_r5_requests, the_gate_of_e_is_a_parameter_of_pmuirq_alone) {
    for (const bool gated : {false, true}) {
        pmu::cortex_r5_config config;
        config.irq_gated_by_e = gated;
        cortex_r5_unit unit(config);
        arm(unit);
        unit.write(reg::PMINTENSET, 1);
        unit.write(reg::VIRQSET, 1);
        unit.start(1);
        unit.run(1, 1);
        EXPECT_TRUE(unit.irq());
        unit.write(reg::PMCR, 0);
        EXPECT_EQ(unit.irq(), !gated);
        EXPECT_EQ(unit.requests(), 8U);
        unit.poke(reg::PMCR, 1); // outputs follow a debugger's write
        EXPECT_TRUE(unit.irq());
        unit.poke(reg::PMCR, 0);
        EXPECT_EQ(unit.irq(), !gated);
    }
}

TEST(cortex_r5_requests, a_debugger_can_raise_and_drop_a_flag) {
    cortex_r5_unit unit;
    unit.write(reg::PMINTENSET, 0x80000000);
    unit.write(reg::VDBGSET, 0x00000004);
    unit.poke(reg::PMOVSR, 0xFFFFFFFF);
    EXPECT_EQ(unit.read(reg::PMOVSR), 0x80000007U);
    EXPECT_TRUE(unit.irq());
    EXPECT_EQ(unit.requests(), 1U);
    unit.poke(reg::PMOVSR, 0x80000000);
    EXPECT_TRUE(unit.irq());
    EXPECT_EQ(unit.requests(), 0U);
    unit.poke(reg::PMOVSR, 0);
    EXPECT_FALSE(unit.irq());
}

// --- CFLR ----------------------------------------------------------------------------------------

TEST(cortex_r5_cflr, default_words_and_priority) {
    constexpr struct {
        std::uint32_t event;
        unsigned bit;
        std::uint32_t word;
    } sources[] = {{0x6D, 46, 0x01000002}, {0x6B, 44, 0x01000000}, {0x4A, 22, 0x00000000},
                   {0x4B, 23, 0x00000000}, {0x6A, 43, 0x01000001}, {0x4C, 24, 0x00000001},
                   {0x4D, 25, 0x00000001}};
    cortex_r5_unit unit;
    cortex_r5_unit marked;
    std::uint64_t bus = 0;
    for (const auto& s : sources) { // the lowest priority first
        unit.write(reg::CFLR, 0xFFFFFFFF);
        unit.run(1, std::uint64_t{1} << s.bit);
        EXPECT_EQ(unit.read(reg::CFLR), s.word) << std::hex << s.event;
        EXPECT_TRUE(marked.core.set_fault_location(s.event, 0xC0000000U | s.event));
        bus |= std::uint64_t{1} << s.bit;
        marked.run(1, bus);
        EXPECT_EQ(marked.read(reg::CFLR), 0xC0000000U | s.event);
    }
}

TEST(cortex_r5_cflr, nothing_gates_it_and_reset_keeps_the_words) {
    cortex_r5_unit unit;
    unit.core.set_fault_location(0x6B, 0x02004560);
    unit.pins.niden = false;
    unit.pins.dbg_halt = true;
    unit.run(1, std::uint64_t{1} << 44);
    EXPECT_EQ(unit.read(reg::CFLR), 0x02004560U);
    unit.core.reset();
    EXPECT_EQ(unit.read(reg::CFLR), 0U);
    unit.run(1, std::uint64_t{1} << 44);
    EXPECT_EQ(unit.read(reg::CFLR), 0x02004560U);
    EXPECT_FALSE(unit.core.set_fault_location(0x70, 1)); // bus ECC has no location
    EXPECT_FALSE(unit.core.set_fault_location(0x6E, 1));
}

TEST(cortex_r5_cflr, the_words_belong_to_the_snapshot) {
    cortex_r5_unit unit;
    const auto snapshot = unit.core;
    unit.core.set_fault_location(0x6B, 0x02004560);
    EXPECT_TRUE(unit.core != snapshot);
    unit.core = snapshot;
    unit.run(1, std::uint64_t{1} << 44);
    EXPECT_EQ(unit.read(reg::CFLR), 0x01000000U);
}

TEST(cortex_r5_cflr, bus_ecc_raises_the_composite_event_and_leaves_it_alone) {
    cortex_r5_unit unit;
    unit.select(0, 0x6E);
    unit.start(1);
    unit.write(reg::CFLR, 0x55);
    unit.run(1, std::uint64_t{1} << 47);
    EXPECT_EQ(unit.count_of(0), 1U);
    EXPECT_EQ(unit.read(reg::CFLR), 0x55U);
}

// --- reset and parking ---------------------------------------------------------------------------

TEST(cortex_r5_reset, in_the_middle_of_everything) {
    cortex_r5_unit unit;
    arm(unit);
    unit.write(reg::PMINTENSET, 1);
    unit.write(reg::VDBGSET, 1);
    unit.write(reg::PMUSERENR, 1);
    unit.start(0x80000001, 0x19);
    unit.run(40, 1);
    EXPECT_TRUE(unit.irq());
    EXPECT_EQ(unit.requests(), 1U);
    EXPECT_EQ(unit.evntbus(), 1U);
    unit.core.reset();
    EXPECT_TRUE(unit.core == pmu::cortex_r5_core());
    EXPECT_FALSE(unit.irq());
    EXPECT_EQ(unit.requests(), 0U);
    EXPECT_EQ(unit.evntbus(), 0U);
    unit.start(0x80000000, 0x09);
    unit.run(63);
    EXPECT_EQ(unit.read(reg::PMCCNTR), 0U); // the divider starts anew
    unit.run(1);
    EXPECT_EQ(unit.read(reg::PMCCNTR), 1U);
}

TEST(cortex_r5_parking, quiet_where_these_inputs_change_nothing) {
    cortex_r5_unit unit;
    const auto quiet_with = [&](std::uint64_t lines) {
        auto in = unit.pins;
        in.lines = lines;
        return unit.core.is_quiet(in);
    };
    constexpr std::uint64_t fault = std::uint64_t{1} << 25;
    EXPECT_FALSE(unit.core.is_idle());
    EXPECT_TRUE(quiet_with(0));
    EXPECT_TRUE(quiet_with(1));
    EXPECT_FALSE(quiet_with(fault)); // CFLR works with E = 0
    unit.run(1, fault);
    EXPECT_TRUE(quiet_with(fault)); // and has the word now
    unit.select(0, 0x01);
    unit.start(1);
    EXPECT_TRUE(quiet_with(2));
    EXPECT_FALSE(quiet_with(1));
    unit.write(reg::PMCNTENSET, 0x80000000);
    EXPECT_FALSE(quiet_with(2));
    unit.pins.dbg_halt = true;
    EXPECT_TRUE(quiet_with(1));
    unit.pins.dbg_halt = false;
    unit.write(reg::PMCNTENCLR, 0x80000001);
    unit.write(reg::PMCR, 0x10);
    EXPECT_FALSE(quiet_with(8)); // EVNTBUS will change
    unit.run(1, 8);
    EXPECT_TRUE(quiet_with(8));
    EXPECT_FALSE(quiet_with(0));
}

} // namespace
} // namespace core_test::cortex_r5_requests_test
