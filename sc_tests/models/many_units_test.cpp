// SPDX-License-Identifier: Apache-2.0
// Units that share a clock, an alarm and a process count and interrupt as if each were alone.
#include <components/module_processes.h>
#include <models/wrapper_bench.h>
#include <pmu/tlm/clock_stepper.h>
#include <pmu/tlm/shared_alarm.h>
#include <support/resident_memory.h>

#include <cstddef>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace sc_test::many_units_test {

namespace {

class many_units : public sc_fixture {};
class shared_alarm : public sc_fixture {};
class sampled_pin : public sc_fixture {};

// --- the shared alarm --------------------------------------------------------------------

/// Asks for the earliest of its times whenever it is woken.
class sleeper : public sc_core::sc_module {
public:
    std::uint64_t late = 0;  ///< times that it was not woken at
    std::uint64_t wakes = 0; ///< how often it was woken

    explicit sleeper(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        MODULE_PROCESSES(sleeper);
        SC_METHOD(wake);
        dont_initialize();
        sensitive << m_wake_up.due;
    }
    ~sleeper() override { m_alarm->forget(m_wake_up); }

    void wait_for(std::uint64_t at) {
        m_times.insert(at);
        ask();
    }
    bool waits() const { return !m_times.empty(); }

private:
    static std::uint64_t now() { return sc_core::sc_time_stamp().value(); }

    void ask() { m_alarm->set(m_wake_up, m_times.empty() ? pmu::never : *m_times.begin(), now()); }
    void wake() {
        ++wakes;
        while (!m_times.empty() && *m_times.begin() <= now()) {
            late += *m_times.begin() < now() ? 1 : 0;
            m_times.erase(m_times.begin());
        }
        ask();
    }

    std::shared_ptr<pmu::shared_alarm> m_alarm = pmu::shared_alarm::get();
    pmu::shared_alarm::wake_up m_wake_up;
    std::set<std::uint64_t> m_times;
};

void run_to_tick(std::uint64_t time) {
    sc_core::sc_start(sc_core::sc_time::from_value(time) - sc_core::sc_time_stamp());
}

TEST_F(shared_alarm, is_never_late_for_anyone) {
    constexpr std::uint64_t period_ticks = 10'000;
    pmu::shared_alarm::get()->note_period(0); // a clock that stands still says nothing
    const auto alarm = pmu::shared_alarm::get();
    alarm->note_period(period_ticks);
    std::vector<std::unique_ptr<sleeper>> all;
    for (unsigned i = 0; i < 50; ++i) {
        all.push_back(std::make_unique<sleeper>(("sleeper" + std::to_string(i)).c_str()));
    }
    std::mt19937_64 random{7};
    for (unsigned i = 0; i < 20'000; ++i) {
        const std::uint64_t now = sc_core::sc_time_stamp().value();
        all[random() % all.size()]->wait_for(now + (random() >> (20 + random() % 40)) %
                                                       (period_ticks << 20));
        run_to_tick(now + 1 + (random() >> (30 + random() % 30)) % (period_ticks << 8));
    }
    run_to_tick(sc_core::sc_time_stamp().value() + (period_ticks << 21));
    for (const auto& who : all) {
        EXPECT_FALSE(who->waits()) << who->name();
        EXPECT_EQ(who->late, 0U) << who->name();
        EXPECT_GT(who->wakes, 100U) << who->name();
    }
}

TEST_F(shared_alarm, wakes_nobody_but_those_whose_time_has_come) {
    sleeper early("early");
    sleeper late("late");
    late.wait_for(2'000'000);
    early.wait_for(1'000'000);
    run_to_tick(1'000'001);
    EXPECT_EQ(early.wakes, 1U);
    EXPECT_EQ(late.wakes, 0U) << "the alarm has rung, but not for it";
    run_to_tick(2'000'001);
    EXPECT_EQ(early.wakes, 1U);
    EXPECT_EQ(late.wakes, 1U);
}

TEST_F(shared_alarm, a_time_that_is_forgotten_wakes_nobody) {
    const auto alarm = pmu::shared_alarm::get();
    std::vector<std::unique_ptr<pmu::shared_alarm::wake_up>> all;
    for (std::uint64_t i = 0; i < 20; ++i) {
        all.push_back(std::make_unique<pmu::shared_alarm::wake_up>());
        alarm->set(*all.back(), 1000 + 37 * i % 20, 0);
    }
    sleeper who("who");
    who.wait_for(1010);
    for (std::size_t i = 0; i < all.size(); i += 2) { // from the middle and the ends of its queue
        alarm->forget(*all[i]);
        alarm->forget(*all[i]); // twice is once
    }
    run_to_tick(1009);
    EXPECT_EQ(who.wakes, 0U);
    run_to_tick(1011);
    EXPECT_EQ(who.wakes, 1U);
    for (const auto& w : all) {
        alarm->forget(*w);
    }
    run_to_tick(5000);
    EXPECT_FALSE(sc_core::sc_pending_activity_at_future_time());
}

// --- units on one clock ------------------------------------------------------------------

/// A unit of which a counter overflows again and again, with a bus of its own.
class counted_bus : public sc_core::sc_module {
public:
    sc_core::sc_signal<sc_dt::sc_uint<20>> bus{"bus"};
    sc_core::sc_signal<bool> pmuirq{"pmuirq"};
    pmu::arm1136_pmu unit;
    bus_master cpu{"cpu"};
    level_changes irq_log;

