// SPDX-License-Identifier: Apache-2.0
// "This event will occur once for each contiguous sequence": the XScales' event 0x9 beside 0x8
// (IXP42X Developer's Manual, section 3.7.4).
#include <models/wrapper_bench.h>

#include <pmu/tlm/join_lines.h>
#include <pmu/tlm/occurrence_sampler.h>
#include <pmu/xscale/xscale_pmu.h>

namespace sc_test::occurrence_sampler_test {

namespace {

namespace pmnc = pmu::xscale_pmnc;
constexpr std::uint32_t pmnc_of(pmu::xscale_register r) {
    return pmu::xscale_registers[r].address;
}

/// A stall as a wire, counted as 0x8 (its cycles) and 0x9 (its sequences).
class stall_bench : public sc_core::sc_module {
public:
    std::unique_ptr<sc_core::sc_clock> toggling;
    std::unique_ptr<pmu::tickless_clock> tickless;
    sc_core::sc_signal<bool, sc_core::SC_MANY_WRITERS> stall;
    sc_core::sc_signal<bool> begins{"begins"};
    sc_core::sc_signal<pmu::line_bus<24>> bus{"bus"};
    pmu::occurrence_sampler sampler{"sampler"};
    pmu::join_lines<24> join{"join"};
    pmu::xscale_pmu unit{"pmu"};
    bus_master cpu{"cpu"};

    stall_bench(const sc_core::sc_module_name& name, clock_kind kind, bool at_start = false)
        : sc_core::sc_module(name), stall("stall", at_start) {
        if (kind == clock_kind::toggling) {
            toggling = std::make_unique<sc_core::sc_clock>("toggling", period, 0.5, period, true);
            unit.clk(*toggling);
            sampler.clk(*toggling);
        } else {
            tickless = std::make_unique<pmu::tickless_clock>("tickless", period);
            unit.clk(*tickless);
            sampler.clk(*tickless);
        }
        sampler.level(stall);
        sampler.occurrence(begins);
        join.lines[8](stall);
        join.lines[9](begins);
        join.bus(bus);
        unit.event_bus(bus);
        cpu.socket.bind(unit.socket);
    }

    /// PMN0 counts 0x8, PMN1 counts 0x9, from zero.
    void start() {
        cpu.write(pmnc_of(pmu::xscale_register::PMNC),
                  pmnc::evtCount1.in_place(9) | pmnc::evtCount0.in_place(8) | pmnc::P.mask() |
                      pmnc::C.mask() | pmnc::E.mask());
    }
    std::uint32_t cycles() { return cpu.read(pmnc_of(pmu::xscale_register::PMN0)); }
    std::uint32_t sequences() { return cpu.read(pmnc_of(pmu::xscale_register::PMN1)); }

