// SPDX-License-Identifier: Apache-2.0
// The activity on lines in simulated time, against the generator run by hand.
#include <activity/activity_source.h>
#include <arm11_common/arm11_activity.h>
#include <components/module_processes.h>
#include <support/sc_fixture.h>

#include <vector>

namespace platform::activity_source_test {
namespace {

using sc_core::sc_time;

constexpr std::uint64_t period = 7; ///< ps; odd, so that the halves differ

/// Samples the lines at each edge, as a PMU does.
struct testbench : sc_core::sc_module {
    sc_core::sc_signal<sc_dt::sc_uint<20>> bus{"bus"};
    sc_core::sc_out<sc_dt::sc_uint<20>> port{"port"};
    activity::activity_source source{"source", sc_time::from_value(period), 5};
    std::vector<std::uint64_t> sampled; ///< by edge, the first at one period
    std::vector<std::uint64_t> changed_at;
    std::uint64_t calls = 0;

    explicit testbench(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        port.bind(bus);
        source.add_output(arm11_common::arm11_lines(), port);
        source.add_output(activity::line_map{{40, activity::activity_kind::branch}},
                          [this](std::uint64_t word) {
                              branch_word = word;
                              ++calls;
                          });
        MODULE_PROCESSES(testbench);
        SC_METHOD(edge);
        SC_METHOD(change);
        sensitive << bus;
        dont_initialize();
    }

    std::uint64_t branch_word = 0;

private:
    void edge() {
        if (sc_core::sc_time_stamp().value() != 0) {
            sampled.push_back(bus.read().to_uint64());
        }
        next_trigger(sc_time::from_value(period));
    }
    void change() { changed_at.push_back(sc_core::sc_time_stamp().value()); }
};

class activity_source_module : public sc_test::sc_fixture {
protected:
    static void run_to(std::uint64_t ps) {
        sc_core::sc_start(sc_time::from_value(ps) - sc_core::sc_time_stamp());
    }
    /// The words of n cycles of a seed, and their totals.
    static std::vector<std::uint64_t> words(std::uint64_t seed, std::size_t n) {
        activity::pipeline core(seed);
        std::vector<std::uint64_t> result;
        while (result.size() < n) {
            result.push_back(arm11_common::arm11_lines().word(core.step()));
        }
        return result;
    }
    static activity::activity_totals totals(std::uint64_t seed, std::size_t n) {
        activity::pipeline core(seed);
        activity::activity_totals result;
        for (std::size_t i = 0; i < n; ++i) {
            result.add(core.step().only(arm11_common::arm11_lines().kinds()), 1);
        }
        return result;
    }

    testbench tb{"tb"};
};

TEST_F(activity_source_module, shows_one_cycle_to_each_edge) {
    constexpr std::size_t edges = 20000;
    tb.source.start();
    run_to(edges * period + 1);
    EXPECT_EQ(tb.sampled, words(5, edges));
    EXPECT_EQ(tb.source.totals(), totals(5, edges));
}

TEST_F(activity_source_module, changes_half_a_period_before_the_edge) {
    tb.source.start();
    run_to(1000 * period);
    ASSERT_FALSE(tb.changed_at.empty());
    for (const std::uint64_t t : tb.changed_at) {
        ASSERT_EQ(t % period, period / 2);
    }
}

TEST_F(activity_source_module, sleeps_and_is_silent_while_nothing_changes) {
    tb.source.start();
    run_to(20000 * period);
    const auto all = words(5, 20000);
    std::uint64_t changes = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        changes += all[i] != (i == 0 ? 0 : all[i - 1]) ? 1 : 0;
    }
    EXPECT_EQ(tb.changed_at.size(), changes);
    EXPECT_LE(tb.source.wake_ups(), changes + 3) << "the start, and a run that begins as silence";
    EXPECT_LT(tb.calls, changes) << "the other output changes less often";
    EXPECT_GT(tb.calls, 0U);
}

TEST_F(activity_source_module, knows_its_totals_at_any_time) {
    tb.source.start();
    for (std::uint64_t t = 0; t < 3000; t += 5) {
        run_to(t);
        ASSERT_EQ(tb.source.totals(), totals(5, t / period)) << "at " << t << " ps";
    }
}

TEST_F(activity_source_module, is_idle_until_it_is_started) {
    run_to(10 * period);
    EXPECT_EQ(tb.source.wake_ups(), 0U);
    EXPECT_FALSE(tb.source.is_running());
    EXPECT_EQ(tb.source.totals(), activity::activity_totals{});
    EXPECT_TRUE(tb.changed_at.empty());
    tb.source.start();
    EXPECT_TRUE(tb.source.is_running());
    run_to(300 * period + 1);
    std::vector<std::uint64_t> expected(10, 0); // the edge of the start is not seen yet
    const auto shown = words(5, 290);
    expected.insert(expected.end(), shown.begin(), shown.end());
    EXPECT_EQ(tb.sampled, expected);
}

// Stopped and started in each part of a period: no cycle is lost, none is shown twice.
TEST_F(activity_source_module, goes_on_where_it_was_stopped) {
    tb.source.start();
    std::size_t shown = 0;
    std::vector<std::uint64_t> expected;
    const auto all = words(5, 2000);
    for (std::uint64_t phase = 1; phase < period; ++phase) {
        const std::uint64_t base = expected.size() * period;
        run_to(base + 200 * period + phase);
        tb.source.stop();
        for (std::size_t i = 0; i < 200; ++i) {
            // A start after the half period is too late for the edge that follows.
            const bool missed = i == 0 && phase > 1 && (phase - 1) > period / 2;
            expected.push_back(missed ? 0 : all[shown++]);
        }
        ASSERT_EQ(tb.source.totals(), totals(5, shown));
        run_to(base + 220 * period + phase);
        EXPECT_EQ(tb.bus.read(), 0U);
        expected.insert(expected.end(), 20, 0);
        ASSERT_EQ(tb.sampled, expected) << "phase " << phase;
        ASSERT_EQ(tb.source.totals(), totals(5, shown)) << "a stopped source counts nothing";
        tb.source.start();
    }
}

TEST_F(activity_source_module, starts_afresh_with_another_seed) {
    tb.source.start();
    run_to(500 * period + 5); // cycle 500 is on the lines
    tb.source.restart(8);
    EXPECT_EQ(tb.source.totals(), activity::activity_totals{});
    tb.sampled.clear();
    run_to(1001 * period + 1);
    auto expected = words(8, 500);
    expected.insert(expected.begin(), 0); // no edge sees the dropped cycle
    EXPECT_EQ(tb.sampled, expected);
    EXPECT_EQ(tb.source.totals(), totals(8, 500));

    tb.source.restart(8);
    tb.sampled.clear();
    run_to(1501 * period + 1);
    EXPECT_EQ(tb.sampled, words(8, 500)) << "the same seed gives the same again";
}

TEST_F(activity_source_module, can_be_stopped_before_it_began) {
    tb.source.start();
    tb.source.stop();
    run_to(10 * period);
    EXPECT_EQ(tb.source.totals(), activity::activity_totals{});
    EXPECT_TRUE(tb.changed_at.empty());
}

TEST_F(activity_source_module, needs_a_period_with_a_half) {
    expect_error("/platform/activity/period",
                 [] { activity::activity_source source("short", sc_core::SC_ZERO_TIME, 1); });
    EXPECT_EQ(reports("/platform/activity/period"),
              std::vector<std::string>{"short: the period is 0 s, it must be at least two ticks"});
}

} // namespace
} // namespace platform::activity_source_test