    counted_bus(const sc_core::sc_module_name& name, sc_core::sc_signal_in_if<bool>& clk)
        : sc_core::sc_module(name), unit("pmu", without_start_delay()) {
        MODULE_PROCESSES(counted_bus);
        unit.clk(clk);
        unit.event_bus(bus);
        unit.pmuirq(pmuirq);
        cpu.socket.bind(unit.socket);
        SC_METHOD(log);
        dont_initialize();
        sensitive << pmuirq;
    }

    /// PMN0 counts event 0x06, one line, and requests an interrupt, `distance` events from now.
    void start(std::uint32_t distance) {
        cpu.write(pmn0_address, 0U - distance);
        cpu.write(pmnc_address, enable | pmnc::EC0.mask() | pmnc::EvtCount0.in_place(0x06));
    }
    /// What software does in the handler: E stays, the flag is cleared.
    void again(std::uint32_t distance) {
        cpu.write(pmn0_address, 0U - distance);
        cpu.write(pmnc_address,
                  enable | pmnc::EC0.mask() | pmnc::CR0.mask() | pmnc::EvtCount0.in_place(0x06));
    }

private:
    void log() { irq_log.push_back({sc_core::sc_time_stamp(), pmuirq.read()}); }
};

/// Pairs of units with equal pins: one on a clock that it shares and whose edges are known, one on
/// a clock of a derived class, which steps its edges by a process of its own.
class pair_of_units {
public:
    pair_of_units(const std::string& name, sc_core::sc_clock& shared, sc_core::sc_clock& own)
        : a(("a" + name).c_str(), shared), b(("b" + name).c_str(), own) {}

    counted_bus a;
    counted_bus b;

