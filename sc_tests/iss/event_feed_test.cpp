// SPDX-License-Identifier: Apache-2.0
// What a CPU reports to a PMU in batches, and when it has to stop for it; expected values are what
// event_feed.h and pmu/tlm/batch_events.h say.
#include <iss/cpu/event_feed.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

namespace platform::iss::event_feed_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using kind = activity::activity_kind;

constexpr std::uint64_t none = UINT64_MAX;
constexpr std::uint32_t instructions = 0x08;
constexpr std::uint32_t reads = 0x06;
constexpr std::uint32_t clock_cycles = 0x11;
constexpr std::uint32_t software = 0x00;
constexpr std::uint32_t nothing = 0x7F;

/// A PMU that answers what a test says, and keeps what it is told.
class told_unit final : public pmu::batch_events_if {
public:
    void count(std::uint32_t event, std::uint64_t n, const sc_core::sc_time& delay) override {
        counted.emplace_back(event, n, delay.value());
    }
    void advance_to(const sc_core::sc_time& delay) override { advanced.push_back(delay.value()); }
    std::uint64_t headroom(std::uint32_t event) override {
        const auto found = headrooms.find(event);
        return found == headrooms.end() ? none : found->second;
    }
    bool is_counted(std::uint32_t event) override { return selected.count(event) != 0; }
    std::uint64_t edges_to_output_change() override { return edges; }

    std::map<std::uint32_t, std::uint64_t> headrooms;
    std::set<std::uint32_t> selected;
    std::uint64_t edges = none;
    std::vector<std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>> counted;
    std::vector<std::uint64_t> advanced;
};

sc_core::sc_time ticks(std::uint64_t n) {
    return sc_core::sc_time::from_value(n);
}

activity_counts counts(std::initializer_list<std::pair<kind, std::uint64_t>> rows) {
    activity_counts all;
    for (const auto& [of, n] : rows) {
        all.add(of, n);
    }
    return all;
}

class events_in_batches : public testing::Test {
protected:
    static constexpr std::uint64_t period = 10; ///< of the PMU's clock, ticks
    static constexpr std::uint64_t cycle = 5;   ///< of the CPU's

    static const pmu::event_desc& desc(std::uint16_t number) {
        static std::map<std::uint16_t, pmu::event_desc> all;
        return all.emplace(number, pmu::event_desc{number, "event", {}, 0, 0, 0, ""}).first->second;
    }

    told_unit unit;
    event_feed feed{unit,
                    {{instructions, kind::instruction},
                     {reads, kind::data_read},
                     {clock_cycles, kind::cycle},
                     {software, kind::software_increment},
                     {nothing, kind::nothing}},
                    {{&desc(0x40), {}}, {&desc(0x41), {instructions}}},
                    ticks(period)};
};

TEST_F(events_in_batches, are_quiet_for_good_where_nothing_is_awaited) {
    EXPECT_EQ(feed.quiet_cycles(cycle, ticks(30)), none);
    EXPECT_THAT(unit.advanced, ElementsAre(30));
    EXPECT_FALSE(feed.may_raise_by_itself());
    EXPECT_FALSE(feed.becomes_due(
        counts({{kind::instruction, 1U << 30U}, {kind::cycle, 1U << 30U}}), cycle));
}

// An instruction takes a cycle at least; a cycle has four requests for data at most.
TEST_F(events_in_batches, are_quiet_as_long_as_an_event_cannot_overflow) {
    unit.headrooms = {{instructions, 100}};
    EXPECT_EQ(feed.quiet_cycles(cycle, ticks(0)), 100U);
    unit.headrooms = {{instructions, 100}, {reads, 103}};
    EXPECT_EQ(feed.quiet_cycles(cycle, ticks(0)), 25U);
    unit.headrooms = {{clock_cycles, 1}, {software, 1}, {nothing, 1}}; // not the CPU's to report
    EXPECT_EQ(feed.quiet_cycles(cycle, ticks(0)), none);
}

