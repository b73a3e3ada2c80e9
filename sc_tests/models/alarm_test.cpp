// SPDX-License-Identifier: Apache-2.0
// An alarm is never late, wakes seldom more often than it was asked to, and leaves nothing behind.
#include <components/module_processes.h>
#include <pmu/tlm/alarm.h>
#include <support/resident_memory.h>
#include <support/sc_fixture.h>

#include <cstdint>
#include <random>
#include <set>
#include <systemc>

namespace sc_test::alarm_test {

namespace {

constexpr std::uint64_t unit = 10'000;

/// Asks for all times that it still waits for whenever it is woken, as the owner of an alarm does.
class sleeper : public sc_core::sc_module {
public:
    std::uint64_t late = 0;  ///< times that it was not woken at
    std::uint64_t wakes = 0; ///< how often it was woken

    explicit sleeper(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        MODULE_PROCESSES(sleeper);
        SC_METHOD(wake);
        dont_initialize();
        m_alarm.for_each_event([this](const sc_core::sc_event& e) { sensitive << e; });
    }

    /// Waits for a time from now on.
    void wait_for(std::uint64_t at) {
        m_times.insert(at);
        ask();
    }
    void forget(std::uint64_t at) { m_times.erase(at); }
    bool waits() const { return !m_times.empty(); }

private:
    static std::uint64_t now() { return sc_core::sc_time_stamp().value(); }

    void ask() { m_alarm.set(m_times.empty() ? pmu::never : *m_times.begin()); }
    void wake() {
        ++wakes;
        while (!m_times.empty() && *m_times.begin() <= now()) {
            late += *m_times.begin() < now() ? 1 : 0;
            m_times.erase(m_times.begin());
        }
        ask();
    }

    pmu::alarm m_alarm{unit};
    std::set<std::uint64_t> m_times;
};

class alarm : public sc_test::sc_fixture {
protected:
    sleeper who{"who"};

    static void run_to(std::uint64_t time) {
        sc_core::sc_start(sc_core::sc_time::from_value(time) - sc_core::sc_time_stamp());
    }
};

TEST_F(alarm, wakes_once_for_a_time_at_any_distance) {
    std::uint64_t at = 0;
    unsigned asked = 0;
    for (std::uint64_t distance = 1; distance < std::uint64_t{1} << 60; distance *= 37) {
        at += distance;
        who.wait_for(at);
        run_to(at - 1);
        EXPECT_EQ(who.wakes, asked) << "before " << at;
        run_to(at + 1);
        EXPECT_EQ(who.wakes, ++asked) << at;
        ++at;
    }
    EXPECT_EQ(who.late, 0U);
    EXPECT_GT(asked, 10U);
}

TEST_F(alarm, wakes_for_nearer_times_and_still_for_the_far_one) {
    who.wait_for(900'000'000);
    who.wait_for(800'000'000); // as far as the one before
    who.wait_for(700'000'000);
    who.wait_for(5'000);
    who.wait_for(4'000);
    who.wait_for(4'000);
    run_to(1'000'000'000);
    EXPECT_FALSE(who.waits());
    EXPECT_EQ(who.late, 0U);
    EXPECT_LE(who.wakes, 5U + 256U);
}

TEST_F(alarm, wakes_at_once_for_a_time_that_is_past) {
    run_to(1000);
    who.wait_for(1000);
    run_to(1001);
    EXPECT_EQ(who.wakes, 1U);
    EXPECT_EQ(who.late, 0U) << "at the next instant instead of this one";
    who.wait_for(1);
    EXPECT_TRUE(sc_core::sc_pending_activity_at_current_time());
    run_to(1002);
    EXPECT_EQ(who.wakes, 2U);
}

TEST_F(alarm, never_is_no_time) {
    who.wait_for(pmu::never);
    EXPECT_FALSE(sc_core::sc_pending_activity());
}

TEST_F(alarm, is_never_late) {
    std::mt19937_64 random{1};
    for (unsigned i = 0; i < 20'000; ++i) {
        const std::uint64_t now = sc_core::sc_time_stamp().value();
        const std::uint64_t at = now + 1 + (random() >> (20 + random() % 40)) % (unit << 22);
        who.wait_for(at);
        if (random() % 4 == 0) {
            who.forget(at); // what was asked for is not needed: it may still wake
        }
        run_to(now + 1 + (random() >> (30 + random() % 30)) % (unit << 12));
    }
    run_to(sc_core::sc_time_stamp().value() + (unit << 23));
    EXPECT_FALSE(who.waits());
    EXPECT_EQ(who.late, 0U);
}

// Far times that come nearer by and by, and a near one in between: the worst for the kernel's
// queue.
TEST_F(alarm, leaves_nothing_behind) {
    constexpr std::uint64_t rounds = 1'000'000;
    const std::uint64_t far = unit << 36;
    std::size_t before = 0;
    for (std::uint64_t i = 0; i < rounds; ++i) {
        const std::uint64_t now = i * unit;
        who.wait_for(far - i);
        who.wait_for(now + unit / 2);
        run_to(now + unit);
        who.forget(far - i);
        if (i == rounds / 10) {
            before = sc_test::resident_bytes();
        }
    }
    EXPECT_LT(sc_test::resident_bytes(), before + 4'000'000); // dead entries would be 20 MB
    EXPECT_EQ(who.late, 0U);
    EXPECT_LT(who.wakes, rounds + rounds / 50);
}

} // namespace

} // namespace sc_test::alarm_test