    void drive(unsigned lines) {
        a.bus.write(lines);
        b.bus.write(lines);
    }
    template <class Act>
    void both(Act act) {
        act(a);
        act(b);
    }
};

TEST_F(many_units, on_two_clocks_are_as_each_alone) {
    expect_report("/pmu/arm1136/irq_held"); // E is written 0 at any time
    sc_core::sc_clock fast("fast", ns(10), 0.5, ns(10), true);
    stepped_clock fast_twin("fast_twin", ns(10), 0.5, ns(10), true);
    sc_core::sc_clock slow("slow", ns(14), 0.5, ns(14), true);
    stepped_clock slow_twin("slow_twin", ns(14), 0.5, ns(14), true);
    std::vector<std::unique_ptr<pair_of_units>> pairs;
    for (unsigned i = 0; i < 24; ++i) {
        const bool is_slow = i % 3 == 0;
        pairs.push_back(std::make_unique<pair_of_units>(
            std::to_string(i), is_slow ? slow : fast,
            is_slow ? static_cast<sc_core::sc_clock&>(slow_twin) : fast_twin));
    }
    sc_core::sc_start(ns(3));
    for (unsigned i = 0; i < pairs.size(); ++i) {
        pairs[i]->both([&](counted_bus& u) { u.start(10 + i); });
    }
    std::mt19937 random{11};
    for (unsigned step = 0; step < 4000; ++step) {
        for (unsigned i = 0; i < pairs.size(); ++i) {
            pair_of_units& p = *pairs[i];
            // Phases of 100 steps: busy pins, which are stepped, or calm ones, which are computed.
            const bool is_busy = (step / 100 + i) % 3 == 0;
            if (is_busy || random() % 64 == 0) {
                p.drive(random() % 2 == 0 ? 0 : 0xF'FFFF);
            }
            if (random() % 256 == 0) {
                const auto distance = static_cast<std::uint32_t>(1 + random() % 60);
                p.both([&](counted_bus& u) { u.again(distance); });
            }
            if (random() % 1024 == 0) {
                p.both([](counted_bus& u) { u.cpu.write(pmnc_address, 0); });
            }
        }
        sc_core::sc_start(ns(step % 7 == 0 ? 24 : 10));
    }
    for (const auto& p : pairs) {
        EXPECT_EQ(p->a.cpu.read(pmn0_address), p->b.cpu.read(pmn0_address)) << p->a.name();
        EXPECT_EQ(p->a.cpu.read(ccnt_address), p->b.cpu.read(ccnt_address)) << p->a.name();
        EXPECT_EQ(p->a.irq_log, p->b.irq_log) << p->a.name();
        EXPECT_GT(p->a.irq_log.size(), 4U) << p->a.name();
        EXPECT_LT(p->a.unit.activations(), p->b.unit.activations()) << p->a.name();
    }
}

TEST_F(many_units, that_come_and_leave_take_no_memory) {
    sc_core::sc_clock clock("clock", ns(10));
    const auto stepper = pmu::clock_stepper::of(clock);
    pmu::clock_stepper::seat seat;
    std::uint64_t steps = 0;
    const auto come_and_leave = [&](std::uint64_t times) {
        for (std::uint64_t n = 0; n < times; ++n) {
            stepper->add(
                seat, &steps, [](void* count) { ++*static_cast<std::uint64_t*>(count); }, &steps);
            sc_core::sc_start(ns(10));
            stepper->remove(seat);
        }
    };
    come_and_leave(1'000);
    const std::size_t before = resident_bytes();
    come_and_leave(100'000);
    EXPECT_LT(resident_bytes(), before + (1U << 20U));
    EXPECT_GE(steps, 100'000U);
}

// A thousand units on as many tickless clocks ask for far times, and for nearer ones: the kernel's
// queue of times keeps a few entries in all.
TEST_F(many_units, leave_nothing_behind_in_the_queue_of_times) {
    std::vector<std::unique_ptr<pmu::tickless_clock>> clocks;
    std::vector<std::unique_ptr<counted_bus>> units;
    for (unsigned i = 0; i < 100; ++i) {
        clocks.push_back(
            std::make_unique<pmu::tickless_clock>(("clk" + std::to_string(i)).c_str(), ns(10 + i)));
        units.push_back(
            std::make_unique<counted_bus>(("unit" + std::to_string(i)).c_str(), *clocks.back()));
    }
    sc_core::sc_start(ns(3));
    for (unsigned i = 0; i < units.size(); ++i) {
        units[i]->bus.write(0xF'FFFF);
        units[i]->start(1000 + i); // due at 1,000 periods and more from now
    }
    sc_core::sc_start(ns(1));
    std::uint64_t before = 0;
    for (const auto& u : units) {
        before += u->unit.activations();
    }
    sc_core::sc_start(ns(9000)); // before the first is due
    std::uint64_t after = 0;
    for (const auto& u : units) {
        after += u->unit.activations();
        EXPECT_TRUE(u->irq_log.empty());
    }
    EXPECT_EQ(after, before) << "a unit is woken for what is due, never in between";
    sc_core::sc_start(ns(130'000));
    for (unsigned i = 0; i < units.size(); ++i) {
        ASSERT_EQ(units[i]->irq_log.size(), 1U) << i;
        // The first edge counts at one period. The n-th event is the n-th edge.
        EXPECT_EQ(units[i]->irq_log[0].time, ns((10.0 + i) * (1000.0 + i))) << i;
    }
}

// --- what an edge reads ------------------------------------------------------------------

/// A channel that computes what it reads as: there is no value to look at elsewhere.
class inverted_signal : public sc_core::sc_signal<sc_dt::sc_uint<20>> {
public:
    using sc_signal::sc_signal;
    const sc_dt::sc_uint<20>& read() const override {
        m_shown = ~sc_signal::read();
        return m_shown;
    }

private:
    mutable sc_dt::sc_uint<20> m_shown;
};

template <class Channel>
void expect_counts_levels_of(Channel& bus, const sc_dt::sc_uint<20>& counted,
                             const sc_dt::sc_uint<20>& idle) {
    sc_core::sc_clock clk("clk", ns(10), 0.5, ns(10), true);
    sc_core::sc_signal<bool> pmuirq("pmuirq");
    pmu::arm1136_pmu unit("pmu", without_start_delay());
    bus_master cpu("cpu");
    unit.clk(clk);
    unit.event_bus(bus);
    unit.pmuirq(pmuirq);
    cpu.socket.bind(unit.socket);
    bus.write(idle);
    sc_core::sc_start(ns(5));
    cpu.write(pmnc_address, enable | pmnc::EvtCount0.in_place(0x06));
    sc_core::sc_start(ns(50)); // five edges without the event
    bus.write(counted);
    sc_core::sc_start(ns(30)); // three with it
    bus.write(idle);
    sc_core::sc_start(ns(40));
    EXPECT_EQ(cpu.read(pmn0_address), 3U);
    EXPECT_EQ(cpu.read(ccnt_address), 12U);
}

TEST_F(sampled_pin, is_what_a_channel_computes) {
    inverted_signal bus("bus");
    expect_counts_levels_of(bus, 0, 0xF'FFFF);
}

TEST_F(sampled_pin, is_that_of_a_buffer) {
    sc_core::sc_buffer<sc_dt::sc_uint<20>> bus("bus");
    expect_counts_levels_of(bus, 0xF'FFFF, 0);
}

TEST_F(sampled_pin, is_that_of_a_signal_with_many_writers) {
    sc_core::sc_signal<sc_dt::sc_uint<20>, sc_core::SC_MANY_WRITERS> bus("bus");
    expect_counts_levels_of(bus, 0xF'FFFF, 0);
}

} // namespace

} // namespace sc_test::many_units_test