TEST_F(events_in_batches, are_quiet_until_an_output_changes_by_itself) {
    unit.edges = 7;
    EXPECT_TRUE(feed.may_raise_by_itself());
    EXPECT_EQ(feed.quiet_cycles(cycle, ticks(0)), 14U);
    EXPECT_EQ(feed.quiet_cycles(11, ticks(0)), 6U) << "whole cycles";
    unit.headrooms = {{instructions, 13}};
    EXPECT_EQ(feed.quiet_cycles(cycle, ticks(0)), 13U);
    unit.headrooms = {{instructions, 15}};
    EXPECT_EQ(feed.quiet_cycles(cycle, ticks(0)), 14U);
    unit.headrooms.clear();
    unit.edges = none / period; // as many ticks as there are, or more
    EXPECT_EQ(feed.quiet_cycles(cycle, ticks(0)), none);
}

TEST_F(events_in_batches, become_due_by_what_has_occurred_since) {
    unit.headrooms = {{reads, 3}};
    feed.quiet_cycles(cycle, ticks(0));
    const activity_counts one = counts({{kind::data_read, 1}, {kind::instruction, 9}});
    EXPECT_FALSE(feed.becomes_due(one, cycle));
    EXPECT_FALSE(feed.becomes_due(one, cycle));
    EXPECT_TRUE(feed.becomes_due(one, cycle));
    feed.quiet_cycles(cycle, ticks(0)); // three more from now on
    EXPECT_FALSE(feed.becomes_due(one, cycle));
    EXPECT_TRUE(feed.becomes_due(counts({{kind::data_read, 2}}), cycle));
    unit.headrooms.clear(); // nobody waits for one any more
    feed.quiet_cycles(cycle, ticks(0));
    EXPECT_FALSE(feed.becomes_due(counts({{kind::data_read, 1000}}), cycle));
}

TEST_F(events_in_batches, become_due_by_time) {
    unit.edges = 7; // 70 ticks
    feed.quiet_cycles(cycle, ticks(0));
    EXPECT_FALSE(feed.becomes_due(counts({{kind::cycle, 13}}), cycle));
    EXPECT_TRUE(feed.becomes_due(counts({{kind::cycle, 1}}), cycle));
}

TEST_F(events_in_batches, report_what_the_pmu_has_selected) {
    unit.selected = {reads, clock_cycles, software};
    const activity_counts all = counts({{kind::instruction, 7},
                                        {kind::data_read, 2},
                                        {kind::cycle, 9},
                                        {kind::software_increment, 1}});
    feed.count(all, ticks(40)); // until select() everything
    EXPECT_THAT(unit.counted,
                ElementsAre(std::tuple(instructions, 7, 40), std::tuple(reads, 2, 40)));
    unit.counted.clear();
    EXPECT_EQ(feed.select(), activity::bit_of(kind::data_read));
    feed.count(all, ticks(0));
    EXPECT_THAT(unit.counted, ElementsAre(std::tuple(reads, 2, 0)));
    unit.counted.clear();
    feed.count(counts({{kind::instruction, 7}}), ticks(0)); // none of those that are counted
    EXPECT_THAT(unit.counted, IsEmpty());
    unit.headrooms = {{instructions, 5}}; // nor does anybody wait for those that are not
    EXPECT_EQ(feed.quiet_cycles(cycle, ticks(0)), none);
    feed.expect_selection();
    feed.count(all, ticks(0));
    EXPECT_EQ(unit.counted.size(), 2U);
}

TEST_F(events_in_batches, that_nobody_can_report_are_told_once) {
    EXPECT_EQ(feed.next_unknown(), nullptr);
    unit.selected = {0x40, 0x41};
    EXPECT_EQ(feed.next_unknown(), &desc(0x40));
    EXPECT_EQ(feed.next_unknown(), &desc(0x41));
    EXPECT_EQ(feed.next_unknown(), nullptr);
}

// 0x41 counts on instructions as well: those may be what is selected.
TEST_F(events_in_batches, that_may_be_counted_for_another_are_not_told) {
    unit.selected = {0x41, instructions};
    EXPECT_EQ(feed.next_unknown(), nullptr);
    unit.selected = {0x41};
    EXPECT_EQ(feed.next_unknown(), &desc(0x41));
}

TEST_F(events_in_batches, that_count_before_anything_is_selected_are_never_told) {
    unit.selected = {0x40};
    feed.overlook_unselected();
    unit.selected = {0x40, 0x41};
    EXPECT_EQ(feed.next_unknown(), &desc(0x41));
    EXPECT_EQ(feed.next_unknown(), nullptr);
}

} // namespace
} // namespace platform::iss::event_feed_test
