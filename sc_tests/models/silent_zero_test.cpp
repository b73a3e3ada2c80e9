// SPDX-License-Identifier: Apache-2.0
// A zero that says nothing of what happened is told of when software reads it.
#include <generated/part_setups.h>
#include <models/wrapper_bench.h>
#include <support/part_types.h>

#include <string>

namespace {

using namespace sc_test;

/// A unit of each part whose event bus is bound or not.
template <class Unit>
class silent_zero : public sc_fixture {
protected:
    using core_type = typename Unit::core_type;
    using setup = part_setup<core_type>;
    pmu::tickless_clock clk{"clk", period};
    sc_core::sc_signal<typename Unit::event_bus_type> bus{"bus"};
    Unit unit{"unit"};
    bus_master cpu{"cpu"};

    void SetUp() override {
        unit.clk(clk);
        cpu.socket.bind(unit.socket);
    }
    static std::string id(const char* what) {
        return std::string("/pmu/") + core_type::part + "/" + what;
    }
    void select(std::uint32_t event) {
        for (const register_write& w : setup::everywhere(event)) {
            cpu.write(w.address, w.value);
            EXPECT_EQ(cpu.status, tlm::TLM_OK_RESPONSE);
        }
    }
    void read_counter() {
        cpu.read(setup::first_counter);
        EXPECT_EQ(cpu.status, tlm::TLM_OK_RESPONSE);
    }
    void read_cycles() { cpu.read(setup::cycle_counter); }
};
TYPED_TEST_SUITE(silent_zero, every_module, part_name);

TYPED_TEST(silent_zero, of_an_event_that_nothing_drives_is_told_once_when_it_is_read) {
    this->expect_report(this->id("nothing_drives"), 1);
    run_to(ns(5));
    this->select(TestFixture::setup::event);
    this->read_cycles(); // the clock is there
    EXPECT_TRUE(this->reports(this->id("nothing_drives")).empty());
    this->read_counter();
    this->read_counter();
    const std::string text = this->reports(this->id("nothing_drives")).at(0);
    const pmu::event_desc* event = this->unit.snapshot().find_event(TestFixture::setup::event);
    EXPECT_EQ(text.find("unit: software reads a counter, and nothing drives its event: no event "
                        "bus is bound, and no batch has reported it so far: "),
              0U);
    EXPECT_NE(text.find(event->name), std::string::npos) << text;
    this->select(TestFixture::setup::event);
    this->read_counter();
}

TYPED_TEST(silent_zero, is_right_where_the_bus_is_bound) {
    this->unit.event_bus(this->bus);
    run_to(ns(5));
    this->select(TestFixture::setup::event);
    this->read_counter();
}

TYPED_TEST(silent_zero, is_right_where_batches_report_the_event) {
    run_to(ns(5));
    this->select(TestFixture::setup::event);
    run_to(ns(105)); // after a start delay
    this->unit.count(TestFixture::setup::event, 0, sc_core::SC_ZERO_TIME);
    this->unit.count(TestFixture::setup::event, 3, sc_core::SC_ZERO_TIME);
    this->read_counter();
    EXPECT_EQ(this->cpu.word, 3U);
}

TYPED_TEST(silent_zero, is_right_where_the_platform_has_declared_the_event) {
    this->unit.declare_driven_events({TestFixture::setup::event});
    run_to(ns(5));
    this->select(TestFixture::setup::event);
    this->read_counter();
}

TYPED_TEST(silent_zero, of_a_clock_without_a_period_is_told_once_when_it_is_read) {
    this->unit.event_bus(this->bus);
    this->clk.set_period(sc_core::SC_ZERO_TIME);
    run_to(ns(5));
    this->read_cycles(); // not enabled
    this->select(TestFixture::setup::event);
    EXPECT_TRUE(this->reports(this->id("clock_stands_still")).empty());
    this->expect_report(this->id("clock_stands_still"), 1);
    this->read_cycles();
    this->read_cycles();
    EXPECT_EQ(this->reports(this->id("clock_stands_still")).at(0),
              "unit: software reads a register while counting is enabled, and the period of the "
              "clock is 0: nothing counts until set_period() gives it another");
    this->clk.set_period(period);
    run_to(ns(200));
    this->read_cycles();
}

class silent_zeros : public sc_fixture {};

// 0x22 counts ETMEXTOUT[0] and [1], which have pins of their own.
TEST_F(silent_zeros, are_not_looked_for_on_other_pins) {
    pmu::tickless_clock clk{"clk", period};
    pmu::arm1136_pmu unit{"unit", without_start_delay()};
    bus_master cpu{"cpu"};
    unit.clk(clk);
    cpu.socket.bind(unit.socket);
    run_to(ns(5));
    cpu.write(pmnc_address,
              enable | pmnc::EvtCount0.in_place(0x22) | pmnc::EvtCount1.in_place(0xFF));
    cpu.read(pmn0_address);
    cpu.read(pmn1_address);
}

} // namespace
