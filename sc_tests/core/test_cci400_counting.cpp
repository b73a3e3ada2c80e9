// SPDX-License-Identifier: Apache-2.0
// When the counters of the CCI-400 PMU count, divide, overflow and request.
#include <core/cci400_driver.h>

#include <gtest/gtest.h>

#include <cstdint>

namespace core_test::cci400 {

// Table 3.8, all eight combinations of its inputs.
TEST(cci400_counting, niden_dp_and_ex_decide_as_table_3_8_says) {
    struct {
        bool niden, dp, ex;
        bool events, exported, cycles;
    } const table[] = {
        {true, false, false, true, false, true},   {true, true, false, true, false, true},
        {true, false, true, true, true, true},     {true, true, true, true, true, true},
        {false, false, false, false, false, true}, {false, false, true, false, false, true},
        {false, true, false, false, false, false}, {false, true, true, false, false, false},
    };
    for (const auto& row : table) {
        for (const bool spniden : {false, true}) { // which does not stand in for NIDEN
            cci400_driver d;
            d.pins.niden = row.niden;
            d.pins.spniden = spniden;
            for (unsigned n = 0; n < 4; ++n) {
                d.select(n, 0x00);
            }
            d.write(CCNT_CTRL, 1);
            d.write(PMCR, CEN | (row.dp ? DP : 0) | (row.ex ? EX : 0));
            d.drive(0x00, true);
            for (unsigned edge = 1; edge <= 10; ++edge) {
                d.tick();
                EXPECT_EQ(d.exports(0), row.exported);
                EXPECT_EQ(d.exports_nothing(), !row.exported);
                for (unsigned n = 0; n < 4; ++n) {
                    EXPECT_EQ(d.read(ECNT(n)), row.events ? edge : 0U);
                }
                EXPECT_EQ(d.read(CCNT), row.cycles ? edge : 0U);
            }
        }
    }
}

TEST(cci400_counting, needs_cen_and_the_counters_own_enable) {
    for (const bool cen : {false, true}) {
        for (unsigned enabled = 0; enabled < 32; ++enabled) {
            cci400_driver d;
            for (unsigned n = 0; n < 4; ++n) {
                d.write(ECTRL(n), enabled >> n & 1U);
            }
            d.write(CCNT_CTRL, enabled >> 4);
            d.write(PMCR, cen ? CEN : 0);
            d.pulse(0x00, 3);
            for (unsigned n = 0; n < 4; ++n) {
                EXPECT_EQ(d.read(ECNT(n)), cen && (enabled >> n & 1U) != 0 ? 3U : 0U);
            }
            EXPECT_EQ(d.read(CCNT), cen && enabled >> 4 != 0 ? 3U : 0U);
        }
    }
}

// D1, D22: accesses act before the next edge.
TEST(cci400_counting, starts_stops_and_changes_on_the_next_edge) {
    cci400_driver d;
    d.drive(0x00, true);
    d.drive(0x0C, true);
    d.write(ECTRL(0), 1);
    d.write(PMCR, CEN);
    d.tick();
    EXPECT_EQ(d.read(ECNT(0)), 1U);
    d.write(PMCR, CEN | RST);
    EXPECT_EQ(d.read(ECNT(0)), 0U);
    d.tick();
    EXPECT_EQ(d.read(ECNT(0)), 1U);
    d.drive(0x00, false);
    d.tick();
    EXPECT_EQ(d.read(ECNT(0)), 1U);
    d.write(ESR(0), 0x0C);
    EXPECT_EQ(d.read(ECNT(0)), 1U);
    d.tick();
    EXPECT_EQ(d.read(ECNT(0)), 2U);
    d.write(ECTRL(0), 0);
    d.tick();
    EXPECT_EQ(d.read(ECNT(0)), 2U);
}

// D7: NIDEN LOW freezes and does nothing else.
TEST(cci400_counting, niden_freezes) {
    cci400_driver d;
    d.write(ECNT(0), 0xFFFF'FFFF);
    d.select(0, 0x00);
    d.write(CCNT_CTRL, 1);
    d.write(PMCR, CEN | DP | EX);
    d.drive(0x00, true);
    d.tick(4);
    d.pins.niden = false;
    d.tick(4);
    EXPECT_EQ(d.read(ECNT(0)), 3U);
    EXPECT_EQ(d.read(CCNT), 4U);
    EXPECT_TRUE(d.irq());
    d.write(EOVF(0), 1);
    EXPECT_FALSE(d.irq());
    d.write(ECNT(0), 7);
    d.pins.niden = true;
    d.tick(4);
    EXPECT_EQ(d.read(ECNT(0)), 11U);
    EXPECT_EQ(d.read(CCNT), 8U);
}

// D19.
TEST(cci400_counting, both_lines_of_an_event_count_one) {
    cci400_driver d;
    d.pins.spniden = true;
    d.select(0, 0x84);
    d.select(3, 0x84);
    d.write(PMCR, CEN);
    d.drive(0x84, true);
    d.drive(0x84, true, true);
    d.tick(3);
    EXPECT_EQ(d.read(ECNT(0)), 3U);
    EXPECT_EQ(d.read(ECNT(3)), 3U);
}

TEST(cci400_counting, spniden_falling_clears_nothing) {
    cci400_driver d;
    d.pins.spniden = true;
    d.select(0, 0x00);
    d.write(PMCR, CEN);
    d.pulse(0x00, 5, true);
    d.pins.spniden = false;
    d.pulse(0x00, 5, true);
    EXPECT_EQ(d.read(ECNT(0)), 5U);
}

// D2, case by case.
TEST(cci400_divider, counts_every_64th_enabled_edge) {
    cci400_driver d;
    d.write(CCNT_CTRL, 1);
    d.write(PMCR, CCD | CEN);
    for (unsigned edge = 1; edge <= 200; ++edge) {
        d.tick();
        EXPECT_EQ(d.read(CCNT), edge / 64);
    }
}

TEST(cci400_divider, is_cleared_by_reset_ccr_and_ccd) {
    for (const unsigned how : {0U, 1U, 2U, 3U}) {
        cci400_driver d;
        d.write(CCNT_CTRL, 1);
        d.write(PMCR, CCD | CEN);
        d.tick(40);
        switch (how) {
        case 0: d.unit.reset(); break;
        case 1: d.write(PMCR, CCD | CCR | CEN); break;
        case 2: d.write(PMCR, CEN); break;
        default: d.write(PMCR, 0); break;
        }
        d.write(CCNT_CTRL, 1);
        d.write(PMCR, CCD | CEN);
        d.tick(63);
        EXPECT_EQ(d.read(CCNT), 0U) << how;
        d.tick();
        EXPECT_EQ(d.read(CCNT), 1U) << how;
    }
}

TEST(cci400_divider, is_held_while_ccnt_does_not_count) {
    cci400_driver d;
    d.write(CCNT_CTRL, 1);
    d.write(PMCR, CCD | CEN);
    d.tick(10);
    d.write(PMCR, CCD); // CEN
    d.tick(100);
    d.write(PMCR, CCD | CEN | DP);
    d.write(CCNT_CTRL, 0); // EN
    d.tick(100);
    d.write(CCNT_CTRL, 1);
    d.pins.niden = false; // NIDEN with DP
    d.tick(100);
    d.pins.niden = true;
    d.write(CCNT, 0x1000);          // a write to CCNT
    d.write(PMCR, CCD | CEN | RST); // RST
    d.unit.poke(PMCR, CCD | CEN);   // a debugger
    d.unit.poke(CCNT, 0x1000);
    d.tick(53);
    EXPECT_EQ(d.read(CCNT), 0x1000U);
    d.tick();
    EXPECT_EQ(d.read(CCNT), 0x1001U);
}

TEST(cci400_divider, leaves_the_event_counters_alone) {
    cci400_driver d;
    d.select(1, 0x20);
    d.write(PMCR, CCD | CEN);
    d.pulse(0x20, 64);
    EXPECT_EQ(d.read(ECNT(1)), 64U);
}

TEST(cci400_overflow, sets_the_flag_of_its_counter_on_the_wrap) {
    for (unsigned n = 0; n < 5; ++n) {
        const std::uint32_t count = n < 4 ? ECNT(n) : CCNT;
        const std::uint32_t flag = n < 4 ? EOVF(n) : CCNT_OVF;
        cci400_driver d;
        d.write(n < 4 ? ECTRL(n) : CCNT_CTRL, 1);
        d.write(count, 0xFFFF'FFFE);
        d.write(PMCR, CEN);
        d.drive(0x00, true);
        d.tick();
        EXPECT_EQ(d.read(count), 0xFFFF'FFFFU);
        EXPECT_EQ(d.overflow(), 0U);
        EXPECT_FALSE(d.irq());
        d.tick();
        EXPECT_EQ(d.read(count), 0U);
        EXPECT_EQ(d.read(flag), 1U);
        EXPECT_EQ(d.overflow(), 1U << n);
        EXPECT_TRUE(d.irq());
        d.tick();
        EXPECT_EQ(d.read(count), 1U); // goes on from 0
        EXPECT_EQ(d.overflow(), 1U << n);
    }
}

TEST(cci400_overflow, is_sticky_until_one_is_written) {
    cci400_driver d;
    d.write(ECTRL(1), 1);
    d.write(ECTRL(3), 1);
    d.write(ECNT(1), 0xFFFF'FFFF);
    d.write(ECNT(3), 0xFFFF'FFFF);
    d.write(PMCR, CEN);
    d.pulse(0x00);
    EXPECT_EQ(d.overflow(), 0b01010U);
    d.write(EOVF(1), 0);
    d.write(EOVF(1), 0xFFFF'FFFE);
    d.write(EOVF(0), 1);
    d.write(CCNT_OVF, 1);
    EXPECT_EQ(d.overflow(), 0b01010U);
    d.write(EOVF(1), 1);
    EXPECT_EQ(d.overflow(), 0b01000U);
    EXPECT_TRUE(d.irq());
    d.write(EOVF(3), 1);
    EXPECT_EQ(d.overflow(), 0U);
    EXPECT_FALSE(d.irq());
    d.write(ECNT(1), 0xFFFF'FFFF);
    d.pulse(0x00);
    EXPECT_EQ(d.overflow(), 0b00010U);
}

// D5.
TEST(cci400_overflow, comes_from_edges_and_not_from_writes) {
    cci400_driver d;
    d.select(0, 0x00);
    d.write(CCNT_CTRL, 1);
    d.write(PMCR, CEN);
    for (const std::uint32_t counter : {ECNT(0), CCNT}) {
        d.write(counter, 0xFFFF'FFFF);
        d.write(counter, 0);
    }
    EXPECT_EQ(d.overflow(), 0U);
    d.write(ECNT(0), 0xFFFF'FFFF);
    d.pulse(0x00);
    d.write(ECNT(0), 0xFFFF'FFFF);
    EXPECT_EQ(d.read(EOVF(0)), 1U);
    d.write(EOVF(0), 1);
    EXPECT_EQ(d.read(ECNT(0)), 0xFFFF'FFFFU);
}

// D10: nothing but the flags gates the outputs.
TEST(cci400_overflow, outputs_are_not_gated) {
    cci400_driver d;
    d.select(0, 0x00);
    d.write(ECNT(0), 0xFFFF'FFFF);
    d.write(PMCR, CEN);
    d.pulse(0x00);
    d.write(PMCR, 0);
    d.write(ECTRL(0), 0);
    d.write(ESR(0), 0xFF);
    d.pins.niden = false;
    d.tick(5);
    EXPECT_TRUE(d.irq());
    d.write(EOVF(0), 1);
    EXPECT_FALSE(d.irq());
}

TEST(cci400_overflow, a_debugger_sets_and_clears_flags) {
    cci400_driver d;
    d.unit.poke(EOVF(2), 1);
    d.unit.poke(CCNT_OVF, 1);
    EXPECT_EQ(d.overflow(), 0b10100U);
    EXPECT_TRUE(d.irq());
    d.unit.poke(EOVF(2), 0);
    d.unit.poke(CCNT_OVF, 0);
    EXPECT_EQ(d.overflow(), 0U);
    EXPECT_FALSE(d.irq());
}

// D8: a level per edge, whatever the counters do.
TEST(cci400_evntbus, follows_the_lines_while_exported) {
    cci400_driver d;
    d.drive(0x14, true);
    d.tick();
    EXPECT_TRUE(d.exports_nothing());
    d.write(PMCR, EX);
    EXPECT_TRUE(d.exports_nothing()) << "before an edge";
    d.tick();
    EXPECT_TRUE(d.exports(20));
    d.drive(0x14, false);
    EXPECT_TRUE(d.exports(20));
    d.drive(0xF1, true);
    d.tick();
    EXPECT_FALSE(d.exports(20));
    EXPECT_TRUE(d.exports(158));
    d.write(PMCR, 0);
    EXPECT_TRUE(d.exports(158)) << "before an edge";
    EXPECT_FALSE(d.unit.is_idle());
    d.tick();
    EXPECT_TRUE(d.exports_nothing());
    EXPECT_TRUE(d.unit.is_idle());
    d.write(PMCR, EX);
    d.tick();
    d.pins.niden = false;
    d.tick();
    EXPECT_TRUE(d.exports_nothing());
}

TEST(cci400_evntbus, falls_at_reset) {
    cci400_driver d;
    d.write(PMCR, EX);
    d.pulse(0x00);
    ASSERT_TRUE(d.exports(0));
    d.unit.reset();
    EXPECT_TRUE(d.exports_nothing());
}

TEST(cci400_batch, counts_what_an_edge_would) {
    constexpr std::uint32_t secure_read = pmu::cci400_core::secure_event | 0x21;
    cci400_driver d;
    d.write(ESR(0), 0x21);
    d.select(1, 0x21);
    d.select(2, 0xA2); // no security indicator
    d.select(3, 0xFF); // no event
    d.unit.count(0x21, 5, d.pins);
    EXPECT_EQ(d.read(ECNT(1)), 0U) << "CEN";
    d.write(PMCR, CEN);
    d.unit.count(0x21, 5, d.pins);
    d.unit.count(0x22, 5, d.pins);
    d.unit.count(0x2'0021, 5, d.pins);
    d.unit.count(secure_read, 7, d.pins);
    d.unit.count(pmu::cci400_core::secure_event | 0xA2, 9, d.pins);
    d.unit.count(0xFF, 9, d.pins);
    EXPECT_EQ(d.read(ECNT(0)), 0U) << "EN";
    EXPECT_EQ(d.read(ECNT(1)), 5U);
    EXPECT_EQ(d.read(ECNT(2)), 9U);
    EXPECT_EQ(d.read(ECNT(3)), 0U);
    d.pins.spniden = true;
    d.unit.count(secure_read, 7, d.pins);
    EXPECT_EQ(d.read(ECNT(1)), 12U);
    d.pins.niden = false;
    d.unit.count(0x21, 5, d.pins);
    EXPECT_EQ(d.unit.headroom(0x21, d.pins), pmu::never);
    EXPECT_EQ(d.read(ECNT(1)), 12U);
}

TEST(cci400_batch, headroom_is_that_of_the_fullest_counter) {
    cci400_driver d;
    EXPECT_EQ(d.unit.headroom(0x00, d.pins), pmu::never);
    d.select(0, 0x00);
    d.select(1, 0x00);
    d.write(ECNT(0), 0xFFFF'FF00);
    d.write(ECNT(1), 0xFFFF'FFF0);
    d.write(PMCR, CEN);
    EXPECT_EQ(d.unit.headroom(0x00, d.pins), 0x10U);
    EXPECT_EQ(d.unit.headroom(0x01, d.pins), pmu::never);
    EXPECT_EQ(d.unit.headroom(pmu::cci400_core::secure_event, d.pins), pmu::never);
    d.unit.count(0x00, 0xF, d.pins);
    EXPECT_FALSE(d.irq());
    d.unit.count(0x00, 1, d.pins);
    EXPECT_EQ(d.overflow(), 0b00010U);
    EXPECT_TRUE(d.irq());
}

TEST(cci400_schedule, a_set_flag_hides_later_wraps) {
    cci400_driver d;
    d.write(CCNT_CTRL, 1);
    d.select(0, 0x00);
    d.write(CCNT, 0xFFFF'FFFF);
    d.write(ECNT(0), 0xFFFF'FF00);
    d.write(PMCR, CEN);
    EXPECT_EQ(d.unit.edges_to_output_change(d.pins), 1U);
    d.tick();
    EXPECT_EQ(d.unit.edges_to_output_change(d.pins), pmu::never);
    d.drive(0x00, true);
    EXPECT_EQ(d.unit.edges_to_output_change(d.pins), 0x100U);
    d.pins.niden = false;
    EXPECT_EQ(d.unit.edges_to_output_change(d.pins), pmu::never);
    d.write(CCNT_OVF, 1);
    EXPECT_EQ(d.unit.edges_to_output_change(d.pins), std::uint64_t{1} << 32);
    d.write(PMCR, CEN | CCD);
    EXPECT_EQ(d.unit.edges_to_output_change(d.pins), std::uint64_t{1} << 38);
}

TEST(cci400_schedule, a_counter_without_an_event_is_idle) {
    cci400_driver d;
    d.select(0, 0xFF);
    d.write(PMCR, CEN);
    EXPECT_TRUE(d.unit.is_idle());
    d.write(ESR(0), 0x00);
    EXPECT_FALSE(d.unit.is_idle());
    EXPECT_TRUE(d.unit.is_quiet(d.pins));
    d.drive(0x00, true);
    EXPECT_FALSE(d.unit.is_quiet(d.pins));
    d.pins.niden = false;
    EXPECT_TRUE(d.unit.is_quiet(d.pins));
}

} // namespace core_test::cci400
