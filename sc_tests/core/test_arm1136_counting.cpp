// SPDX-License-Identifier: Apache-2.0
// How the counters of the ARM1136 PMU count, overflow, export, reset and go on in bulk.
#include <core/arm1136_bench.h>

namespace core_test::arm1136_counting_test {
namespace {

using config = pmu::arm1136_config;

constexpr std::uint64_t one_of_0x7 = 0x100;
// A unit that counts event 0x7 on PMN0, past its start delay.
arm1136_bench counting(std::uint32_t pmn0, const config& parameters = {}) {
    arm1136_bench bench(parameters);
    bench.write(PMNC, 0x00700001);
    bench.tick(parameters.start_delay_cycles);
    bench.write(PMN0, pmn0);
    return bench;
}

// D3: the mode is about the two wires of 0x05, 0x07 and 0x0D. 0x22 adds one for each
// ETMEXTOUT line (two: Table 3.141, one: D13), whatever the mode.
TEST(arm1136_two_bit_mode, binary_reads_the_wires_of_one_event_as_a_number) {
    struct row {
        std::uint32_t event;
        unsigned first_line;
        bool is_ever_a_number;
    };
    constexpr row rows[] = {{0x05, 5, true}, {0x07, 8, true}, {0x0D, 14, true}, {0x22, 20, false}};
    config binary;
    binary.two_bit = pmu::two_bit_mode::binary;
    for (const bool is_binary : {false, true}) {
        for (const row& r : rows) {
            arm1136_bench bench(is_binary ? binary : config{});
            bench.write(PMNC, r.event << 12 | 1U);
            bench.tick(3);
            const std::uint32_t expected[] = {0, 1, is_binary && r.is_ever_a_number ? 2U : 1U, 2};
            std::uint32_t sum = 0;
            for (std::uint64_t pattern = 0; pattern < 4; ++pattern) {
                bench.tick(1, pattern << r.first_line);
                sum += expected[pattern];
                EXPECT_EQ(bench.read(PMN1), sum) << r.event << " pattern " << pattern;
            }
        }
    }
}

TEST(arm1136_overflow, sets_the_flag_when_the_sum_leaves_32_bits) {
    struct row {
        std::uint32_t old;
        std::uint64_t lines;
        std::uint32_t sum;
        bool flag;
        bool flag_with_erratum;
    };
    constexpr row rows[] = {
        {0xFFFFFFFE, one_of_0x7, 0xFFFFFFFF, false, false},
        {0xFFFFFFFF, one_of_0x7, 0x00000000, true, true},
        {0xFFFFFFFE, two_of_0x7, 0x00000000, true, true},
        {0xFFFFFFFF, two_of_0x7, 0x00000001, true, false},
        {0xFFFFFFFD, two_of_0x7, 0xFFFFFFFF, false, false},
    };
    for (const row& r : rows) {
        for (const bool erratum : {false, true}) {
            config parameters;
            parameters.erratum_double_increment = erratum;
            arm1136_bench bench = counting(r.old, parameters);
            bench.tick(1, r.lines);
            EXPECT_EQ(bench.read(PMN0), r.sum) << r.old;
            const bool flag = erratum ? r.flag_with_erratum : r.flag;
            EXPECT_EQ(bench.read(PMNC), flag ? 0x00700101U : 0x00700001U) << r.old << erratum;
        }
    }
}

TEST(arm1136_overflow, the_erratum_misses_every_wrap_of_a_run_from_an_odd_value) {
    config parameters;
    parameters.erratum_double_increment = true;
    arm1136_bench odd = counting(0xFFFFFFFF, parameters);
    odd.write(PMNC, 0x00700011);
    EXPECT_EQ(odd.core.edges_to_output_change({two_of_0x7, false}), pmu::never);
    odd.run(std::uint64_t{1} << 33, two_of_0x7);
    EXPECT_EQ(odd.read(PMN0), 0xFFFFFFFFU);
    EXPECT_EQ(odd.read(PMNC) & 0x100U, 0U);
    EXPECT_FALSE(odd.irq());
    odd.tick(1, one_of_0x7); // by one it is seen
    EXPECT_TRUE(odd.irq());
}

TEST(arm1136_overflow, goes_on_counting_and_a_second_one_leaves_the_flag_at_1) {
    arm1136_bench bench = counting(0xFFFFFFFF);
    bench.tick(1, one_of_0x7);
    bench.tick(9, one_of_0x7);
    EXPECT_EQ(bench.read(PMN0), 9U);
    bench.write(PMN0, 0xFFFFFFFF);
    bench.tick(1, one_of_0x7);
    EXPECT_EQ(bench.read(PMN0), 0U);
    EXPECT_EQ(bench.read(PMNC), 0x00700101U);
}

TEST(arm1136_overflow, on_the_edge_after_a_clear_sets_the_flag_again) {
    arm1136_bench bench = counting(0xFFFFFFFF);
    bench.tick(1, one_of_0x7);
    bench.write(PMN0, 0xFFFFFFFF);
    bench.write(PMNC, 0x00700101);
    EXPECT_EQ(bench.read(PMNC), 0x00700001U);
    bench.tick(1, one_of_0x7);
    EXPECT_EQ(bench.read(PMNC), 0x00700101U);
}

TEST(arm1136_overflow, each_counter_has_its_flag) {
    arm1136_bench bench;
    bench.write(PMNC, 0x00001001); // PMN0: line 0, PMN1: line 1
    bench.tick(3);
    bench.write(PMN0, 0xFFFFFFFF);
    bench.tick(1, 1);
    EXPECT_EQ(bench.read(PMNC), 0x00001101U);
    bench.write(PMN1, 0xFFFFFFFF);
    bench.tick(1, 2);
    EXPECT_EQ(bench.read(PMNC), 0x00001301U);
    bench.write(CCNT, 0xFFFFFFFF);
    bench.tick(1);
    EXPECT_EQ(bench.read(PMNC), 0x00001701U);
}

TEST(arm1136_flags, survive_c_p_and_counter_writes) {
    arm1136_bench bench;
    bench.poke(PMNC, 0x00000771);
    for (const std::uint32_t address : {CCNT, PMN0, PMN1}) {
        bench.write(address, 0x1234);
    }
    EXPECT_EQ(bench.read(PMNC), 0x00000771U);
    bench.write(PMNC, 0x00000077);
    EXPECT_EQ(bench.read(PMNC), 0x00000771U);
    EXPECT_TRUE(bench.irq());
    for (const std::uint32_t address : {CCNT, PMN0, PMN1}) {
        EXPECT_EQ(bench.read(address), 0U);
    }
}

TEST(arm1136_actions, c_and_p_zero_their_counters_only_and_at_once) {
    for (const std::uint32_t e : {0U, 1U}) {
        arm1136_bench bench;
        const auto load = [&bench] {
            bench.write(CCNT, 11);
            bench.write(PMN0, 12);
            bench.write(PMN1, 13);
        };
        bench.write(PMNC, e);
        bench.tick(3);
        load();
        bench.write(PMNC, 4 | e);
        EXPECT_EQ(bench.read(CCNT), 0U);
        EXPECT_EQ(bench.read(PMN0), 12U);
        EXPECT_EQ(bench.read(PMN1), 13U);
        load();
        bench.write(PMNC, 2 | e);
        EXPECT_EQ(bench.read(CCNT), 11U);
        EXPECT_EQ(bench.read(PMN0), 0U);
        EXPECT_EQ(bench.read(PMN1), 0U);
        bench.tick(1);
        EXPECT_EQ(bench.read(CCNT), 11U + e); // no new delay
    }
}

TEST(arm1136_reserved_events, count_nothing_read_back_and_are_remarked) {
    for (const std::uint32_t event : {0x08U, 0x0EU, 0x13U, 0x1FU, 0x23U, 0x26U, 0xFEU}) {
        arm1136_bench bench;
        bench.write(PMNC, event << 20 | event << 12 | 0x31U);
        EXPECT_EQ(bench.notices.reports, 2U) << event;
        bench.tick(20, UINT64_MAX);
        bench.core.count(event, 5, bench.pins);
        EXPECT_EQ(bench.core.headroom(event, bench.pins), pmu::never);
        EXPECT_EQ(bench.read(PMN0), 0U) << event;
        EXPECT_EQ(bench.read(PMN1), 0U) << event;
        EXPECT_EQ(bench.read(PMNC), event << 20 | event << 12 | 0x31U);
    }
    arm1136_bench known;
    known.write(PMNC, 0x02012001);
    known.write(PMNC, 0x0FF0F001);
    EXPECT_EQ(known.notices.reports, 0U);
}

TEST(arm1136_evntbus, follows_x_alone) {
    for (const std::uint32_t other_bits : {0x00000000U, 0x00000001U, 0x0FF00009U, 0x00820000U}) {
        arm1136_bench bench;
        bench.write(PMNC, other_bits);
        bench.tick(1, 0x3ABCDE);
        EXPECT_EQ(bench.evntbus(), 0U);
        bench.write(PMNC, other_bits | 0x800U);
        EXPECT_EQ(bench.evntbus(), 0U); // as of the last edge
        bench.tick(1, 0x3ABCDE);
        EXPECT_EQ(bench.evntbus(), 0xABCDEU);
        bench.tick(1, 0x54321);
        EXPECT_EQ(bench.evntbus(), 0x54321U);
        bench.write(PMNC, other_bits);
        bench.tick(1, 0x54321);
        EXPECT_EQ(bench.evntbus(), 0U);
    }
}

TEST(arm1136_evntbus, x_does_not_change_what_is_counted) {
    for (const std::uint32_t x : {0U, 0x800U}) {
        arm1136_bench bench;
        bench.write(PMNC, 0x00722001U | x); // 0x7 and ETMEXTOUT
        bench.tick(3);
        bench.tick(5, two_of_0x7 | etmextout0 | etmextout1);
        EXPECT_EQ(bench.read(PMN0), 10U);
        EXPECT_EQ(bench.read(PMN1), 10U);
        EXPECT_EQ(bench.read(CCNT), 5U);
    }
}

TEST(arm1136_debug_state, freezes_counters_delay_divider_and_export_but_not_registers) {
    arm1136_bench bench;
    bench.write(PMNC, 0x0FF00819);
    bench.tick(2, all_evntbus);
    EXPECT_EQ(bench.evntbus(), all_evntbus);
    bench.pins.debug_state = true;
    EXPECT_EQ(bench.core.edges_to_output_change(bench.pins), 1U); // the export ends
    bench.tick(1000, all_evntbus);
    EXPECT_EQ(bench.evntbus(), 0U);
    EXPECT_TRUE(bench.core.is_quiet(bench.pins));
    bench.write(PMN0, 0xFFFFFFFF);
    EXPECT_EQ(bench.read(PMN0), 0xFFFFFFFFU);
    bench.pins.debug_state = false;
    bench.tick(1, all_evntbus);
    EXPECT_EQ(bench.read(PMN0), 0xFFFFFFFFU); // the last edge of the delay
    bench.tick(1, all_evntbus);
    EXPECT_EQ(bench.read(PMN0), 0U);
    EXPECT_TRUE(bench.irq());
    bench.pins.debug_state = true;
    bench.tick(100);
    EXPECT_EQ(bench.read(PMNC), 0x0FF00919U);
    EXPECT_TRUE(bench.irq());
    bench.pins.debug_state = false;
    bench.tick(62);
    EXPECT_EQ(bench.read(CCNT), 0U);
    bench.tick(1);
    EXPECT_EQ(bench.read(CCNT), 1U);
}

TEST(arm1136_reset, ends_everything_that_was_going_on) {
    config parameters;
    parameters.ccnt_reset_value = 0xCAFE0000;
    parameters.stop_delay_cycles = 5;
    arm1136_bench bench(parameters);
    EXPECT_EQ(bench.read(CCNT), 0xCAFE0000U);
    bench.write(PMN0, 0xFFFFFFFF);
    bench.write(CCNT, 0xFFFFFFFF);
    bench.write(PMNC, 0x0FF12871);
    bench.tick(4, all_evntbus);
    EXPECT_EQ(bench.read(PMNC), 0x0FF12D71U);
    EXPECT_TRUE(bench.irq());
    EXPECT_EQ(bench.evntbus(), all_evntbus);
    bench.write(PMNC, 0x0FF12870); // the stop delay runs
    bench.core.reset();
    EXPECT_TRUE(bench.core == pmu::arm1136_core(parameters));
    EXPECT_FALSE(bench.irq());
    EXPECT_EQ(bench.evntbus(), 0U);
    bench.tick(10, all_evntbus);
    EXPECT_EQ(bench.read(PMNC), 0U);
    EXPECT_EQ(bench.read(PMN0), 0U);
    EXPECT_EQ(bench.read(CCNT), 0xCAFE0000U);
}

TEST(arm1136_bulk, turns_over_after_two_to_the_32_edges) {
    constexpr std::uint64_t turn = std::uint64_t{1} << 32;
    arm1136_bench bench;
    bench.write(PMNC, 0x0FF00001);
    bench.run(3 + turn - 1);
    EXPECT_EQ(bench.read(CCNT), 0xFFFFFFFFU);
    EXPECT_EQ(bench.read(PMN0), 0xFFFFFFFFU);
    EXPECT_EQ(bench.read(PMNC), 0x0FF00001U);
    bench.run(1);
    EXPECT_EQ(bench.read(CCNT), 0U);
    EXPECT_EQ(bench.read(PMN0), 0U);
    EXPECT_EQ(bench.read(PMNC), 0x0FF00501U);
}

TEST(arm1136_bulk, turns_over_after_two_to_the_38_edges_divided) {
    constexpr std::uint64_t turn = std::uint64_t{1} << 38;
    arm1136_bench bench;
    bench.write(PMNC, 0x0000004D);
    EXPECT_EQ(bench.core.edges_to_output_change({}), 3 + turn);
    bench.run(2 + turn);
    EXPECT_EQ(bench.read(CCNT), 0xFFFFFFFFU);
    EXPECT_EQ(bench.read(PMNC), 0x00000049U);
    EXPECT_FALSE(bench.irq());
    bench.tick(1);
    EXPECT_EQ(bench.read(CCNT), 0U);
    EXPECT_EQ(bench.read(PMNC), 0x00000449U);
    EXPECT_TRUE(bench.irq());
}

TEST(arm1136_bulk, a_batch_counts_as_edges_would_and_only_while_counting) {
    arm1136_bench bench;
    bench.write(PMNC, 0x00707011);
    bench.core.count(0x07, 5, bench.pins); // the start delay loses them
    EXPECT_EQ(bench.read(PMN0), 0U);
    EXPECT_EQ(bench.core.headroom(0x07, bench.pins), pmu::never);
    bench.tick(3);
    bench.write(PMN0, 0xFFFFFFF0);
    EXPECT_EQ(bench.core.headroom(0x07, bench.pins), 16U);
    EXPECT_EQ(bench.core.headroom(0x05, bench.pins), pmu::never);
    bench.core.count(0x05, 100, bench.pins);
    bench.core.count(0x08, 100, bench.pins);
    bench.core.count(0x07, 15, bench.pins);
    EXPECT_FALSE(bench.irq());
    bench.core.count(0x07, 1, bench.pins);
    EXPECT_TRUE(bench.irq());
    EXPECT_EQ(bench.read(PMN0), 0U);
    EXPECT_EQ(bench.read(PMN1), 16U);
    EXPECT_EQ(bench.read(CCNT), 0U); // occurrences take no time
    bench.pins.debug_state = true;
    bench.core.count(0x07, 1, bench.pins);
    bench.pins.debug_state = false;
    bench.write(PMNC, 0x00707010);
    bench.core.count(0x07, 1, bench.pins);
    EXPECT_EQ(bench.read(PMN1), 16U);
}

// Table 3.141: ETMEXTOUT[0] asserted is 0x20 and one of 0x22, ETMEXTOUT[1] is 0x21 and one of 0x22.
TEST(arm1136_bulk, a_batch_of_an_etmextout_line_counts_on_both_its_events) {
    for (const bool is_binary : {false, true}) {
        for (const std::uint32_t line : {0x20U, 0x21U}) {
            config parameters;
            parameters.two_bit =
                is_binary ? pmu::two_bit_mode::binary : pmu::two_bit_mode::popcount;
            arm1136_bench bench(parameters);
            bench.write(PMNC, 0x02200031U | line << 12); // PMN0 counts 0x22, PMN1 the line
            bench.tick(3);
            bench.write(PMN0, 0xFFFFFFF0);
            EXPECT_EQ(bench.core.headroom(line, bench.pins), 16U);
            EXPECT_EQ(bench.core.headroom(0x41U - line, bench.pins), 16U); // the other line
            bench.core.count(line, 5, bench.pins);
            EXPECT_EQ(bench.read(PMN0), 0xFFFFFFF5U);
            EXPECT_EQ(bench.read(PMN1), 5U);
            bench.core.count(0x41U - line, 2, bench.pins);
            EXPECT_EQ(bench.read(PMN0), 0xFFFFFFF7U);
            EXPECT_EQ(bench.read(PMN1), 5U);
            bench.core.count(0x22, 1, bench.pins); // of which line is not said
            EXPECT_EQ(bench.read(PMN0), 0xFFFFFFF8U);
            EXPECT_EQ(bench.read(PMN1), 5U);
            bench.core.count(line, 8, bench.pins);
            EXPECT_TRUE(bench.irq());
        }
    }
}

TEST(arm1136_bulk, a_batch_cannot_report_cycles) {
    arm1136_bench bench;
    bench.write(PMNC, 0x0FFFF031);
    bench.tick(8); // three of them the start delay
    const pmu::arm1136_core before = bench.core;
    EXPECT_FALSE(bench.core.count(0xFF, 5, bench.pins));
    EXPECT_TRUE(bench.core == before);
    EXPECT_EQ(bench.read(PMN0), 5U);
    EXPECT_EQ(bench.core.headroom(0xFF, bench.pins), pmu::never);
    EXPECT_TRUE(pmu::arm1136_core::is_internal(0xFF));
}

} // namespace
} // namespace core_test::arm1136_counting_test
