// SPDX-License-Identifier: Apache-2.0
// When the Cortex-R5 PMU counts: enables, divider, permission, debug halt, software increments.
#include <core/cortex_r5_unit.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace core_test::cortex_r5_counting_test {
namespace {

using reg = pmu::cortex_r5_register;

TEST(cortex_r5_counting, needs_e_and_the_enable_of_the_counter) {
    for (std::uint32_t e = 0; e < 2; ++e) {
        for (std::uint32_t enables = 0; enables < 16; ++enables) {
            cortex_r5_unit unit;
            for (std::uint32_t n = 0; n < 3; ++n) {
                unit.select(n, 0x01);
            }
            unit.start((enables & 7U) | (enables & 8U) << 28, e);
            unit.run(4, 1);
            for (std::uint32_t n = 0; n < 3; ++n) {
                EXPECT_EQ(unit.count_of(n), e * (enables >> n & 1U) * 4) << e << ' ' << enables;
            }
            EXPECT_EQ(unit.read(reg::PMCCNTR), e * (enables >> 3) * 4) << e << ' ' << enables;
            EXPECT_EQ(unit.read(reg::PMCNTENSET), (enables & 7U) | (enables & 8U) << 28);
        }
    }
}

TEST(cortex_r5_counting, permission_and_halt) {
    struct {
        bool dbgen, niden, halt;
        std::uint32_t dp;
        bool events, cycles;
    } const cases[] = {
        {true, false, false, 0, true, true},   {false, true, false, 0, true, true},
        {true, true, false, 1, true, true},    {false, true, false, 1, true, true},
        {false, false, false, 0, false, true}, {false, false, false, 1, false, false},
        {false, true, true, 0, false, false},  {true, true, true, 1, false, false},
        {false, false, true, 0, false, false},
    };
    for (const auto& c : cases) {
        cortex_r5_unit unit;
        unit.select(0, 0x01);
        unit.select(1, 0x11);
        unit.select(2, 0x00);
        unit.start(0x80000007, 0x11 | c.dp << 5);
        unit.pins.dbgen = c.dbgen;
        unit.pins.niden = c.niden;
        unit.pins.dbg_halt = c.halt;
        unit.run(5, 1);
        unit.write(reg::PMSWINC, 4);
        const std::uint32_t events = c.events ? 1 : 0;
        EXPECT_EQ(unit.count_of(0), 5 * events);
        EXPECT_EQ(unit.count_of(1), 5 * events);
        EXPECT_EQ(unit.count_of(2), events);
        EXPECT_EQ(unit.read(reg::PMCCNTR), c.cycles ? 5U : 0U);
        EXPECT_EQ(unit.evntbus(), events);
    }
}

TEST(cortex_r5_counting, an_ungated_bus_shows_events_all_the_same) {
    pmu::cortex_r5_config config;
    config.evntbus_auth_gate = false;
    cortex_r5_unit unit(config);
    unit.pins.niden = false;
    unit.run(1, 0x400000);
    EXPECT_EQ(unit.evntbus(), 0U);
    unit.write(reg::PMCR, 0x10);
    EXPECT_EQ(unit.evntbus(), 0U); // until an edge
    unit.run(1, 0x400000);
    EXPECT_EQ(unit.evntbus(), 0x400000U);
    unit.write(reg::PMCR, 0);
    EXPECT_EQ(unit.evntbus(), 0x400000U);
    unit.run(1, 0x400000);
    EXPECT_EQ(unit.evntbus(), 0U);
    unit.write(reg::PMCR, 0x10);
    unit.run(1, 0x400000);
    unit.pins.dbg_halt = true; // which gates it in any case
    unit.run(1, 0x400000);
    EXPECT_EQ(unit.evntbus(), 0U);
}

TEST(cortex_r5_counting, the_divider_holds_its_phase_while_nothing_counts) {
    cortex_r5_unit unit;
    unit.start(0x80000000, 0x0D);
    unit.run(40);
    unit.write(reg::PMCNTENCLR, 0x80000000); // disabled
    unit.run(50);
    unit.write(reg::PMCNTENSET, 0x80000000);
    unit.write(reg::PMCR, 0x08); // stopped
    unit.run(50);
    unit.write(reg::PMCR, 0x0B); // P leaves it, too
    unit.pins.dbg_halt = true;
    unit.run(50);
    unit.pins.dbg_halt = false;
    unit.write(reg::PMCCNTR, 7); // and a write of the counter
    unit.run(23);
    EXPECT_EQ(unit.read(reg::PMCCNTR), 7U);
    unit.run(1);
    EXPECT_EQ(unit.read(reg::PMCCNTR), 8U);
}

TEST(cortex_r5_counting, the_divider_starts_anew_with_c_and_with_d_0) {
    for (const std::uint32_t first : {0x0DU, 0x01U}) {
        cortex_r5_unit unit;
        unit.start(0x80000000, 0x09);
        unit.run(40);
        unit.write(reg::PMCR, first);
        unit.write(reg::PMCR, 0x09);
        unit.run(63);
        EXPECT_EQ(unit.read(reg::PMCCNTR), 0U) << first;
        unit.run(1);
        EXPECT_EQ(unit.read(reg::PMCCNTR), 1U) << first;
    }
}

TEST(cortex_r5_counting, a_poke_of_pmcr_leaves_the_divider_alone) {
    cortex_r5_unit unit;
    unit.start(0x80000000, 0x09);
    unit.run(40);
    unit.poke(reg::PMCR, 0x01);
    unit.poke(reg::PMCR, 0x0D);
    unit.run(24);
    EXPECT_EQ(unit.read(reg::PMCCNTR), 1U);
}

TEST(cortex_r5_counting, a_full_turn_of_the_divided_counter) {
    cortex_r5_unit unit;
    unit.start(0x80000000, 0x09);
    unit.core.run(unit.pins, (std::uint64_t{1} << 38) - 1);
    EXPECT_EQ(unit.read(reg::PMCCNTR), 0xFFFFFFFFU);
    EXPECT_EQ(unit.read(reg::PMOVSR), 0U);
    unit.run(1);
    EXPECT_EQ(unit.read(reg::PMCCNTR), 0U);
    EXPECT_EQ(unit.read(reg::PMOVSR), 0x80000000U);
}

TEST(cortex_r5_counting, overflow_by_two) {
    struct {
        std::uint32_t before, after, flag;
    } const cases[] = {{0xFFFFFFFF, 1, 1}, {0xFFFFFFFE, 0, 1}, {0xFFFFFFFD, 0xFFFFFFFF, 0}};
    for (const auto& c : cases) {
        cortex_r5_unit unit;
        unit.select(0, 0x08, c.before);
        unit.start(1);
        unit.run(1, 0x60);
        EXPECT_EQ(unit.count_of(0), c.after);
        EXPECT_EQ(unit.read(reg::PMOVSR), c.flag);
    }
}

TEST(cortex_r5_counting, software_increments_each_named_counter_at_the_write) {
    cortex_r5_unit unit;
    unit.select(0, 0x00, 0xFFFFFFFF);
    unit.select(1, 0x00, 10);
    unit.select(2, 0x04, 20);
    unit.start(7);
    unit.write(reg::PMINTENSET, 1);
    unit.write(reg::PMSWINC, 0x80000007);
    EXPECT_TRUE(unit.irq());
    EXPECT_EQ(unit.read(reg::PMOVSR), 1U);
    EXPECT_EQ(unit.count_of(0), 0U);
    EXPECT_EQ(unit.count_of(1), 11U);
    EXPECT_EQ(unit.count_of(2), 20U); // counts another event
    EXPECT_EQ(unit.read(reg::PMCCNTR), 0U);
    ASSERT_EQ(unit.notices.entries.size(), 1U);
    EXPECT_EQ(unit.notices.entries[0], (cortex_r5_notices::entry{"software_increment", 0x04}));
    unit.write(reg::PMCNTENCLR, 2);
    unit.write(reg::PMSWINC, 2);
    unit.write(reg::PMCR, 0);
    unit.write(reg::PMSWINC, 1);
    unit.poke(reg::PMSWINC, 7);
    EXPECT_EQ(unit.count_of(0), 0U);
    EXPECT_EQ(unit.count_of(1), 11U);
    unit.run(5); // nothing is left for an edge
    EXPECT_EQ(unit.count_of(0), 0U);
}

// What is to be told of a selection is told by the write of PMXEVTYPER, and by no other.
TEST(cortex_r5_counting, the_write_of_an_event_tells_what_it_selects) {
    std::uint32_t reserved = 0;
    while (pmu::cortex_r5_core::find_event(reserved) != nullptr) {
        ++reserved;
    }
    cortex_r5_unit unit;
    unit.write(reg::PMSELR, 1);
    EXPECT_TRUE(unit.notices.entries.empty());
    unit.write(reg::PMXEVTYPER, reserved);
    ASSERT_EQ(unit.notices.entries.size(), 1U);
    EXPECT_EQ(unit.notices.entries[0].what, pmu::reserved_event.what);
    unit.write(reg::PMXEVCNTR, 100);
    unit.write(reg::PMINTENSET, 2);
    EXPECT_EQ(unit.notices.entries.size(), 1U);
}

TEST(cortex_r5_counting, a_write_to_a_running_counter_is_taken) {
    cortex_r5_unit unit;
    unit.select(0, 0x01);
    unit.start(0x80000001);
    unit.run(3, 1);
    unit.write(reg::PMXEVCNTR, 100);
    unit.write(reg::PMCCNTR, 200);
    EXPECT_TRUE(unit.notices.entries.empty());
    unit.run(3, 1);
    EXPECT_EQ(unit.count_of(0), 103U);
    EXPECT_EQ(unit.read(reg::PMCCNTR), 203U);
    EXPECT_EQ(unit.read(reg::PMOVSR), 0U);
}

TEST(cortex_r5_counting, a_change_of_the_event_keeps_the_count) {
    cortex_r5_unit unit;
    unit.select(0, 0x01);
    unit.start(1);
    unit.run(3, 3);
    unit.write(reg::PMXEVTYPER, 0x46);
    unit.run(2, 3, 1);
    EXPECT_EQ(unit.count_of(0), 5U);
}

TEST(cortex_r5_counting, batches_count_under_the_conditions_of_an_edge) {
    cortex_r5_unit unit;
    unit.select(0, 0x03);
    unit.select(1, 0x6E);
    unit.select(2, 0x08);
    const auto count = [&](std::uint32_t event, std::uint64_t n) {
        unit.core.count(event, n, unit.pins);
    };
    count(0x03, 9); // E is 0
    unit.start(0x80000007, 0x11);
    unit.pins.niden = false;
    count(0x03, 9);
    unit.pins.niden = true;
    unit.pins.dbg_halt = true;
    count(0x03, 9);
    unit.pins.dbg_halt = false;
    EXPECT_EQ(unit.count_of(0), 0U);
    count(0x03, 5);
    count(0x4D, 2); // a part of 0x6E
    count(0x6E, 3);
    count(0x60, 7); // none
    count(0x5E, 4); // a pair is two instructions
    count(0x08, 3);
    EXPECT_EQ(unit.count_of(0), 5U);
    EXPECT_EQ(unit.count_of(1), 5U);
    EXPECT_EQ(unit.count_of(2), 11U);
    EXPECT_EQ(unit.read(reg::PMCCNTR), 0U);
    EXPECT_EQ(unit.evntbus(), 0U);
    EXPECT_EQ(unit.read(reg::CFLR), 1U); // 0x4D brought its word
    count(0x6A, 0);
    EXPECT_EQ(unit.read(reg::CFLR), 1U);
    unit.write(reg::PMCR, 0);
    count(0x6A, 1);
    EXPECT_EQ(unit.read(reg::CFLR), 0x01000001U); // in every state of the unit
}

// Footnotes a and b of Table 6.1: what else each line counts on.
TEST(cortex_r5_counting, a_batch_counts_on_every_event_of_the_line) {
    struct row {
        std::uint32_t reported;
        std::uint32_t also;
        std::uint32_t times;
    };
    std::vector<row> rows = {{0x5E, 0x08, 2}};
    for (const std::uint32_t part : {0x4AU, 0x4BU, 0x4CU, 0x4DU, 0x6AU, 0x6BU, 0x6DU, 0x70U}) {
        rows.push_back({part, 0x6E, 1});
    }
    for (const std::uint32_t part : {0x60U, 0x61U, 0x4EU, 0x4FU, 0x6CU, 0x71U}) {
        rows.push_back({part, 0x6F, 1});
    }
    for (const row& r : rows) {
        cortex_r5_unit unit;
        unit.select(0, r.reported);
        unit.select(1, r.also, 0xFFFFFFF1);
        unit.select(2, r.also == 0x6E ? 0x6F : 0x6E);
        unit.start(7);
        unit.write(reg::PMINTENSET, 7);
        EXPECT_EQ(unit.core.headroom(r.reported, unit.pins), r.times == 2 ? 8U : 15U);
        unit.core.count(r.reported, 5, unit.pins);
        EXPECT_EQ(unit.count_of(0), 5U) << std::hex << r.reported;
        EXPECT_EQ(unit.count_of(1), 0xFFFFFFF1U + 5 * r.times) << std::hex << r.reported;
        EXPECT_EQ(unit.count_of(2), 0U) << std::hex << r.reported;
        // The other way round nothing is said of the part.
        unit.core.count(r.also, 1, unit.pins);
        EXPECT_EQ(unit.count_of(0), 5U) << std::hex << r.also;
        EXPECT_EQ(unit.count_of(1), 0xFFFFFFF1U + 5 * r.times + 1) << std::hex << r.also;
    }
}

// Example D16 of the meaning of the Cortex-R5's events; 0x63 is unused.
TEST(cortex_r5_counting, a_batch_of_what_has_no_wire_adds_nothing) {
    for (const std::uint32_t event : {0x00U, 0x11U, 0xFFU, 0x63U}) {
        cortex_r5_unit unit;
        unit.select(0, event, 0xFFFFFFF0);
        unit.start(1);
        unit.write(reg::PMINTENSET, 1);
        const auto before = unit.core;
        EXPECT_EQ(unit.core.headroom(event, unit.pins), pmu::never) << event;
        EXPECT_FALSE(unit.core.count(event, 5, unit.pins)) << event;
        EXPECT_TRUE(unit.core == before) << event;
        EXPECT_TRUE(pmu::cortex_r5_core::is_internal(event));
    }
    cortex_r5_unit unit;
    unit.select(0, 0x00);
    unit.start(1);
    unit.write(reg::PMSWINC, 1);
    EXPECT_EQ(unit.count_of(0), 1U);
}

TEST(cortex_r5_counting, headroom_is_that_of_counters_with_any_enabled_request) {
    for (const reg enable :
         {reg::PMINTENSET, reg::VIRQSET, reg::VFIQSET, reg::VRSTSET, reg::VDBGSET}) {
        cortex_r5_unit unit;
        unit.select(0, 0x03, 0xFFFFFFF0);
        unit.select(1, 0x03, 0xFFFFFFF8);
        unit.start(3);
        EXPECT_EQ(unit.core.headroom(0x03, unit.pins), pmu::never);
        unit.write(enable, 1);
        EXPECT_EQ(unit.core.headroom(0x03, unit.pins), 16U);
        unit.write(enable, 2);
        EXPECT_EQ(unit.core.headroom(0x03, unit.pins), 8U);
        unit.pins.dbg_halt = true;
        EXPECT_EQ(unit.core.headroom(0x03, unit.pins), pmu::never);
    }
}

} // namespace
} // namespace core_test::cortex_r5_counting_test
