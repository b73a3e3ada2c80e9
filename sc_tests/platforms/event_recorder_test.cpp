// SPDX-License-Identifier: Apache-2.0
#include <components/event_recorder.h>
#include <components/module_processes.h>
#include <support/sc_fixture.h>

#include <array>
#include <cstdint>

namespace sc_test::event_recorder_test {

namespace {

using sc_core::SC_NS;
using sc_core::sc_time;

const sc_time period(10, SC_NS);

template <class Bus>
struct testbench : sc_core::sc_module {
    sc_core::sc_signal<Bus> bus{"bus"};
    platform::components::event_recorder<Bus> recorder;

    explicit testbench(const sc_core::sc_module_name& name, std::size_t log_size = 0,
                       const sc_time& clock_period = period,
                       const sc_time& start = sc_core::SC_ZERO_TIME)
        : sc_core::sc_module(name), recorder("recorder", clock_period, log_size, start) {
        recorder.evntbus.bind(bus);
    }
    /// What an output of a clocked unit does: the value stands from now on.
    void drive_for(const Bus& value, const sc_time& duration) {
        bus.write(value);
        sc_core::sc_start(duration);
    }
};

using narrow = sc_dt::sc_uint<20>;

class event_recorder : public sc_test::sc_fixture {
protected:
    /// Lets the bus have its first value, so that the next one is a change.
    static void begin() { sc_core::sc_start(sc_core::SC_ZERO_TIME); }
    static void run_to(const sc_time& t) { sc_core::sc_start(t - sc_core::sc_time_stamp()); }
};

TEST_F(event_recorder, counts_the_cycles_of_every_wire) {
    testbench<narrow> tb{"tb"};
    begin();
    tb.drive_for(0x0'0001, 3 * period);
    tb.drive_for(0x8'0001, 2 * period);
    tb.drive_for(0x8'0000, 4 * period);
    tb.drive_for(0, 5 * period);
    EXPECT_EQ(tb.recorder.count(0), 5U);
    EXPECT_EQ(tb.recorder.count(19), 6U);
    for (unsigned wire = 1; wire < 19; ++wire) {
        EXPECT_EQ(tb.recorder.count(wire), 0U) << wire;
    }
    EXPECT_EQ(tb.recorder.cycles(), 14U);
    EXPECT_EQ(tb.recorder.changes(), 4U);
}

TEST_F(event_recorder, counts_as_of_now_between_changes) {
    testbench<narrow> tb{"tb"};
    tb.bus.write(4);
    run_to(sc_time(9, SC_NS));
    EXPECT_EQ(tb.recorder.count(2), 0U);
    run_to(sc_time(10, SC_NS));
    EXPECT_EQ(tb.recorder.count(2), 1U);
    run_to(sc_time(25, SC_NS));
    EXPECT_EQ(tb.recorder.count(2), 2U);
    EXPECT_EQ(tb.recorder.count(2), 2U); // looking does not count
    run_to(sc_time(30, SC_NS));
    EXPECT_EQ(tb.recorder.count(2), 3U);
}

TEST_F(event_recorder, a_value_that_does_not_see_an_edge_counts_nothing) {
    testbench<narrow> tb{"tb"};
    run_to(sc_time(12, SC_NS));
    tb.drive_for(1, sc_time(5, SC_NS)); // cut short by a reset, say
    tb.drive_for(0, sc_time(10, SC_NS));
    tb.drive_for(1, sc_time(2, SC_NS));
    tb.drive_for(0, sc_time(10, SC_NS));
    EXPECT_EQ(tb.recorder.count(0), 0U);
    tb.drive_for(1, sc_time(2, SC_NS)); // 39 to 41
    tb.drive_for(0, sc_time(10, SC_NS));
    EXPECT_EQ(tb.recorder.count(0), 1U);
}

TEST_F(event_recorder, takes_the_level_that_stands_before_the_start) {
    struct driven_high : sc_core::sc_module {
        sc_core::sc_signal<narrow> bus{"bus", 2};
        platform::components::event_recorder<narrow> recorder{"recorder", period};
        explicit driven_high(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
            recorder.evntbus.bind(bus);
        }
    } tb{"tb"};
    run_to(7 * period);
    EXPECT_EQ(tb.recorder.count(1), 7U);
    EXPECT_EQ(tb.recorder.changes(), 0U);
}

TEST_F(event_recorder, every_wire_of_a_wide_bus) {
    using wide = sc_dt::sc_bv<159>;
    testbench<wide> tb{"tb"};
    for (int wire = 0; wire < 159; ++wire) {
        wide value;
        value.set_bit(wire, true);
        tb.drive_for(value, (wire + 1) * period);
    }
    for (unsigned wire = 0; wire < 159; ++wire) {
        EXPECT_EQ(tb.recorder.count(wire), wire + 1) << wire;
    }
    tb.drive_for(~wide(), period);
    EXPECT_EQ(tb.recorder.count(158), 160U);
}

TEST_F(event_recorder, every_wire_of_a_bus_of_55) {
    using r5 = sc_dt::sc_uint<55>;
    testbench<r5> tb{"tb"};
    for (unsigned wire = 0; wire < 55; ++wire) {
        tb.drive_for(r5(std::uint64_t{1} << wire), (wire + 1) * period);
    }
    for (unsigned wire = 0; wire < 55; ++wire) {
        EXPECT_EQ(tb.recorder.count(wire), wire + 1) << wire;
    }
}

TEST_F(event_recorder, long_times_are_exact) {
    testbench<narrow> tb{"tb"};
    const std::uint64_t cycles = (std::uint64_t{1} << 38) + 3;
    tb.drive_for(1, period * static_cast<double>(cycles)); // below 2^53 ticks: exact
    tb.drive_for(0, period);
    EXPECT_EQ(tb.recorder.count(0), cycles);
    EXPECT_EQ(tb.recorder.cycles(), cycles + 1);
}

TEST_F(event_recorder, reset_begins_again) {
    testbench<narrow> tb{"tb", 4};
    tb.drive_for(1, 3 * period);
    tb.recorder.reset();
    EXPECT_EQ(tb.recorder.count(0), 0U);
    EXPECT_EQ(tb.recorder.cycles(), 0U);
    EXPECT_EQ(tb.recorder.changes(), 0U);
    EXPECT_TRUE(tb.recorder.log().empty());
    sc_core::sc_start(2 * period); // the wire is still high
    EXPECT_EQ(tb.recorder.count(0), 2U);
    tb.drive_for(0, period);
    EXPECT_EQ(tb.recorder.changes(), 1U);
    EXPECT_EQ(tb.recorder.log().size(), 1U);
}

TEST_F(event_recorder, the_log_keeps_the_newest_changes) {
    testbench<narrow> tb{"tb", 3};
    begin();
    EXPECT_TRUE(tb.recorder.log().empty());
    tb.drive_for(1, period);
    tb.drive_for(2, period);
    ASSERT_EQ(tb.recorder.log().size(), 2U);
    EXPECT_EQ(tb.recorder.log()[0].value, 1U);
    for (unsigned value = 3; value <= 8; ++value) {
        tb.drive_for(value, period);
    }
    const auto log = tb.recorder.log();
    ASSERT_EQ(log.size(), 3U);
    for (unsigned i = 0; i < 3; ++i) {
        EXPECT_EQ(log[i].value, 6U + i);
        EXPECT_EQ(log[i].time, (5 + i) * period);
    }
    EXPECT_EQ(tb.recorder.changes(), 8U);
}

TEST_F(event_recorder, keeps_no_log_unless_asked) {
    testbench<narrow> tb{"tb"};
    begin();
    tb.drive_for(1, period);
    EXPECT_TRUE(tb.recorder.log().empty());
    EXPECT_EQ(tb.recorder.changes(), 1U);
}

TEST_F(event_recorder, the_first_edge_follows_the_start_of_the_clock) {
    testbench<narrow> tb{"tb", 0, period, sc_time(15, SC_NS)};
    tb.bus.write(1);
    run_to(sc_time(24, SC_NS));
    EXPECT_EQ(tb.recorder.count(0), 0U);
    run_to(sc_time(45, SC_NS));
    EXPECT_EQ(tb.recorder.count(0), 3U);
}

TEST_F(event_recorder, period_changes_keep_the_cycle_that_runs) {
    testbench<narrow> tb{"tb"};
    tb.bus.write(1);
    run_to(sc_time(26, SC_NS)); // edges at 10, 20
    tb.recorder.set_period(sc_time(8, SC_NS));
    run_to(sc_time(27, SC_NS));
    EXPECT_EQ(tb.recorder.count(0), 2U);
    run_to(sc_time(28, SC_NS)); // 20 + 8
    EXPECT_EQ(tb.recorder.count(0), 3U);
    run_to(sc_time(30, SC_NS));
    tb.recorder.set_period(sc_core::SC_ZERO_TIME);
    run_to(sc_time(1000, SC_NS));
    EXPECT_EQ(tb.recorder.count(0), 3U);
    tb.recorder.set_period(period); // 2 of 10 ns have passed
    run_to(sc_time(1007, SC_NS));
    EXPECT_EQ(tb.recorder.count(0), 3U);
    run_to(sc_time(1008, SC_NS));
    EXPECT_EQ(tb.recorder.count(0), 4U);
}

TEST_F(event_recorder, a_wire_that_is_not_there) {
    testbench<narrow> tb{"tb"};
    expect_error("/platform/event_recorder/wire", [&] { tb.recorder.count(20); });
    EXPECT_NE(reports("/platform/event_recorder/wire")
                  .front()
                  .find("tb.recorder has the wires 0 to 19, not 20"),
              std::string::npos);
}

/// A unit on a real clock: drives a pseudo-random bus at every edge and counts what an edge
/// samples.
struct clocked_unit : sc_core::sc_module {
    sc_core::sc_clock clk{"clk", period, 0.5, period, true};
    sc_core::sc_signal<narrow> bus{"bus"};
    platform::components::event_recorder<narrow> recorder{"recorder", period};
    std::array<std::uint64_t, 20> sampled{};
    std::uint32_t state = 1;

    MODULE_PROCESSES(clocked_unit);
    explicit clocked_unit(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        recorder.evntbus.bind(bus);
        SC_METHOD(edge);
        dont_initialize();
        sensitive << clk.posedge_event();
    }
    void edge() {
        for (unsigned wire = 0; wire < 20; ++wire) {
            sampled[wire] += bus.read()[static_cast<int>(wire)] ? 1U : 0U;
        }
        state = state * 1664525U + 1013904223U;
        if ((state >> 30U) != 0) { // else the bus stays
            bus.write(state >> 8U & 0xF'FFFFU);
        }
    }
};

TEST_F(event_recorder, agrees_with_a_sampler_on_every_edge) {
    clocked_unit unit{"unit"};
    run_to(2000 * period + period / 2);
    EXPECT_GT(unit.sampled[0], 500U);
    for (unsigned wire = 0; wire < 20; ++wire) {
        EXPECT_EQ(unit.recorder.count(wire), unit.sampled[wire]) << wire;
    }
    EXPECT_EQ(unit.recorder.cycles(), 2000U);
}

} // namespace

} // namespace sc_test::event_recorder_test
