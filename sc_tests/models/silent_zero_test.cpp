// SPDX-License-Identifier: Apache-2.0
// A zero that says nothing of what happened is told of when software reads it.
#include <generated/part_setups.h>
#include <models/wrapper_bench.h>
#include <support/part_types.h>

#include <cstdint>
#include <functional>
#include <sstream>
#include <string>
#include <utility>

namespace {

using namespace sc_test;

/// Does something in its end_of_elaboration().
class early_reader : public sc_core::sc_module {
public:
    early_reader(const sc_core::sc_module_name& name, std::function<void()> act)
        : sc_core::sc_module(name), m_act(std::move(act)) {}

private:
    void end_of_elaboration() override { m_act(); }

    const std::function<void()> m_act;
};

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
    Unit other{"other"};
    bus_master other_cpu{"other_cpu"};

    void SetUp() override {
        unit.clk(clk);
        cpu.socket.bind(unit.socket);
        other.clk(clk);
        other_cpu.socket.bind(other.socket);
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
    /// A batch of this number moves no counter of the event, and is no report of it.
    void expect_told_after_batch(std::uint32_t event, std::uint32_t batch) {
        expect_report(id("nothing_drives"), 1);
        run_to(ns(5));
        select(event);
        unit.count(batch, 4, sc_core::SC_ZERO_TIME);
        read_counter();
        EXPECT_EQ(cpu.word, 0U);
    }
    std::uint32_t other_event() {
        std::uint32_t number = setup::event + 1;
        while (unit.snapshot().find_event(number) == nullptr || core_type::is_internal(number)) {
            ++number;
        }
        return number;
    }
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
    EXPECT_EQ(text.find("unit: software reads a register that the selected event would change, "
                        "and nothing drives the event: no pin with its line is bound, and no batch "
                        "has reported it so far: "),
              0U);
    EXPECT_NE(text.find(event->name), std::string::npos) << text;
    this->select(TestFixture::setup::event);
    this->read_counter();
}

TYPED_TEST(silent_zero, is_told_by_a_restored_unit) {
    this->expect_report(this->id("nothing_drives"), 1);
    run_to(ns(5));
    this->select(TestFixture::setup::event);
    std::stringstream saved;
    this->unit.save(saved);
    for (int n = 0; n < 100; ++n) {
        this->read_cycles(); // nothing is looked at any more
    }
    this->unit.restore(saved);
    this->read_counter();
    this->read_counter();
}

// models/README.md: a hundred reads after each new selection.
TYPED_TEST(silent_zero, is_told_after_reads_of_other_registers_and_a_new_selection) {
    this->expect_report(this->id("nothing_drives"), 1);
    run_to(ns(5));
    this->select(TestFixture::setup::event);
    for (int n = 0; n < 100; ++n) {
        this->read_cycles();
    }
    this->read_counter();                    // looked at no more
    this->select(TestFixture::setup::event); // as it was
    this->read_counter();
    EXPECT_TRUE(this->reports(this->id("nothing_drives")).empty());
    this->select(this->other_event());
    this->select(TestFixture::setup::event);
    this->read_counter();
}

// Software saved, batches drove the event, and go on after the restore.
TYPED_TEST(silent_zero, is_right_in_a_restored_unit_whose_event_batches_had_reported) {
    run_to(ns(5));
    this->select(TestFixture::setup::event);
    this->unit.count(TestFixture::setup::event, 1, sc_core::SC_ZERO_TIME);
    std::stringstream saved;
    this->unit.save(saved);
    this->other.restore(saved);
    this->other_cpu.read(TestFixture::setup::first_counter);
}

// platforms/examples: from the first end_of_elaboration() on a unit answers as at time 0.
TYPED_TEST(silent_zero, is_not_said_of_a_clock_before_time_passes) {
    this->unit.event_bus(this->bus);
    this->clk.set_period(sc_core::SC_ZERO_TIME);
    early_reader reader("reader", [this] {
        this->select(TestFixture::setup::event);
        this->read_cycles();
        this->clk.set_period(period);
    });
    run_to(ns(5));
}

TYPED_TEST(silent_zero, is_told_of_a_selection_by_debug_transport) {
    this->expect_report(this->id("nothing_drives"), 1);
    run_to(ns(5));
    for (int n = 0; n < 300; ++n) {
        this->read_cycles(); // nothing is looked at any more
    }
    for (const register_write& w : TestFixture::setup::everywhere(TestFixture::setup::event)) {
        EXPECT_EQ(this->cpu.poke(w.address, w.value), 4U);
    }
    this->read_counter();
}

// A look takes time, so what stands selected gets a hundred: pmu/tlm/event_doubts.h.
TYPED_TEST(silent_zero, is_looked_for_a_hundred_times_whoever_selects_the_event_again) {
    run_to(ns(5));
    this->select(TestFixture::setup::event);
    for (int n = 0; n < 100; ++n) {
        this->read_cycles();
    }
    this->select(TestFixture::setup::event);
    this->unit.set_sync_policy(pmu::sync_policy::wait); // accesses go no short way any more
    this->read_counter();
}

TYPED_TEST(silent_zero, is_right_where_a_batch_came_during_reset) {
    sc_core::sc_signal<bool> reset("reset", true);
    this->unit.reset(reset);
    run_to(ns(25));
    this->unit.count(TestFixture::setup::event, 1, sc_core::SC_ZERO_TIME);
    reset.write(false);
    run_to(ns(45));
    this->select(TestFixture::setup::event);
    this->read_counter();
}

// A platform that reports after each quantum knows the event, also where it did not happen.
TYPED_TEST(silent_zero, is_right_where_a_batch_says_that_nothing_happened) {
    run_to(ns(5));
    this->select(TestFixture::setup::event);
    this->unit.count(TestFixture::setup::event, 0, sc_core::SC_ZERO_TIME);
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

/// Enables what stands selected after reset, and reads the first counter. What was read in reset is
/// no doubt, however often.
template <class Unit>
class silent_zero_after_reset : public sc_fixture {
protected:
    void check(const register_writes& enable, const typename Unit::core_type::config& config = {},
               std::uint32_t address = part_setup<typename Unit::core_type>::first_counter) {
        pmu::tickless_clock clk{"clk", period};
        Unit unit{"unit", config};
        bus_master cpu{"cpu"};
        sc_core::sc_signal<bool> reset("reset", true);
        unit.clk(clk);
        unit.reset(reset);
        cpu.socket.bind(unit.socket);
        expect_report(std::string("/pmu/") + Unit::core_type::part + "/nothing_drives", 1);
        run_to(ns(5));
        for (int n = 0; n < 100; ++n) {
            cpu.read(address);
        }
        reset.write(false);
        run_to(ns(25));
        for (const register_write& w : enable) {
            cpu.write(w.address, w.value);
        }
        cpu.read(address);
    }
};

// ESR resets to 0, which is an event of S0.
class silent_zero_of_esr : public silent_zero_after_reset<pmu::cci400_pmu> {};
TEST_F(silent_zero_of_esr, is_told) {
    check({{pmu::cci400_block_offset(0) + 8, 1},
           {pmu::cci400_registers[pmu::cci400_register::PMCR].address,
            pmu::cci400_pmcr::CEN.mask()}});
}

// EVTSEL resets to 0, in the model (IXD-1): an instruction cache miss.
class silent_zero_of_evtsel : public silent_zero_after_reset<pmu::ixp42x_pmu> {};
TEST_F(silent_zero_of_evtsel, is_told) {
    check(
        {{pmu::ixp42x_registers[pmu::ixp42x_register::PMNC].address, pmu::ixp42x_pmnc::E.mask()}});
}

// The parameter gives the selection.
class silent_zero_of_reset_fill : public silent_zero_after_reset<pmu::cortex_r5_pmu> {};
TEST_F(silent_zero_of_reset_fill, is_told) {
    pmu::cortex_r5_config config;
    config.reset_fill = 0x08;
    check({{pmu::cortex_r5_registers[pmu::cortex_r5_register::PMCNTENSET].address, 1},
           {pmu::cortex_r5_registers[pmu::cortex_r5_register::PMCR].address,
            pmu::cortex_r5_pmcr::E.mask()}},
          config);
}

// The next occurrence would set the flag.
class silent_zero_of_a_flag : public silent_zero_after_reset<pmu::ixp42x_pmu> {};
TEST_F(silent_zero_of_a_flag, is_told) {
    using reg = pmu::ixp42x_register;
    const auto address = [](reg r) { return pmu::ixp42x_registers[r].address; };
    check({{address(reg::PMN0), 0xFFFF'FFFF}, {address(reg::PMNC), pmu::ixp42x_pmnc::E.mask()}}, {},
          address(reg::FLAG));
    const std::string text = reports("/pmu/ixp42x/nothing_drives").at(0);
    EXPECT_NE(text.find("FLAG of ixp42x, 0x00"), std::string::npos) << text;
}

TYPED_TEST(silent_zero, is_not_told_where_the_platform_declares_after_an_early_access) {
    const early_reader early("early", [this] { this->select(TestFixture::setup::event); });
    const early_reader platform("platform", [this] {
        this->unit.declare_driven_events_if([](const pmu::event_desc&) { return true; });
    });
    run_to(ns(5));
    this->read_counter();
    EXPECT_EQ(this->cpu.word, 0U);
}

/// Which pins of a unit are bound beside the clock.
enum class bound { none, event_bus, other, both };

/// A unit with pins for events beside the event bus.
template <class Unit>
class silent_zero_beside_the_bus : public sc_fixture {
protected:
    using setup = part_setup<typename Unit::core_type>;

    /// Whether software that reads a counter of this event is told that nothing drives it.
    /// \param pin the one beside the event bus
    /// \param config of the unit
    template <class Lines, class Module>
    void check(sc_core::sc_in<Lines> Module::*pin, std::uint32_t event, bound pins, bool is_told,
               const typename Unit::core_type::config& config = {}) {
        const std::string id = std::string("/pmu/") + Unit::core_type::part + "/nothing_drives";
        pmu::tickless_clock clk{"clk", period};
        sc_core::sc_signal<typename Unit::event_bus_type> bus{"bus"};
        sc_core::sc_signal<Lines> lines{"lines"};
        Unit unit{"unit", config};
        bus_master cpu{"cpu"};
        unit.clk(clk);
        cpu.socket.bind(unit.socket);
        if (pins == bound::event_bus || pins == bound::both) {
            unit.event_bus(bus);
        }
        if (pins == bound::other || pins == bound::both) {
            (unit.*pin)(lines);
        }
        expect_report(id, is_told ? 1 : 0);
        run_to(ns(5));
        for (const register_write& w : setup::everywhere(event)) {
            cpu.write(w.address, w.value);
        }
        cpu.read(setup::first_counter);
        cpu.read(setup::first_counter);
    }
};

// ETMEXTOUT has the events 0x20 to 0x22, the event bus those below.
template <class Unit>
class silent_zero_of_the_etm : public silent_zero_beside_the_bus<Unit> {
protected:
    void check(std::uint32_t event, bound pins, bool is_told) {
        silent_zero_beside_the_bus<Unit>::check(&Unit::ETMEXTOUT, event, pins, is_told);
    }
};
using arm11_units = testing::Types<pmu::arm1136_pmu, pmu::arm1176_pmu>;
TYPED_TEST_SUITE(silent_zero_of_the_etm, arm11_units, part_name);

TYPED_TEST(silent_zero_of_the_etm, is_told_where_only_the_event_bus_is_bound) {
    this->check(0x20, bound::event_bus, true);
}
TYPED_TEST(silent_zero_of_the_etm, is_told_of_the_second_line) {
    this->check(0x21, bound::event_bus, true);
}
TYPED_TEST(silent_zero_of_the_etm, is_told_of_both_lines) {
    this->check(0x22, bound::event_bus, true);
}
TYPED_TEST(silent_zero_of_the_etm, is_right_where_the_pin_is_bound) {
    this->check(0x22, bound::other, false);
}
TYPED_TEST(silent_zero_of_the_etm, is_told_of_the_bus_where_only_the_pin_is_bound) {
    this->check(0x12, bound::other, true); // line 19, the last one
}
TYPED_TEST(silent_zero_of_the_etm, is_right_where_both_are_bound) {
    this->check(0x12, bound::both, false);
}

// aux_events has 0x23 to 0x26.
class silent_zero_of_the_arm1176 : public silent_zero_beside_the_bus<pmu::arm1176_pmu> {};

TEST_F(silent_zero_of_the_arm1176, is_told_of_the_return_stack) {
    check(&pmu::arm1176_pmu::aux_events, 0x23, bound::event_bus, true);
}
TEST_F(silent_zero_of_the_arm1176, is_told_of_the_last_line) {
    check(&pmu::arm1176_pmu::aux_events, 0x26, bound::event_bus, true);
}
TEST_F(silent_zero_of_the_arm1176, is_right_where_aux_events_is_bound) {
    check(&pmu::arm1176_pmu::aux_events, 0x23, bound::other, false);
}
TEST_F(silent_zero_of_the_arm1176, is_told_of_the_etm_where_only_aux_events_is_bound) {
    check(&pmu::arm1176_pmu::aux_events, 0x21, bound::other, true);
}

// aux_events has the events without a bit of EVNTBUS: 0x46 to 0x49, 0x50 to 0x57 and 0x59. In the
// sampled word the first four stand where EVNTBUS has bits that are not used.
class silent_zero_of_the_cortex_r5 : public silent_zero_beside_the_bus<pmu::cortex_r5_pmu> {};

TEST_F(silent_zero_of_the_cortex_r5, is_told_of_the_first_line_of_aux_events) {
    check(&pmu::cortex_r5_pmu::aux_events, 0x46, bound::event_bus, true);
}
TEST_F(silent_zero_of_the_cortex_r5, is_told_of_the_last_line_of_aux_events) {
    check(&pmu::cortex_r5_pmu::aux_events, 0x59, bound::event_bus, true);
}
TEST_F(silent_zero_of_the_cortex_r5, is_right_where_aux_events_is_bound) {
    check(&pmu::cortex_r5_pmu::aux_events, 0x46, bound::other, false);
}
TEST_F(silent_zero_of_the_cortex_r5, is_told_of_the_bus_where_only_aux_events_is_bound) {
    check(&pmu::cortex_r5_pmu::aux_events, 0x73, bound::other, true); // bit 50, the last one
}
TEST_F(silent_zero_of_the_cortex_r5, is_told_of_an_event_that_others_make) {
    check(&pmu::cortex_r5_pmu::aux_events, 0x6E, bound::other, true);
}
TEST_F(silent_zero_of_the_cortex_r5, is_right_where_what_makes_it_is_bound) {
    check(&pmu::cortex_r5_pmu::aux_events, 0x6E, bound::event_bus, false);
}
TEST_F(silent_zero_of_the_cortex_r5, is_right_where_the_unit_counts_by_itself) {
    check(&pmu::cortex_r5_pmu::aux_events, 0x11, bound::none, false);
}

// 0x6E counts on 0x4A, among others (D8). What was told of that one is no matter.
class silent_zero_of_a_composite : public silent_zero<pmu::cortex_r5_pmu> {};
TEST_F(silent_zero_of_a_composite, is_right_where_batches_report_a_part_that_was_told_of) {
    expect_report(id("nothing_drives"), 1);
    run_to(ns(5));
    select(0x4A);
    read_counter();
    select(0x6E);
    unit.count(0x4A, 3, sc_core::SC_ZERO_TIME);
    read_counter();
    EXPECT_EQ(cpu.word, 3U);
}

// batch_events.h: a number that names no event has no effect.
class silent_zero_of_a_wrong_number : public silent_zero<pmu::xscale_pmu> {};
TEST_F(silent_zero_of_a_wrong_number, is_told) {
    expect_told_after_batch(0x07, 0x107);
}

TEST_F(silent_zero_of_a_wrong_number, is_told_whatever_the_number) {
    expect_report(id("nothing_drives"), 1);
    run_to(ns(5));
    select(setup::event);
    for (const std::uint32_t number : {0x1FFU, 0x200U, 0x8000'0000U, UINT32_MAX}) {
        unit.count(number, 4, sc_core::SC_ZERO_TIME);
    }
    read_counter();
    EXPECT_EQ(cpu.word, 0U);
}

// Secure events are not seen while SPNIDEN is LOW, its level where nothing is bound.
class silent_zero_of_secure_events : public silent_zero<pmu::cci400_pmu> {};
TEST_F(silent_zero_of_secure_events, is_told) {
    expect_told_after_batch(0x05, 0x05 | pmu::cci400_core::secure_event);
}

// Each bus of the CCI-400 has all lines.
class silent_zero_of_the_cci400 : public silent_zero_beside_the_bus<pmu::cci400_pmu> {};

TEST_F(silent_zero_of_the_cci400, is_right_where_secure_transactions_have_a_bus) {
    check(&pmu::cci400_pmu::secure_event_bus, 0x80, bound::other, false);
}
TEST_F(silent_zero_of_the_cci400, is_told_where_no_bus_is_bound) {
    check(&pmu::cci400_pmu::secure_event_bus, 0x80, bound::none, true);
}

// The XScales leave 0x10 to 0x17 to the product, on lines of the event bus.
template <class Unit>
class silent_zero_of_the_product : public silent_zero_beside_the_bus<Unit> {
protected:
    void check(bound pins, bool is_told) {
        typename Unit::core_type::config config;
        config.assp_event_mask = 0x80;
        silent_zero_beside_the_bus<Unit>::check(&Unit::event_bus, 0x17, pins, is_told, config);
    }
};
using xsc_units = testing::Types<pmu::xscale_pmu, pmu::ixp42x_pmu>;
TYPED_TEST_SUITE(silent_zero_of_the_product, xsc_units, part_name);

TYPED_TEST(silent_zero_of_the_product, is_told_where_the_bus_is_not_bound) {
    this->check(bound::none, true);
}
TYPED_TEST(silent_zero_of_the_product, is_right_where_it_is) {
    this->check(bound::other, false);
}

} // namespace
