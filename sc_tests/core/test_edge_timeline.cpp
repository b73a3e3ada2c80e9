// SPDX-License-Identifier: Apache-2.0
#include <core/core_traits.h>

#include <pmu/core/edge_timeline.h>

#include <gtest/gtest.h>

#include <cstdint>

namespace core_test::edge_timeline_test {
namespace {

using pmu::edge_timeline;
using pmu::never;

TEST(edge_timeline, has_no_edges_without_a_period) {
    for (const edge_timeline& timeline : {edge_timeline{}, edge_timeline{100, 0}}) {
        EXPECT_EQ(timeline.period(), 0U);
        EXPECT_EQ(timeline.edges_by(never), 0U);
        EXPECT_EQ(timeline.time_of(1), never);
        EXPECT_EQ(timeline.time_of(never), never);
    }
}

TEST(edge_timeline, has_its_first_edge_one_period_after_the_start) {
    const edge_timeline timeline(100, 10);
    EXPECT_EQ(timeline.period(), 10U);
    EXPECT_EQ(timeline.edges_by(0), 0U);
    EXPECT_EQ(timeline.edges_by(109), 0U);
    EXPECT_EQ(timeline.edges_by(110), 1U);
    EXPECT_EQ(timeline.edges_by(119), 1U);
    EXPECT_EQ(timeline.edges_by(120), 2U);
    EXPECT_EQ(timeline.time_of(1), 110U);
    EXPECT_EQ(timeline.time_of(5), 150U);
}

TEST(edge_timeline, may_begin_with_an_edge_at_any_time) {
    edge_timeline timeline = edge_timeline::from_first(0, 10);
    EXPECT_EQ(timeline.edges_by(0), 1U);
    EXPECT_EQ(timeline.take_by(10), 2U);
    EXPECT_EQ(timeline.time_of(1), 20U);
    EXPECT_EQ(edge_timeline::from_first(3, 10).edges_by(2), 0U);
    EXPECT_EQ(edge_timeline::from_first(3, 10).edges_by(13), 2U);
}

TEST(edge_timeline, knows_the_times_of_edges_before_and_after_those_taken) {
    edge_timeline timeline = edge_timeline::from_first(3, 10);
    timeline.take_by(50);
    for (std::uint64_t t = 3; t < 100; ++t) {
        EXPECT_EQ(timeline.has_edge_at(t), t % 10 == 3) << t;
    }
    EXPECT_FALSE(edge_timeline{}.has_edge_at(0));
}

TEST(edge_timeline, counts_from_the_edges_taken) {
    edge_timeline timeline(0, 10);
    EXPECT_EQ(timeline.take_by(9), 0U);
    EXPECT_EQ(timeline, edge_timeline(0, 10));
    EXPECT_EQ(timeline.take_by(10), 1U);
    EXPECT_EQ(timeline.take_by(10), 0U);
    EXPECT_EQ(timeline.take_by(39), 2U);
    EXPECT_EQ(timeline.edges_by(39), 0U);
    EXPECT_EQ(timeline.time_of(1), 40U);
    EXPECT_FALSE(timeline == edge_timeline(0, 10));
}

TEST(edge_timeline, a_shorter_period_brings_the_next_edge_forward_but_not_into_the_past) {
    edge_timeline timeline(0, 100);
    timeline.take_by(100);
    timeline.set_period(130, 50); // 30 have passed, 20 are left
    EXPECT_EQ(timeline.time_of(1), 150U);
    EXPECT_EQ(timeline.time_of(2), 200U);
    timeline.set_period(145, 10); // 45 have passed: due at once
    EXPECT_EQ(timeline.time_of(1), 145U);
    EXPECT_EQ(timeline.edges_by(145), 1U);
    EXPECT_EQ(timeline.time_of(2), 155U);
    EXPECT_EQ(timeline.take_by(145), 1U);
    EXPECT_EQ(timeline.time_of(1), 155U);
}

TEST(edge_timeline, a_longer_period_puts_the_next_edge_off) {
    edge_timeline timeline(0, 10);
    timeline.set_period(4, 100);
    EXPECT_EQ(timeline.time_of(1), 100U);
}

// One with a given first edge has started at 0.
TEST(edge_timeline, a_change_before_the_first_edge_keeps_the_time_since_the_start) {
    for (edge_timeline timeline : {edge_timeline(0, 100), edge_timeline::from_first(100, 100)}) {
        timeline.set_period(50, 60);
        EXPECT_EQ(timeline.time_of(1), 60U);
    }
}

TEST(edge_timeline, a_stopped_clock_resumes_with_what_it_kept) {
    edge_timeline timeline(0, 10);
    timeline.take_by(20);
    timeline.set_period(27, 0);
    EXPECT_EQ(timeline.edges_by(never), 0U);
    EXPECT_EQ(timeline.take_by(never), 0U);
    timeline.set_period(500, 0); // a clock that stands still does not age
    timeline.set_period(1000, 10);
    EXPECT_EQ(timeline.time_of(1), 1003U);
    timeline.set_period(1001, 0);
    timeline.set_period(2000, 10);
    EXPECT_EQ(timeline.time_of(1), 2002U);
}

TEST(edge_timeline, a_change_before_the_start_leaves_the_start_where_it_is) {
    edge_timeline timeline(100, 10);
    timeline.set_period(20, 50);
    EXPECT_EQ(timeline.time_of(1), 150U);
    timeline.set_period(30, 0);
    EXPECT_EQ(timeline.time_of(1), never);
    timeline.set_period(40, 10);
    EXPECT_EQ(timeline.time_of(1), 110U);
}

TEST(edge_timeline, ends_where_64_bits_end) {
    edge_timeline timeline(0, std::uint64_t{1} << 62);
    EXPECT_EQ(timeline.time_of(3), std::uint64_t{3} << 62);
    EXPECT_EQ(timeline.time_of(4), never);
    EXPECT_EQ(timeline.time_of(never), never);
    EXPECT_EQ(timeline.edges_by(never), 3U);
    EXPECT_EQ(timeline.take_by(never), 3U);
    EXPECT_EQ(timeline.time_of(1), never);
    EXPECT_EQ(timeline.edges_by(never), 0U);

    const edge_timeline fast(0, 1);
    EXPECT_EQ(fast.time_of(never - 1), never - 1);
    EXPECT_EQ(fast.edges_by(never - 1), never - 1);

    const edge_timeline late(never - 5, 3);
    EXPECT_EQ(late.time_of(1), never - 2);
    EXPECT_EQ(late.time_of(2), never);
    EXPECT_EQ(edge_timeline(never - 5, 6).edges_by(never), 0U);
    EXPECT_EQ(edge_timeline(never - 5, never).time_of(1), never);
}

// A clock that counts down tick by tick to its next edge: slow, but plainly right.
class slow_clock {
public:
    slow_clock(std::uint64_t start, std::uint64_t period) : m_now(start), m_period(period) {}
    std::uint64_t now() const { return m_now; }
    void set_period(std::uint64_t period) { m_period = period; }
    /// Whether an edge falls on the present tick and is not yet taken.
    bool takes_edge() {
        if (m_period == 0 || m_age < m_period) {
            return false;
        }
        m_age = 0;
        return true;
    }
    void pass_one_tick() {
        ++m_now;
        m_age += m_period == 0 ? 0 : 1;
    }

private:
    std::uint64_t m_now;
    std::uint64_t m_period;
    std::uint64_t m_age = 0; // ticks since the last edge while the clock ran
};

TEST(edge_timeline, agrees_with_a_clock_that_counts_ticks) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        random_source random(seed);
        const std::uint64_t start = random.below(50);
        std::uint64_t period = random.below(12);
        edge_timeline timeline(start, period);
        slow_clock clock(start, period);
        std::uint64_t untaken = 0; // edges that the slow clock has had and the timeline not taken
        for (int tick = 0; tick < 300; ++tick) {
            untaken += clock.takes_edge() ? 1 : 0;
            ASSERT_EQ(timeline.edges_by(clock.now()), untaken) << "seed " << seed;
            if (untaken != 0) {
                ASSERT_LE(timeline.time_of(untaken), clock.now()) << "seed " << seed;
            }
            ASSERT_GT(timeline.time_of(untaken + 1), clock.now()) << "seed " << seed;
            if (random.one_in(5)) { // takes some, as an owner does that stops at an output change
                const std::uint64_t some = random.below(untaken + 1);
                if (some != 0) {
                    ASSERT_EQ(timeline.take_by(timeline.time_of(some)), some) << "seed " << seed;
                }
                untaken -= some;
            }
            if (random.one_in(10)) { // a change of the period finds no edge left
                ASSERT_EQ(timeline.take_by(clock.now()), untaken) << "seed " << seed;
                untaken = 0;
                period = random.one_in(3) ? 0 : random.below(12);
                timeline.set_period(clock.now(), period);
                clock.set_period(period);
                untaken += clock.takes_edge() ? 1 : 0;
                ASSERT_EQ(timeline.edges_by(clock.now()), untaken) << "seed " << seed;
            }
            clock.pass_one_tick();
        }
    }
}

