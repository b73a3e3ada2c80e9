// SPDX-License-Identifier: Apache-2.0
// From activity to lines and to the totals of events.
#include <activity/activity_stream.h>
#include <arm11_common/arm11_activity.h>

#include <pmu/arm1136/arm1136_core.h>

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

namespace platform::activity_mapping_test {
namespace {

using kind = activity::activity_kind;

TEST(line_map, raises_one_wire_for_each_occurrence) {
    const activity::line_map lines = {
        {0, kind::branch}, {5, kind::branch, 2}, {63, kind::icache_miss}};
    activity::cycle_activity a;
    EXPECT_EQ(lines.word(a), 0U);
    a.add(kind::pc_change);
    EXPECT_EQ(lines.word(a), 0U) << "has no line";
    a.add(kind::branch);
    EXPECT_EQ(lines.word(a), 0x01U);
    a.add(kind::branch);
    EXPECT_EQ(lines.word(a), 0x21U);
    a.add(kind::icache_miss);
    EXPECT_EQ(lines.word(a), 0x8000000000000021U);
    EXPECT_EQ(lines.kinds(), activity::bit_of(kind::branch) | activity::bit_of(kind::icache_miss));
}

TEST(line_map, shows_a_kind_on_several_lines) {
    const activity::line_map lines = {{3, kind::branch}, {4, kind::branch}};
    EXPECT_EQ(lines.word({activity::bit_of(kind::branch), 0}), 0x18U);
}

TEST(line_map, refuses_what_cannot_be) {
    EXPECT_THROW(activity::line_map({{64, kind::branch}}), std::invalid_argument);
    EXPECT_THROW(activity::line_map({{0, kind::branch, 0}}), std::invalid_argument);
    EXPECT_THROW(activity::line_map({{0, kind::branch, 3}}), std::invalid_argument);
    EXPECT_THROW(activity::line_map({{0, kind::cycle}}), std::invalid_argument);
}

// Two wires, a second wire that is another event's own line, events without a line of their own,
// and one on the second word.
constexpr pmu::event_desc some_events[] = {
    {0x01, "TWO", pmu::event_rule::each_line, 3, 2, 0, "two wires of its own"},
    {0x02, "PAIR", pmu::event_rule::each_line, 6, 2, 0, "the second wire is line 7"},
    {0x03, "BOTH", pmu::event_rule::each_line, 7, 1, 0, "two at once"},
    {0x04, "EITHER", pmu::event_rule::any_line, 0, 0, 0x18, "made of others"},
    {0x05, "SUM", pmu::event_rule::each_part, 3, 2, 0, "made of others"},
    {0x06, "SECOND", pmu::event_rule::each_line, 11, 1, 0, "line 1 of the second word"},
    {0x07, "UNMADE", pmu::event_rule::each_line, 9, 1, 0, "nobody makes it"},
    {0xFF, "CYCLES", pmu::event_rule::every_edge, 0, 0, 0, "the clock"},
};
constexpr pmu::event_table some_table{some_events};

TEST(lines_of, are_those_of_the_events_that_somebody_makes) {
    const activity::event_map kinds = {
        {0x01, kind::branch},      {0x02, kind::instruction}, {0x03, kind::dual_issued},
        {0x04, kind::icache_miss}, {0x05, kind::dcache_miss}, {0x06, kind::itlb_miss},
        {0xFF, kind::cycle},
    };
    const activity::line_map bus = activity::lines_of(kinds, some_table, 0, 10);
    const activity::line_map beside = activity::lines_of(kinds, some_table, 10, 4);
    EXPECT_EQ(bus.kinds(), activity::bit_of(kind::branch) | activity::bit_of(kind::instruction) |
                               activity::bit_of(kind::dual_issued));
    EXPECT_EQ(beside.kinds(), activity::bit_of(kind::itlb_miss));
    const auto bit = [](kind k) { return activity::bit_of(k); };
    EXPECT_EQ(bus.word({bit(kind::branch), 0}), 0x08U);
    EXPECT_EQ(bus.word({bit(kind::branch), bit(kind::branch)}), 0x18U);
    EXPECT_EQ(bus.word({bit(kind::instruction), bit(kind::instruction)}), 0x40U);
    EXPECT_EQ(bus.word({bit(kind::dual_issued), 0}), 0x80U);
    EXPECT_EQ(beside.word({bit(kind::itlb_miss) | bit(kind::branch), 0}), 0x02U);
}

TEST(lines_of, an_event_that_the_part_has_not_is_refused) {
    EXPECT_THROW(activity::lines_of({{0x08, kind::branch}}, some_table, 0, 10),
                 std::invalid_argument);
}

TEST(event_map, takes_totals_from_kinds) {
    const activity::event_map events = {{0x05, kind::branch}, {0xFF, kind::cycle}};
    activity::activity_totals totals;
    totals.add({activity::bit_of(kind::branch), activity::bit_of(kind::branch)}, 3);
    EXPECT_EQ(events.total(0x05, totals), 6U);
    EXPECT_EQ(events.total(0xFF, totals), 3U);
    EXPECT_EQ(events.total(0x06, totals), std::nullopt);
}

TEST(arm1136_activity, has_an_entry_for_each_event_of_the_core) {
    for (const pmu::event_desc& e : pmu::arm1136_events) {
        const bool of_core = e.line_count > 0 || e.rule == pmu::event_rule::every_edge;
        const bool from_etm = e.number >= 0x20 && e.number <= 0x22;
        EXPECT_EQ(arm11_common::arm11_event_kinds().total(e.number, {}).has_value(),
                  of_core && !from_etm)
            << e.name;
    }
    EXPECT_EQ(arm11_common::arm11_event_kinds().size(), 18U);
}

// What the PMU would count from the lines, found without the totals by kind.
TEST(arm1136_activity, shows_on_its_lines_what_the_totals_say) {
    activity::activity_stream stream(11, {}, arm11_common::arm11_lines().kinds());
    activity::activity_totals totals;
    std::array<std::uint64_t, 256> counted{};
    std::uint64_t all_lines = 0;
    for (std::uint64_t cycles = 0; cycles < 200000;) {
        const activity::activity_run run = stream.next();
        const std::uint64_t word = arm11_common::arm11_lines().word(run.activity);
        all_lines |= word;
        for (const activity::event_entry& e : arm11_common::arm11_event_kinds()) {
            const pmu::increment_rule rule = pmu::arm1136_events.rule(e.number);
            counted.at(e.number) += rule(word) * run.cycles;
        }
        totals.add(run.activity, run.cycles);
        cycles += run.cycles;
    }
    EXPECT_EQ(all_lines, 0xFFFFFU) << "every line is high at some time, and no other";
    for (const activity::event_entry& e : arm11_common::arm11_event_kinds()) {
        EXPECT_GT(counted.at(e.number), 0U) << e.number;
        EXPECT_EQ(arm11_common::arm11_event_kinds().total(e.number, totals), counted.at(e.number))
            << e.number;
    }
}

} // namespace
} // namespace platform::activity_mapping_test
