// SPDX-License-Identifier: Apache-2.0
#include <pmu/tlm/join_lines.h>
#include <support/sc_fixture.h>

#include <models/wrapper_bench.h>

namespace sc_test::join_lines_test {

namespace {

using sc_test::ns;

/// All wires of a bus.
template <unsigned W>
struct wires : sc_core::sc_module {
    sc_core::sc_vector<sc_core::sc_signal<bool>> wire{"wire", W};
    sc_core::sc_signal<pmu::line_bus<W>> bus{"bus"};
    pmu::join_lines<W> join{"join"};

    explicit wires(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        join.lines.bind(wire);
        join.bus(bus);
    }
    /// Each wire alone, as it shows on the bus.
    void expect_each_wire() {
        for (unsigned n = 0; n < W; ++n) {
            wire[n].write(true);
            sc_core::sc_start(ns(1));
            pmu::line_bus<W> expected;
            expected[static_cast<int>(n)] = true;
            EXPECT_EQ(bus.read(), expected) << n;
            wire[n].write(false);
        }
        sc_core::sc_start(ns(1));
        EXPECT_EQ(bus.read(), pmu::line_bus<W>());
    }
};

class join_lines : public sc_test::sc_fixture {};

TEST_F(join_lines, wire_n_is_line_n) {
    wires<20> narrow("narrow");
    EXPECT_STREQ(narrow.join.kind(), "pmu::join_lines");
    narrow.expect_each_wire();
    narrow.wire[0].write(true);
    narrow.wire[19].write(true);
    sc_core::sc_start(ns(1));
    EXPECT_EQ(narrow.bus.read(), 0x8'0001U);
}

TEST_F(join_lines, one_wire) {
    wires<1> one("one");
    one.expect_each_wire();
}

TEST_F(join_lines, sixty_four_wires) {
    wires<64> wide("wide");
    wide.expect_each_wire();
}

TEST_F(join_lines, more_than_sixty_four_wires) {
    wires<256> wide("wide");
    wide.expect_each_wire();
}

TEST_F(join_lines, a_level_that_stands_before_the_start) {
    sc_core::sc_signal<bool> high{"high", true};
    sc_core::sc_signal<pmu::line_bus<3>> bus{"bus"};
    pmu::join_lines<3> join{"join"};
    join.lines[1](high); // the others stay open
    join.bus(bus);
    sc_core::sc_start(ns(1));
    EXPECT_EQ(bus.read(), 2U);
}

class join_lines_counted : public sc_test::on_both_clocks {};

INSTANTIATE_TEST_SUITE_P(clocks, join_lines_counted, sc_test::both_clocks(), sc_test::name_of);

TEST_P(join_lines_counted, by_a_pmu) {
    sc_core::sc_clock toggling("toggling", sc_test::period, 0.5, sc_test::period, true);
    pmu::tickless_clock tickless("tickless", sc_test::period);
    sc_core::sc_signal<bool> miss{"miss"};
    sc_core::sc_signal<pmu::line_bus<20>> bus{"bus"};
    pmu::join_lines<20> join{"join"};
    pmu::arm1136_pmu unit{"pmu", sc_test::without_start_delay()};
    sc_test::bus_master cpu{"cpu"};
    join.lines[12](miss);
    join.bus(bus);
    unit.event_bus(bus);
    if (GetParam() == sc_test::clock_kind::toggling) {
        unit.clk(toggling);
    } else {
        unit.clk(tickless);
    }
    cpu.socket.bind(unit.socket);
    sc_test::run_to(ns(5));
    cpu.write(sc_test::pmnc_address, sc_test::enable | sc_test::pmnc::EvtCount0.in_place(0x0B));
    miss.write(true);
    sc_test::run_to(ns(35));
    miss.write(false);
    sc_test::run_to(ns(105));
    EXPECT_EQ(cpu.read(sc_test::pmn0_address), 3U);
}

} // namespace

} // namespace sc_test::join_lines_test
