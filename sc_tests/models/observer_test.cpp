// SPDX-License-Identifier: Apache-2.0
// Hooks: what observers are told, with which times, and when they may go.
#include <components/payload.h>
#include <generated/part_setups.h>
#include <models/wrapper_bench.h>
#include <support/hook_log.h>
#include <support/part_types.h>

#include <pmu/core/snapshot_error.h>

#include <gmock/gmock.h>

#include <memory>
#include <sstream>

namespace sc_test::observer_test {

namespace {

using lines = std::vector<std::string>;
using testing::ElementsAre;

class observers : public on_both_clocks {};
INSTANTIATE_TEST_SUITE_P(clocks, observers, all_clocks(), name_of);

TEST_P(observers, are_told_everything_in_order_with_its_time) {
    wrapper_bench bench("bench", GetParam());
    hook_log log;
    bench.unit.observe(log);
    run_to(ns(5));
    bench.write(ccnt_address, 0xFFFF'FFFE);
    bench.write(pmnc_address, enable | ccnt_irq); // the second edge, at 20 ns, overflows
    EXPECT_EQ(log.take(),
              (lines{"5 ns write CCNT 0xfffffffe ok", "5 ns write PMNC 0x41 ok", "5 ns enabled"}));
    run_to(ns(35));
    EXPECT_EQ(log.take(), (lines{"20 ns overflow CCNT", "20 ns raised"}));
    EXPECT_EQ(bench.read(pmnc_address), enable | ccnt_irq | ccnt_flag);
    bench.write(pmnc_address, enable | ccnt_irq | ccnt_flag);
    run_to(ns(45));
    bench.write(pmnc_address, 0);
    EXPECT_EQ(log.take(), (lines{"35 ns read PMNC 0x441 ok", "35 ns write PMNC 0x441 ok",
                                 "35 ns cleared", "45 ns write PMNC 0x0 ok", "45 ns disabled"}));
}

TEST_P(observers, are_told_who_is_refused) {
    wrapper_bench bench("bench", GetParam());
    hook_log log;
    bench.unit.observe(log);
    run_to(ns(5));
    bench.cpu.who().privileged = false;
    bench.cpu.write(pmnc_address, enable);
    bench.cpu.word = 7;
    bench.cpu.read(pmn0_address);
    bench.cpu.who() = {true, false};
    bench.cpu.read(no_register);
    bench.cpu.read(pmnc_address + 2); // not aligned: no register access
    std::ostringstream none;
    none << std::hex << "5 ns read 0x" << no_register << " 0x0 nonsecure address error";
    const auto refused = [](const char* why) {
        return testing::StartsWith(std::string("5 ns refused: ") + why);
    };
    EXPECT_THAT(log.take(),
                testing::ElementsAre("5 ns write PMNC 0x1 user command error",
                                     refused("a User mode, Secure write of PMNC"),
                                     "5 ns read PMN0 0x0 user command error",
                                     refused("a User mode, Secure read of PMN0"), none.str(),
                                     refused("no register at address "), refused("address ")));
}

// What it does not override does nothing.
TEST_P(observers, may_hear_of_one_thing_alone) {
    class of_resets final : public pmu::pmu_observer {
    public:
        std::vector<sc_core::sc_time> times;
        void reset(const sc_core::sc_time& time) override { times.push_back(time); }
    };
    class of_nothing final : public pmu::pmu_observer {};
    wrapper_bench bench("bench", GetParam());
    of_resets resets;
    of_nothing nothing;
    bench.unit.observe(resets);
    bench.unit.observe(nothing);
    run_to(ns(5));
    bench.write(ccnt_address, 0xFFFF'FFFF);
    bench.write(pmnc_address, enable | ccnt_irq);
    run_to(ns(15));
    bench.write(pmnc_address, enable | ccnt_flag);
    bench.cpu.read(no_register);
    bench.write(pmnc_address, 0);
    bench.reset.write(true);
    run_to(ns(45));
    EXPECT_EQ(bench.irq_log, (level_changes{{ns(10), 1}, {ns(15), 0}}));
    EXPECT_EQ(resets.times.size(), 1U);
}

// Flag and request are not there to tell them: only the true times are.
TEST_P(observers, are_told_overflows_without_an_interrupt_in_time) {
    wrapper_bench bench("bench", GetParam());
    hook_log log;
    bench.unit.observe(log);
    bench.event_bus.write(1U << 5 | 1U << 6); // both wires of 0x05: two an edge
    run_to(ns(5));
    bench.write(pmn1_address, 0xFFFF'FFFC); // 30 ns: the second edge with two wires
    bench.write(ccnt_address, 0xFFFF'FFFB); // 50 ns
    bench.write(pmnc_address, enable | pmnc::EvtCount0.in_place(1) | pmnc::EvtCount1.in_place(5));
    log.take();
    run_to(ns(19));
    EXPECT_EQ(log.take(), lines{});
    run_to(ns(21));
    EXPECT_EQ(log.take(), (lines{"20 ns overflow PMN1"}));
    run_to(ns(51));
    EXPECT_EQ(log.take(), (lines{"50 ns overflow CCNT"}));
}

TEST_P(observers, are_told_overflows_that_come_with_a_set_flag) {
    wrapper_bench bench("bench", GetParam());
    hook_log log;
    bench.unit.observe(log);
    run_to(ns(5));
    bench.write(pmnc_address, enable);
    for (unsigned i = 0; i < 2; ++i) {
        bench.write(ccnt_address, 0xFFFF'FFFF);
        sc_core::sc_start(period);
    }
    EXPECT_THAT(log.take(), ElementsAre("5 ns write PMNC 0x1 ok", "5 ns enabled",
                                        "5 ns write CCNT 0xffffffff ok", "10 ns overflow CCNT",
                                        "15 ns write CCNT 0xffffffff ok", "20 ns overflow CCNT"));
}

TEST_P(observers, are_told_batches_reset_and_debug_writes) {
    wrapper_bench bench("bench", GetParam());
    hook_log log;
    bench.unit.observe(log);
    run_to(ns(5));
    bench.poke(pmnc_address, enable | pmnc::EC0.mask() | pmnc::EvtCount1.in_place(1));
    bench.unit.count(0, std::uint64_t{3} << 32, sc_core::SC_ZERO_TIME); // three turns of PMN0
    EXPECT_EQ(log.take(), (lines{"5 ns enabled", "5 ns overflow PMN0", "5 ns raised"}));
    run_to(ns(25));
    bench.reset.write(true);
    run_to(ns(26));
    EXPECT_EQ(log.take(), (lines{"25 ns reset", "25 ns disabled", "25 ns cleared"}));
    bench.write(pmnc_address, enable); // held in reset: answered, not stored
    bench.unit.count(0, 5, sc_core::SC_ZERO_TIME);
    bench.reset.write(false);
    run_to(ns(45));
    EXPECT_EQ(log.take(), (lines{"26 ns write PMNC 0x1 ok"}));
}

TEST_P(observers, see_the_state_of_then) {
    class looking : public pmu::pmu_observer {
    public:
        wrapper_bench* bench = nullptr;
        std::vector<std::uint32_t> values;
        void overflow(const char* /*counter*/, const sc_core::sc_time& /*time*/) override {
            look();
        }
        void disabled(const sc_core::sc_time& /*time*/) override { look(); }

    private:
        void look() {
            std::uint32_t value = 0;
            EXPECT_TRUE(bench->unit.snapshot().peek(ccnt_address, {}, value));
            values.push_back(value);
        }
    } look;
    wrapper_bench bench("bench", GetParam());
    look.bench = &bench;
    bench.unit.observe(look);
    run_to(ns(5));
    bench.write(ccnt_address, 0xFFFF'FFFF);
    bench.write(pmnc_address, enable);
    run_to(ns(45));
    bench.write(pmnc_address, pmnc::C.mask());
    EXPECT_EQ(look.values, (std::vector<std::uint32_t>{0, 0})); // of 10 ns; C comes with E = 0
}

TEST_P(observers, may_make_no_access) {
    class meddling : public pmu::pmu_observer {
    public:
        wrapper_bench* bench = nullptr;
        void enabled(const sc_core::sc_time& /*time*/) override {
            bench->cpu.read(ccnt_address);
            EXPECT_EQ(bench->cpu.status, tlm::TLM_GENERIC_ERROR_RESPONSE);
        }
    } meddle;
    wrapper_bench bench("bench", GetParam());
    meddle.bench = &bench;
    bench.unit.observe(meddle);
    run_to(ns(5));
    expect_report("/pmu/arm1136/access_in_observer", 1);
    bench.cpu.write(pmnc_address, enable);
    bench.cpu.write(pmnc_address, 0);
    bench.cpu.write(pmnc_address, enable);
    EXPECT_EQ(bench.read(ccnt_address), 0U);
}

// What looks sees the state as it is told, out of order or not; what would change it is refused.
TEST_P(observers, look_and_do_not_touch) {
    class meddling : public hook_log {
    public:
        wrapper_bench* bench = nullptr;
        void register_access(const pmu::observed_access& a, const sc_core::sc_time& time) override {
            hook_log::register_access(a, time);
            auto& unit = bench->unit;
            std::uint32_t word = 0;
            tlm::tlm_generic_payload payload;
            const auto debug = [&](tlm::tlm_command command) {
                platform::components::prepare(payload, command, pmnc_address, &word, sizeof word);
                return unit.socket.get_base_interface().transport_dbg(payload);
            };
            EXPECT_EQ(debug(tlm::TLM_READ_COMMAND), 4U);
            EXPECT_EQ(word, a.value);
            word = 0;
            EXPECT_EQ(debug(tlm::TLM_WRITE_COMMAND), 0U);
            EXPECT_EQ(unit.headroom(0), UINT64_MAX);
            EXPECT_TRUE(unit.is_counted(0)); // EvtCount0 is 0
            unit.count(0, 1, sc_core::SC_ZERO_TIME);
            unit.advance_to(ns(100));
            std::stringstream file;
            EXPECT_THROW(unit.save(file), pmu::snapshot_error);
            EXPECT_THROW(unit.restore(file), pmu::snapshot_error);
        }
    } meddle;
    wrapper_bench bench("bench", GetParam());
    hook_log after;
    meddle.bench = &bench;
    bench.unit.observe(meddle);
    bench.unit.observe(after);
    run_to(ns(5));
    expect_report("/pmu/arm1136/access_in_observer", 1);
    bench.write(pmnc_address, enable);
    EXPECT_EQ(meddle.lines, (lines{"5 ns write PMNC 0x1 ok", "5 ns enabled"}));
    EXPECT_EQ(after.lines, meddle.lines);
    EXPECT_EQ(bench.peek(pmn0_address), 0U);
}

TEST_P(observers, may_hand_over_to_another) {
    class handing : public pmu::pmu_observer {
    public:
        wrapper_bench* bench = nullptr;
        hook_log next;
        void enabled(const sc_core::sc_time& /*time*/) override {
            bench->unit.stop_observing(*this);
            bench->unit.observe(next);
        }
    } first;
    wrapper_bench bench("bench", GetParam());
    first.bench = &bench;
    bench.unit.observe(first);
    run_to(ns(5));
    bench.write(ccnt_address, 0xFFFF'FFFE);
    bench.write(pmnc_address, enable);
    run_to(ns(25));
    bench.write(pmnc_address, 0);
    EXPECT_EQ(first.next.lines,
              (lines{"20 ns overflow CCNT", "25 ns write PMNC 0x0 ok", "25 ns disabled"}));
}

TEST_P(observers, may_go_at_any_time) {
    class leaving : public hook_log {
    public:
        std::function<void()> leave;
        void enabled(const sc_core::sc_time& time) override {
            hook_log::enabled(time);
            const std::function<void()> last_act = leave; // this may not outlive it
            last_act();
        }
    };
    wrapper_bench bench("bench", GetParam());
    hook_log first;
    leaving quits;
    auto dies = std::make_unique<leaving>();
    auto killed = std::make_unique<hook_log>();
    hook_log last;
    quits.leave = [&] { bench.unit.stop_observing(quits); };
    dies->leave = [&] {
        dies.reset();
        killed.reset();
    };
    bench.unit.observe(first);
    bench.unit.observe(quits);
    bench.unit.observe(*dies);
    bench.unit.observe(*killed);
    bench.unit.observe(last);
    bench.unit.observe(last);
    run_to(ns(5));
    bench.poke(pmnc_address, enable);
    bench.poke(pmnc_address, 0);
    EXPECT_EQ(dies, nullptr);
    EXPECT_EQ(quits.lines, (lines{"5 ns enabled"}));
    EXPECT_EQ(first.lines, (lines{"5 ns enabled", "5 ns disabled"}));
    EXPECT_EQ(last.lines, first.lines);
    bench.unit.stop_observing(first);
    bench.unit.stop_observing(last);
    bench.unit.stop_observing(last);
    bench.poke(pmnc_address, enable);
    EXPECT_EQ(first.lines.size(), 2U);
    EXPECT_EQ(last.lines.size(), 2U);
}

TEST_P(observers, that_come_late_are_not_told_the_past) {
    wrapper_bench bench("bench", GetParam());
    run_to(ns(5));
    bench.write(ccnt_address, 0xFFFF'FFFF);
    bench.write(pmnc_address, enable | ccnt_irq);
    run_to(ns(25));
    hook_log log;
    bench.unit.observe(log);
    run_to(ns(55));
    EXPECT_EQ(log.lines, lines{});
    bench.poke(pmnc_address, 0);
    EXPECT_EQ(log.lines, (lines{"55 ns disabled"})); // PMUIRQ is held while E is 0
}

TEST_P(observers, outlive_units_and_units_outlive_them) {
    hook_log log;
    {
        wrapper_bench bench("bench", GetParam());
        bench.unit.observe(log);
        hook_log brief;
        bench.unit.observe(brief);
        run_to(ns(5));
    }
    EXPECT_EQ(log.lines, lines{});
}

// The cost of nobody: as many wake-ups as ever.
TEST_P(observers, that_have_left_cost_nothing) {
    wrapper_bench bench("bench", GetParam());
    hook_log log;
    bench.unit.observe(log);
    run_to(ns(5));
    bench.write(pmnc_address, enable);
    bench.write(ccnt_address, 0xFFFF'FFF0);
    bench.unit.stop_observing(log);
    run_to(ns(1005)); // what was asked for before may come
    EXPECT_EQ(bench.read(ccnt_address), 100U - 16U);
    bench.write(ccnt_address, 0xFFFF'FFF0);
    const std::uint64_t before = bench.unit.activations();
    run_to(ns(2005));
    EXPECT_EQ(bench.unit.activations(), before + (GetParam() == clock_kind::stepped ? 100U : 0U));
    EXPECT_EQ(log.lines.size(), 3U);
}

// Of a unit that runs ahead the times are still to come, and go forward.
TEST(observed_decoupling, times_are_true) {
    wrapper_bench bench("bench", clock_kind::tickless);
    hook_log log;
    bench.unit.observe(log);
    run_to(ns(5));
    bench.write(ccnt_address, 0xFFFF'FFFD);
    bench.write(pmnc_address, enable | ccnt_irq);
    bench.read_after(ns(100), ccnt_address);
    EXPECT_EQ(sc_core::sc_time_stamp(), ns(5));
    EXPECT_EQ(log.take(),
              (lines{"5 ns write CCNT 0xfffffffd ok", "5 ns write PMNC 0x41 ok", "5 ns enabled",
                     "30 ns overflow CCNT", "30 ns raised", "105 ns read CCNT 0x7 ok"}));
    EXPECT_EQ(bench.irq_log, level_changes{});
}

// --- every part ----------------------------------------------------------------------------------

template <class Unit>
class every_observed_part : public sc_fixture {};
TYPED_TEST_SUITE(every_observed_part, every_module, part_name);

template <class Unit, class Clock>
lines hooks_of(Clock& clk) {
    using setup = part_setup<typename Unit::core_type>;
    typename Unit::core_type::config parameters;
    if constexpr (std::is_base_of_v<pmu::arm11_config, typename Unit::core_type::config>) {
        parameters.start_delay_cycles = 0;
    }
    Unit unit("pmu", parameters);
    bus_master cpu("cpu");
    unit.clk(clk);
    cpu.socket.bind(unit.socket);
    run_to(ns(5));
    for (const register_write& w : setup::start({})) {
        cpu.write(w.address, w.value);
    }
    cpu.write(setup::cycle_counter, 0xFFFF'FFFE);
    hook_log log;
    unit.observe(log);
    run_to(ns(35));
    for (const register_write& w : setup::clear_flags({})) {
        cpu.poke(w.address, 0); // a debugger stores the flags
    }
    unit.count(setup::event, std::uint64_t{1} << 33, sc_core::SC_ZERO_TIME);
    for (const register_write& w : setup::start({false})) {
        cpu.poke(w.address, w.value);
    }
    lines told;
    for (const std::string& line : log.lines) {
        if (line.find("write") == std::string::npos) {
            told.push_back(line);
        }
    }
    return told;
}

TYPED_TEST(every_observed_part, tells_on_a_tickless_clock) {
    pmu::tickless_clock clk("clk", period);
    const lines told = hooks_of<TypeParam>(clk);
    ASSERT_GE(told.size(), 2U);
    const auto& names = TypeParam::core_type::counter_names;
    EXPECT_EQ(told[0], std::string("20 ns overflow ") + names.back());
    EXPECT_EQ(told[1], "20 ns raised");
    EXPECT_THAT(told, testing::Contains("35 ns disabled"));
}

TYPED_TEST(every_observed_part, tells_on_a_toggling_clock) {
    sc_core::sc_clock clk("clk", period, 0.5, period, true);
    const lines told = hooks_of<TypeParam>(clk);
    ASSERT_GE(told.size(), 2U);
    const auto& names = TypeParam::core_type::counter_names;
    EXPECT_EQ(told[0], std::string("20 ns overflow ") + names.back());
    EXPECT_EQ(told[1], "20 ns raised");
    EXPECT_THAT(told, testing::Contains("35 ns disabled"));
}

} // namespace

} // namespace sc_test::observer_test