    /// From the time of `edge`, 5 ns before it, the level of each cycle in turn.
    void play(unsigned edge, std::initializer_list<int> levels) {
        for (const int l : levels) {
            run_to(ns(10.0 * edge - 5));
            stall.write(l != 0);
            ++edge;
        }
        run_to(ns(10.0 * edge - 5));
        stall.write(false);
        run_to(ns(10.0 * edge + 5));
    }
};

class occurrence_sampler : public on_both_clocks {};
INSTANTIATE_TEST_SUITE_P(clocks, occurrence_sampler, both_clocks(), name_of);

TEST_P(occurrence_sampler, counts_each_sequence_once) {
    stall_bench bench("bench", GetParam());
    EXPECT_STREQ(bench.sampler.kind(), "pmu::occurrence_sampler");
    run_to(ns(5));
    bench.start();
    bench.play(1, {0, 1, 1, 1, 1, 0, 0, 1, 1, 0});
    EXPECT_EQ(bench.cycles(), 6U);
    EXPECT_EQ(bench.sequences(), 2U);
}

TEST_P(occurrence_sampler, one_free_cycle_ends_a_sequence) {
    stall_bench bench("bench", GetParam());
    run_to(ns(5));
    bench.start();
    bench.play(1, {1, 0, 1, 0, 1, 1, 0});
    EXPECT_EQ(bench.cycles(), 4U);
    EXPECT_EQ(bench.sequences(), 3U);
}

TEST_P(occurrence_sampler, a_counter_enabled_within_a_sequence_misses_its_beginning) {
    stall_bench bench("bench", GetParam());
    bench.play(1, {0, 1}); // and low for edge 3
    bench.stall.write(true);
    run_to(ns(45));
    bench.start();
    run_to(ns(65));
    bench.stall.write(false);
    run_to(ns(85));
    EXPECT_EQ(bench.cycles(), 2U); // edges 5 and 6
    EXPECT_EQ(bench.sequences(), 0U);
}

TEST_P(occurrence_sampler, a_level_that_stands_before_the_first_edge_begins_on_it) {
    stall_bench bench("bench", GetParam(), true);
    run_to(ns(5));
    bench.start();
    run_to(ns(45));
    EXPECT_EQ(bench.cycles(), 4U);
    EXPECT_EQ(bench.sequences(), 1U);
}

// What no edge samples, neither a pulse nor a gap, is nothing.
TEST_P(occurrence_sampler, between_two_edges_nothing_counts) {
    stall_bench bench("bench", GetParam());
    run_to(ns(5));
    bench.start();
    run_to(ns(12));
    bench.stall.write(true);
    run_to(ns(18));
    bench.stall.write(false); // no edge has seen it
    run_to(ns(32));
    bench.stall.write(true); // edge 4
    run_to(ns(42));
    bench.stall.write(false);
    run_to(ns(48));
    bench.stall.write(true); // edge 5: the sequence goes on
    run_to(ns(52));
    bench.stall.write(false);
    run_to(ns(75));
    EXPECT_EQ(bench.cycles(), 2U);
    EXPECT_EQ(bench.sequences(), 1U);
}

// A clock that stands still has no cycles: the level before is that of the last edge.
TEST_F(sc_fixture, a_clock_that_stands_still_does_not_end_a_sequence) {
    stall_bench bench("bench", clock_kind::tickless);
    run_to(ns(5));
    bench.start();
    bench.stall.write(true);
    run_to(ns(25)); // edges 1 and 2
    bench.tickless->set_period(sc_core::SC_ZERO_TIME);
    run_to(ns(100));
    bench.stall.write(false);
    run_to(ns(110));
    bench.stall.write(true);
    run_to(ns(120));
    bench.tickless->set_period(period); // it has kept 5 ns: edges at 125 ns, 135 ns
    run_to(ns(126));
    bench.stall.write(false);
    run_to(ns(150));
    EXPECT_EQ(bench.cycles(), 3U);
    EXPECT_EQ(bench.sequences(), 1U);
}

TEST_F(sc_fixture, a_change_of_the_period_moves_the_end_of_an_occurrence) {
    stall_bench bench("bench", clock_kind::tickless);
    run_to(ns(5));
    bench.start();
    bench.stall.write(true);
    run_to(ns(7));
    bench.tickless->set_period(ns(50)); // edges at 50 ns, 100 ns
    run_to(ns(45));
    EXPECT_TRUE(bench.begins.read());
    run_to(ns(55));
    EXPECT_FALSE(bench.begins.read());
    EXPECT_EQ(bench.sequences(), 1U);
    run_to(ns(160));
    EXPECT_EQ(bench.cycles(), 3U);
    EXPECT_EQ(bench.sequences(), 1U);
}

// An edge in the instant of the change is one of the clock before it.
TEST_F(sc_fixture, a_change_of_the_period_in_the_instant_of_an_edge_comes_after_it) {
    stall_bench bench("bench", clock_kind::tickless);
    run_to(ns(5));
    bench.start();
    bench.stall.write(true);
    run_to(ns(10));                     // the edge is there, and nobody has seen it
    bench.tickless->set_period(ns(50)); // edges at 60 ns, 110 ns
    run_to(ns(15));
    EXPECT_FALSE(bench.begins.read());
    run_to(ns(70));
    EXPECT_EQ(bench.cycles(), 2U);
    EXPECT_EQ(bench.sequences(), 1U);
}

/// Edges and levels at random, with changes in the very delta of an edge, against the rule.
TEST_F(sc_fixture, a_level_that_changes_with_the_edge_belongs_to_the_next) {
    sc_core::sc_signal<bool> clk{"clk"};
    sc_core::sc_signal<bool> level{"level"};
    sc_core::sc_signal<bool> out{"out"};
    pmu::occurrence_sampler sampler{"sampler"};
    sampler.clk(clk);
    sampler.level(level);
    sampler.occurrence(out);
    sc_core::sc_start(ns(1));
    std::uint32_t random = 12345;
    bool sampled = false; // the level that the line showed on the last edge
    bool shown = false;   // the level that the next edge samples
    unsigned occurrences = 0;
    for (unsigned n = 0; n < 2000; ++n) {
        random = random * 1664525U + 1013904223U;
        const bool next = (random >> 16 & 1U) != 0;
        const bool with_edge = (random >> 17 & 1U) != 0;
        if (!with_edge) {
            level.write(next);
            sc_core::sc_start(ns(1));
            shown = next;
        }
        EXPECT_EQ(out.read(), shown && !sampled) << n;
        occurrences += out.read() ? 1U : 0U;
        sampled = shown;
        clk.write(true);
        if (with_edge) {
            level.write(next);
        }
        sc_core::sc_start(ns(1));
        shown = level.read();
        EXPECT_EQ(out.read(), shown && !sampled) << n;
        clk.write(false);
        sc_core::sc_start(ns(1));
    }
    EXPECT_GT(occurrences, 100U);
}

} // namespace

} // namespace sc_test::occurrence_sampler_test
