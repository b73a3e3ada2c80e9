// SPDX-License-Identifier: Apache-2.0
// What the ARM1136 manual leaves open, and the parameter that decides it otherwise. Tests are named
// after the question; flags are PMNC [10:8], interrupt enables [6:4], E is bit 0.
#include <core/arm1136_bench.h>

namespace core_test::arm1136_decisions_test {
namespace {

using config = pmu::arm1136_config;

template <class Owner, class T>
config with(T Owner::*parameter, T value) {
    config c;
    c.*parameter = value;
    return c;
}

// A unit whose PMN0 has just overflowed, with its request asserted and E still 1.
arm1136_bench overflowed(const config& parameters = {}) {
    arm1136_bench bench(parameters);
    bench.write(PMN0, 0xFFFFFFFF);
    bench.write(PMNC, 0x0FF00011);
    bench.tick(4);
    EXPECT_EQ(bench.read(PMNC), 0x0FF00111U);
    EXPECT_TRUE(bench.irq());
    return bench;
}

// --- who may access ------------------------------------------------------------------------------

TEST(arm1136_user_access, is_undefined_or_allowed_by_parameter) {
    for (const bool allowed : {false, true}) {
        arm1136_bench bench(with(&config::user_access, allowed));
        const pmu::access_attributes user{false, true};
        const pmu::response expected = allowed ? pmu::response::ok : pmu::response::command_error;
        for (const std::uint32_t address : {PMNC, CCNT, PMN0, PMN1}) {
            std::uint32_t data = 0x55AA55AA;
            EXPECT_EQ(bench.core.write(address, user, 0x00000078, {}, bench.notices), expected);
            EXPECT_EQ(bench.core.read(address, user, {}, data), expected);
            EXPECT_EQ(data, allowed ? 0x00000078U : 0x55AA55AAU);
            EXPECT_EQ(bench.read(address), allowed ? 0x00000078U : 0U);
        }
    }
}

// --- clearing flags and the request --------------------------------------------------------------

TEST(arm1136_request, stays_while_e_is_0_though_the_flag_clears) {
    arm1136_bench bench = overflowed();
    bench.write(PMNC, 0x0FF00010); // stop: the flag stays
    EXPECT_EQ(bench.read(PMNC), 0x0FF00110U);
    bench.write(PMNC, 0x0FF00110);
    EXPECT_EQ(bench.read(PMNC), 0x0FF00010U);
    EXPECT_TRUE(bench.irq());
    bench.tick(10);
    EXPECT_TRUE(bench.irq());
    bench.write(PMNC, 0x0FF00011);
    EXPECT_FALSE(bench.irq());
}

TEST(arm1136_request, looks_at_e_as_it_is_after_the_write) {
    arm1136_bench bench = overflowed();
    bench.write(PMNC, 0x0FF00010);
    bench.write(PMNC, 0x0FF00111); // E from 0 to 1 and the flag, at once
    EXPECT_EQ(bench.read(PMNC), 0x0FF00011U);
    EXPECT_FALSE(bench.irq());

    arm1136_bench stopping = overflowed();
    stopping.write(PMNC, 0x0FF00110); // E from 1 to 0 and the flag, at once
    EXPECT_EQ(stopping.read(PMNC), 0x0FF00010U);
    EXPECT_TRUE(stopping.irq());
}

TEST(arm1136_request, drops_with_the_enable_while_e_is_1_only) {
    arm1136_bench bench = overflowed();
    bench.write(PMNC, 0x0FF00001);
    EXPECT_FALSE(bench.irq());
    EXPECT_EQ(bench.read(PMNC), 0x0FF00101U);

    arm1136_bench stopped = overflowed();
    stopped.write(PMNC, 0x0FF00000);
    EXPECT_TRUE(stopped.irq());
    stopped.write(PMNC, 0x0FF00001);
    EXPECT_FALSE(stopped.irq());
}

TEST(arm1136_request, irq_clear_needs_e_off_lets_it_drop_at_any_time) {
    arm1136_bench bench = overflowed(with(&config::irq_clear_needs_e, false));
    bench.write(PMNC, 0x0FF00010);
    EXPECT_TRUE(bench.irq());
    bench.write(PMNC, 0x0FF00110);
    EXPECT_FALSE(bench.irq());
}

TEST(arm1136_request, flag_clear_needs_e_keeps_flags_while_e_is_0) {
    arm1136_bench bench = overflowed(with(&config::flag_clear_needs_e, true));
    bench.write(PMNC, 0x0FF00110);
    EXPECT_EQ(bench.read(PMNC), 0x0FF00110U);
    EXPECT_TRUE(bench.irq());
    bench.write(PMNC, 0x0FF00111); // E of the same write counts
    EXPECT_EQ(bench.read(PMNC), 0x0FF00011U);
    EXPECT_FALSE(bench.irq());
}

TEST(arm1136_request, rises_when_a_flagged_counter_is_enabled_whatever_e) {
    for (const std::uint32_t e : {0U, 1U}) {
        for (const unsigned counter : {0U, 1U, 2U}) {
            arm1136_bench bench;
            bench.poke(PMNC, 0x100U << counter);
            EXPECT_FALSE(bench.irq());
            bench.write(PMNC, 0x10U << counter | e);
            EXPECT_TRUE(bench.irq()) << counter << " E " << e;
        }
    }
}

TEST(arm1136_request, irq_set_needs_e_puts_it_off_until_e_is_1) {
    arm1136_bench bench(with(&config::irq_set_needs_e, true));
    bench.poke(PMNC, 0x100);
    bench.write(PMNC, 0x10);
    EXPECT_FALSE(bench.irq());
    bench.write(PMNC, 0x11);
    EXPECT_TRUE(bench.irq());
    bench.write(PMNC, 0x10); // and holds from there on
    EXPECT_TRUE(bench.irq());
}

TEST(arm1136_request, is_shared_by_all_counters_and_needs_matching_bits) {
    for (unsigned flag = 0; flag < 3; ++flag) {
        for (unsigned enable = 0; enable < 3; ++enable) {
            arm1136_bench bench;
            bench.poke(PMNC, 0x100U << flag);
            bench.write(PMNC, 0x10U << enable | 1U);
            EXPECT_EQ(bench.irq(), flag == enable) << flag << enable;
        }
    }
    arm1136_bench both;
    both.poke(PMNC, 0x711);
    both.write(PMNC, 0x131); // clears CR0; CR1 takes over through EC1
    EXPECT_TRUE(both.irq());
    both.write(PMNC, 0x231);
    EXPECT_FALSE(both.irq());
    EXPECT_EQ(both.read(PMNC), 0x431U);
}

TEST(arm1136_request, is_not_inverted_inside) {
    arm1136_bench bench = overflowed(with(&config::irq_active_low, true));
    bench.write(PMNC, 0x0FF00111);
    EXPECT_FALSE(bench.irq());
}

// --- start and stop ------------------------------------------------------------------------------

TEST(arm1136_start, skips_three_edges_on_all_counters) {
    arm1136_bench bench;
    bench.write(PMNC, 0x0FF07001);
    for (std::uint32_t edge = 1; edge <= 20; ++edge) {
        bench.tick(1, two_of_0x7);
        const std::uint32_t counted = edge < 3 ? 0 : edge - 3;
        EXPECT_EQ(bench.read(CCNT), counted);
        EXPECT_EQ(bench.read(PMN0), counted);
        EXPECT_EQ(bench.read(PMN1), 2 * counted);
        EXPECT_EQ(bench.read(PMNC), 0x0FF07001U);
    }
}

TEST(arm1136_start, takes_its_delay_from_the_parameter) {
    for (const std::uint32_t delay : {0U, 1U, 3U, 100U}) {
        arm1136_bench bench(with(&config::start_delay_cycles, delay));
        bench.write(PMNC, 1);
        bench.tick(delay);
        EXPECT_EQ(bench.read(CCNT), 0U) << delay;
        bench.tick(1);
        EXPECT_EQ(bench.read(CCNT), 1U) << delay;
    }
}

TEST(arm1136_start, is_not_delayed_anew_by_other_writes) {
    arm1136_bench bench;
    bench.write(PMNC, 1);
    bench.tick(2);
    bench.write(PMNC, 0x0FF00809); // other event, X and D, E stays
    bench.tick(1);
    bench.write(PMNC, 0x0FF00801);
    bench.tick(1);
    EXPECT_EQ(bench.read(CCNT), 1U);
    EXPECT_EQ(bench.read(PMN0), 1U);
}

TEST(arm1136_start, a_stop_cancels_the_delay_and_a_new_start_has_a_whole_one) {
    arm1136_bench bench;
    bench.write(PMNC, 1);
    bench.tick(2);
    bench.write(PMNC, 0);
    bench.tick(5);
    bench.write(PMNC, 1);
    bench.tick(3);
    EXPECT_EQ(bench.read(CCNT), 0U);
    bench.tick(1);
    EXPECT_EQ(bench.read(CCNT), 1U);
}

TEST(arm1136_start, does_not_move_the_divider) {
    arm1136_bench bench;
    bench.write(PMNC, 0x0000000D);
    bench.tick(66);
    EXPECT_EQ(bench.read(CCNT), 0U);
    bench.tick(1);
    EXPECT_EQ(bench.read(CCNT), 1U);
}

TEST(arm1136_stop, is_at_once_by_default) {
    arm1136_bench bench;
    bench.write(PMNC, 1);
    bench.tick(10);
    bench.write(PMNC, 0);
    bench.tick(10);
    EXPECT_EQ(bench.read(CCNT), 7U);
    EXPECT_TRUE(bench.core.is_idle());
}

TEST(arm1136_stop, stop_delay_cycles_still_count) {
    arm1136_bench bench(with(&config::stop_delay_cycles, 3U));
    bench.write(PMN0, 0xFFFFFFFD);
    bench.write(PMNC, 0x00000011);
    bench.tick(5, 1);
    EXPECT_EQ(bench.read(CCNT), 2U);
    bench.write(PMNC, 0x00000010);
    EXPECT_FALSE(bench.core.is_idle());
    bench.pins.lines = 1;
    EXPECT_EQ(bench.core.edges_to_output_change(bench.pins), 1U);
    bench.tick(1, 1);
    EXPECT_EQ(bench.read(PMNC), 0x00000110U); // an overflow of the last edges counts too
    EXPECT_TRUE(bench.irq());
    bench.tick(10, 1);
    EXPECT_EQ(bench.read(CCNT), 5U);
    EXPECT_EQ(bench.read(PMN0), 2U);
    EXPECT_TRUE(bench.core.is_idle());
}

TEST(arm1136_stop, a_restart_ends_the_stop_delay_and_a_stop_before_the_start_counts_nothing) {
    arm1136_bench bench(with(&config::stop_delay_cycles, 3U));
    bench.write(PMNC, 1);
    bench.tick(4);
    bench.write(PMNC, 0);
    bench.tick(1);
    EXPECT_EQ(bench.read(CCNT), 2U);
    bench.write(PMNC, 1);
    bench.tick(3);
    EXPECT_EQ(bench.read(CCNT), 2U);
    bench.tick(1);
    EXPECT_EQ(bench.read(CCNT), 3U);

    arm1136_bench early(with(&config::stop_delay_cycles, 3U));
    early.write(PMNC, 1);
    early.tick(2);
    early.write(PMNC, 0);
    early.tick(10);
    EXPECT_EQ(early.read(CCNT), 0U);
}

TEST(arm1136_stop, a_batch_counts_while_the_stop_delay_runs) {
    arm1136_bench bench(with(&config::stop_delay_cycles, 1U));
    bench.write(PMNC, 0x00000011);
    bench.tick(3);
    bench.write(PMNC, 0x00000010);
    EXPECT_EQ(bench.core.headroom(0x00, bench.pins), std::uint64_t{1} << 32);
    bench.core.count(0x00, 5, bench.pins);
    bench.tick(1);
    bench.core.count(0x00, 5, bench.pins);
    EXPECT_EQ(bench.core.headroom(0x00, bench.pins), pmu::never);
    EXPECT_EQ(bench.read(PMN0), 5U);
}

TEST(arm1136_stop, an_overflow_of_the_last_edge_is_foreseen) {
    for (const bool needs_e : {false, true}) {
        config parameters = with(&config::stop_delay_cycles, 2U);
        parameters.irq_set_needs_e = needs_e;
        arm1136_bench bench(parameters);
        bench.write(PMNC, 0x00000041);
        bench.tick(3);
        bench.write(CCNT, 0xFFFFFFFE);
        bench.write(PMNC, 0x00000040);
        EXPECT_EQ(bench.core.edges_to_output_change(bench.pins), needs_e ? pmu::never : 2U);
        bench.tick(2);
        EXPECT_EQ(bench.read(PMNC), 0x00000440U);
        EXPECT_EQ(bench.irq(), !needs_e);
    }
}

// --- the divider's phase -------------------------------------------------------------------------

// A unit whose divider has seen 10 of 64 edges.
arm1136_bench in_phase_10(const config& parameters = {}) {
    arm1136_bench bench(parameters);
    bench.write(PMNC, 0x00000009);
    bench.tick(3 + 10);
    return bench;
}

std::uint64_t edges_to_count(arm1136_bench bench) {
    const std::uint32_t old = bench.read(CCNT);
    std::uint64_t edges = 0;
    while (bench.read(CCNT) == old && edges < 1000) {
        bench.tick(1);
        ++edges;
    }
    return edges;
}

// D2, scenarios G26, G28 and G42: while E is 0 what PMUIRQ was asserted for can be taken away, but
// the pin stays. Software is told why.
TEST(arm1136_pmuirq, a_write_that_leaves_it_without_a_cause_is_remarked) {
    struct row {
        std::uint32_t written;
        bool irq;
        unsigned remarks;
    };
    // After an overflow of PMN0 with EC0; each row goes on from there.
    constexpr row rows[] = {
        {0x0FF00010, true, 0},                         // stop, the flag stays
        {0x0FF00110, true, 1},                         // stop, the flag goes
        {0x0FF00000, true, 1},                         // stop, the enable goes
        {0x0FF00111, false, 0},                        // the flag goes while E is 1
        {0x0FF00001, false, 0},                        // the enable goes while E is 1
        {0x0FF00710, true, 1},  {0x0FF00610, true, 0}, // other flags than the one that counts
    };
    for (const bool is_held : {true, false}) {
        for (const row& r : rows) {
            config parameters;
            parameters.irq_clear_needs_e = is_held;
            arm1136_bench bench(parameters);
            bench.write(PMN0, 0xFFFFFFFF);
            bench.write(PMNC, 0x0FF00011);
            bench.tick(4);
            EXPECT_TRUE(bench.irq());
            bench.write(PMNC, r.written);
            EXPECT_EQ(bench.irq(), r.irq && (is_held || r.remarks == 0)) << std::hex << r.written;
            EXPECT_EQ(bench.notices.reports, is_held ? r.remarks : 0) << std::hex << r.written;
        }
    }
    arm1136_bench two; // another counter still asserts it
    two.write(PMN0, 0xFFFFFFFF);
    two.write(PMN1, 0xFFFFFFFF);
    two.write(PMNC, 0x0FFFF031);
    two.tick(4);
    two.write(PMNC, 0x0FFFF130);
    EXPECT_EQ(two.notices.reports, 0U);
    two.write(PMNC, 0x0FFFF230);
    EXPECT_EQ(two.notices.reports, 1U);
}

TEST(arm1136_divider, is_held_while_e_is_0) {
    arm1136_bench bench = in_phase_10();
    EXPECT_EQ(edges_to_count(bench), 54U);
    bench.write(PMNC, 0x00000008);
    bench.tick(100);
    bench.write(PMNC, 0x00000009);
    EXPECT_EQ(edges_to_count(bench), 3U + 54U);
}

TEST(arm1136_divider, is_zeroed_by_c_unless_a_parameter_says_otherwise) {
    arm1136_bench bench = in_phase_10();
    bench.write(PMNC, 0x0000000D);
    EXPECT_EQ(edges_to_count(bench), 64U);

    arm1136_bench kept = in_phase_10(with(&config::c_resets_prescaler, false));
    kept.write(CCNT, 5);
    kept.write(PMNC, 0x0000000D);
    EXPECT_EQ(kept.read(CCNT), 0U);
    EXPECT_EQ(edges_to_count(kept), 54U);
}

TEST(arm1136_divider, is_zeroed_whenever_d_is_written_0) {
    for (const bool c_resets : {true, false}) {
        arm1136_bench bench = in_phase_10(with(&config::c_resets_prescaler, c_resets));
        bench.write(PMNC, 0x00000001);
        bench.write(PMNC, 0x00000009);
        EXPECT_EQ(edges_to_count(bench), 64U);
    }
}

TEST(arm1136_divider, is_left_alone_by_ccnt_writes_and_p) {
    arm1136_bench bench = in_phase_10();
    bench.write(CCNT, 0x1000);
    bench.write(PMNC, 0x0000000B);
    EXPECT_EQ(bench.read(CCNT), 0x1000U);
    EXPECT_EQ(edges_to_count(bench), 54U);
}

TEST(arm1136_divider, does_not_divide_event_0xff) {
    arm1136_bench bench;
    bench.write(PMNC, 0x0FFFF009);
    bench.tick(3 + 130);
    EXPECT_EQ(bench.read(CCNT), 2U);
    EXPECT_EQ(bench.read(PMN0), 130U);
    EXPECT_EQ(bench.read(PMN1), 130U);
}

} // namespace
} // namespace core_test::arm1136_decisions_test