TEST(edge_timeline, edges_by_and_time_of_are_inverse) {
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        random_source random(seed);
        const edge_timeline timeline(random.magnitude(63), 1 + random.magnitude(40));
        const std::uint64_t n = 1 + random.magnitude(50);
        const std::uint64_t time = timeline.time_of(n);
        if (time == never) {
            ASSERT_LT(timeline.edges_by(never), n) << "seed " << seed;
        } else {
            ASSERT_EQ(timeline.edges_by(time), n) << "seed " << seed;
            ASSERT_EQ(timeline.edges_by(time - 1), n - 1) << "seed " << seed;
        }
    }
}

} // namespace
TEST(edge_timeline, knows_whether_it_has_taken_an_edge_of_a_time) {
    edge_timeline edges(0, 10);
    EXPECT_FALSE(edges.has_taken(0)) << "the start is no edge";
    edges.take_by(9);
    EXPECT_FALSE(edges.has_taken(0) || edges.has_taken(9));
    edges.take_by(30);
    EXPECT_TRUE(edges.has_taken(30));
    edges.take_by(35);
    EXPECT_TRUE(edges.has_taken(30));
    edges.set_period(30, 20); // at the edge
    EXPECT_TRUE(edges.has_taken(30));
    edges.set_period(35, 0);
    EXPECT_FALSE(edges.has_taken(30) || edges.has_taken(35));
}

} // namespace core_test::edge_timeline_test
