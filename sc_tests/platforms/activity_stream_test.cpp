// SPDX-License-Identifier: Apache-2.0
// The activity generator without SystemC: determinism, consistency, believable numbers.
#include <activity/activity_stream.h>

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>

namespace platform::activity_stream_test {
namespace {

using kind = activity::activity_kind;

/// What only code that is executed makes: a bus, masks, floating point, register writes.
constexpr std::uint64_t of_simulator =
    activity::bit_of(kind::bus_read) | activity::bit_of(kind::bus_read_device) |
    activity::bit_of(kind::bus_read_normal) | activity::bit_of(kind::bus_write) |
    activity::bit_of(kind::bus_write_device) | activity::bit_of(kind::bus_write_normal) |
    activity::bit_of(kind::fiq_disabled) | activity::bit_of(kind::double_arithmetic) |
    activity::bit_of(kind::software_increment) | activity::bit_of(kind::return_mispredicted) |
    activity::bit_of(kind::nothing);

constexpr std::uint64_t two_wire_kinds =
    activity::bit_of(kind::instruction) | activity::bit_of(kind::branch) |
    activity::bit_of(kind::immediate_branch) | activity::bit_of(kind::branch_predictable) |
    activity::bit_of(kind::pc_change);

activity::activity_totals totals_of(std::uint64_t seed, std::uint64_t cycles,
                                    const activity::pipeline_config& config = {}) {
    activity::pipeline core(seed, config);
    activity::activity_totals totals;
    for (std::uint64_t i = 0; i < cycles; ++i) {
        totals.add(core.step(), 1);
    }
    return totals;
}

activity::pipeline_config with_issue(activity::issue_width issue) {
    activity::pipeline_config config;
    config.issue = issue;
    return config;
}

double ratio(const activity::activity_totals& totals, kind part, kind whole) {
    return static_cast<double>(totals[part]) / static_cast<double>(totals[whole]);
}

TEST(random_source, gives_the_published_sequence) {
    // splitmix64(0) starts with 0xE220A8397B1DCDAF; the state of xoshiro256** follows from it.
    activity::random_source a(0);
    activity::random_source b(0);
    EXPECT_EQ(a.bits(), 0x99EC5F36CB75F2B4U);
    EXPECT_EQ(a.bits(), 0xBF6E1F784956452AU);
    b.bits();
    b.bits();
    EXPECT_EQ(a.bits(), b.bits());
}

TEST(random_source, stays_within_bounds) {
    activity::random_source random(7);
    std::set<std::uint32_t> seen;
    for (int i = 0; i < 1000; ++i) {
        seen.insert(random.between(3, 6));
    }
    EXPECT_EQ(seen, (std::set<std::uint32_t>{3, 4, 5, 6}));
    EXPECT_EQ(random.below(0), 0U);
    EXPECT_FALSE(random.chance(0, 10));
    EXPECT_TRUE(random.chance(10, 10));
}

TEST(tag_array, replaces_the_least_recently_used) {
    activity::tag_array tags(2, 2);
    EXPECT_FALSE(tags.touch(0));
    EXPECT_EQ(tags.fill(0).dirty, 0U);
    tags.mark_dirty();
    EXPECT_EQ(tags.fill(2).dirty, 0U);
    EXPECT_TRUE(tags.touch(0));
    EXPECT_EQ(tags.fill(4).dirty, 0U) << "2 was clean";
    EXPECT_FALSE(tags.contains(2));
    EXPECT_TRUE(tags.contains(0));
    const activity::tag_array::entry oldest = tags.fill(6);
    EXPECT_EQ(oldest.key, 0U);
    EXPECT_EQ(oldest.dirty, 1U);
    EXPECT_FALSE(tags.contains(1)) << "the other set is empty";
    tags.clear();
    EXPECT_FALSE(tags.contains(6));
    EXPECT_THROW(activity::tag_array(3, 1), std::invalid_argument);
    EXPECT_THROW(activity::tag_array(0, 1), std::invalid_argument);
    EXPECT_THROW(activity::tag_array(4, 0), std::invalid_argument);
}

TEST(cycle_activity, counts_to_two) {
    activity::cycle_activity a;
    EXPECT_EQ(a.count(kind::branch), 0U);
    a.add(kind::branch);
    EXPECT_EQ(a.count(kind::branch), 1U);
    a.add(kind::branch);
    EXPECT_EQ(a.count(kind::branch), 2U);
    EXPECT_EQ(a.count(kind::cycle), 1U);
    EXPECT_EQ(a.only(activity::bit_of(kind::pc_change)), activity::cycle_activity{});

    activity::activity_totals totals;
    totals.add(a, 5);
    totals.add({}, 3);
    EXPECT_EQ(totals[kind::branch], 10U);
    EXPECT_EQ(totals[kind::cycle], 8U);
}

TEST(cycle_activity, names_every_kind_once) {
    std::set<std::string> names;
    for (std::size_t k = 0; k < activity::activity_kinds; ++k) {
        names.insert(activity::name_of(static_cast<kind>(k)));
    }
    EXPECT_EQ(names.size(), activity::activity_kinds);
    EXPECT_STREQ(activity::name_of(kind::lsu_full_stall), "lsu_full_stall");
    EXPECT_STREQ(activity::name_of(kind::cycle), "cycle");
}

// The numbers are those of the first build; they hold on every platform.
TEST(pipeline, repeats_the_recorded_totals) {
    const activity::activity_totals totals = totals_of(1, 100000);
    EXPECT_EQ(totals[kind::instruction], 58779U);
    EXPECT_EQ(totals[kind::branch], 10595U);
    EXPECT_EQ(totals[kind::branch_mispredicted], 780U);
    EXPECT_EQ(totals[kind::icache_miss], 253U);
    EXPECT_EQ(totals[kind::dcache_access], 17869U);
    EXPECT_EQ(totals[kind::dcache_miss], 1190U);
    EXPECT_EQ(totals[kind::dcache_half_line], 410U);
    EXPECT_EQ(totals[kind::main_tlb_miss], 94U);
    EXPECT_EQ(totals[kind::data_dependency_stall], 22402U);
    EXPECT_EQ(totals[kind::cycle], 100000U);
}

TEST(pipeline, gives_the_same_for_a_seed_and_something_else_for_another) {
    EXPECT_EQ(totals_of(5, 20000), totals_of(5, 20000));
    EXPECT_NE(totals_of(5, 20000), totals_of(6, 20000));
}

TEST(pipeline, refuses_a_configuration_out_of_range) {
    const auto refused = [](auto change) {
        activity::pipeline_config config;
        change(config);
        EXPECT_THROW(activity::pipeline(1, config), std::invalid_argument);
    };
    refused([](activity::pipeline_config& c) { c.icache_sets = 100; });
    refused([](activity::pipeline_config& c) { c.dcache_ways = 0; });
    refused([](activity::pipeline_config& c) { c.itlb_entries = 0; });
    refused([](activity::pipeline_config& c) { c.icache_sets = 8192; });
    refused([](activity::pipeline_config& c) { c.dtlb_entries = 65; });
    refused([](activity::pipeline_config& c) { c.request_slots = 0; });
    refused([](activity::pipeline_config& c) { c.request_slots = 9; });
    refused([](activity::pipeline_config& c) { c.memory_latency = 0; });
    refused([](activity::pipeline_config& c) { c.memory_latency = 101; });
    refused([](activity::pipeline_config& c) { c.mispredict_penalty = 101; });
    refused([](activity::pipeline_config& c) { c.interrupt_interval = UINT32_MAX; });
    refused([](activity::pipeline_config& c) { c.soft_error_interval = UINT32_MAX; });
}

TEST(pipeline, runs_at_the_limits_of_its_configuration) {
    for (const std::uint32_t slots : {1U, 8U}) {
        for (const std::uint32_t latency : {1U, 100U}) {
            activity::pipeline_config config;
            config.request_slots = slots;
            config.memory_latency = latency;
            config.icache_sets = config.dcache_sets = config.main_tlb_sets = 1;
            config.icache_ways = config.dcache_ways = config.itlb_entries = config.dtlb_entries = 1;
            config.interrupt_interval = 1;
            config.soft_error_interval = 1;
            EXPECT_GT(totals_of(3, 50000, config)[kind::instruction], 500U)
                << slots << " slots, latency " << latency;
        }
    }
}

TEST(pipeline, leaves_out_what_is_switched_off) {
    activity::pipeline_config config;
    config.interrupt_interval = 0;
    config.soft_error_interval = 0;
    const activity::activity_totals totals = totals_of(2, 100000, config);
    EXPECT_EQ(totals[kind::icache_soft_error] + totals[kind::dcache_soft_error], 0U);
    EXPECT_EQ(totals[kind::context_change], 0U) << "only the interrupt handler does that";
}

TEST(pipeline, keeps_queue_full_sequences_apart) {
    activity::pipeline core(4);
    bool before = false;
    for (int i = 0; i < 100000; ++i) {
        const activity::cycle_activity a = core.step();
        const bool full = a.has(kind::lsu_full_stall);
        ASSERT_EQ(a.has(kind::lsu_full_start), full && !before) << "cycle " << i;
        before = full;
    }
}

class pipeline_of_seed : public testing::TestWithParam<std::uint64_t> {};

TEST_P(pipeline_of_seed, raises_a_second_wire_only_where_there_is_one) {
    const auto check = [](activity::issue_width issue, std::uint64_t may_be_two) {
        activity::pipeline core(GetParam(), with_issue(issue));
        for (int i = 0; i < 100000; ++i) {
            const activity::cycle_activity a = core.step();
            ASSERT_EQ(a.twice & ~a.once, 0U);
            ASSERT_EQ(a.twice & ~may_be_two, 0U) << "cycle " << i;
        }
    };
    check(activity::issue_width::single, 0);
    check(activity::issue_width::branch_folding, two_wire_kinds);
    check(activity::issue_width::dual_issue, activity::bit_of(kind::instruction));
}

TEST_P(pipeline_of_seed, produces_every_kind) {
    for (const activity::issue_width issue :
         {activity::issue_width::single, activity::issue_width::branch_folding,
          activity::issue_width::dual_issue}) {
        const activity::activity_totals totals = totals_of(GetParam(), 100000, with_issue(issue));
        const bool single = issue == activity::issue_width::single;
        for (std::size_t i = 0; i < activity::activity_kinds; ++i) {
            const kind k = static_cast<kind>(i);
            const bool impossible =
                (of_simulator & activity::bit_of(k)) != 0 ||
                (single && (k == kind::dual_issued || k == kind::dual_issued_branch)) ||
                (issue != activity::issue_width::dual_issue && k == kind::dual_issued_other);
            EXPECT_EQ(totals[k] == 0, impossible) << activity::name_of(k);
        }
    }
}

TEST_P(pipeline_of_seed, raises_both_wires_of_each_two_wire_event) {
    activity::pipeline core(GetParam());
    std::uint64_t seen = 0;
    for (int i = 0; i < 100000; ++i) {
        seen |= core.step().twice;
    }
    EXPECT_EQ(seen, two_wire_kinds);
}

TEST_P(pipeline_of_seed, agrees_with_itself) {
    const activity::activity_totals t = totals_of(GetParam(), 300000);
    EXPECT_LE(t[kind::branch_mispredicted], t[kind::branch]);
    EXPECT_LE(t[kind::immediate_mispredicted], t[kind::immediate_branch]);
    EXPECT_LE(t[kind::immediate_branch], t[kind::branch]);
    EXPECT_LE(t[kind::branch_predictable], t[kind::branch]);
    EXPECT_LE(t[kind::branch], t[kind::instruction]);
    EXPECT_LE(t[kind::pc_change], t[kind::branch]);
    EXPECT_LE(t[kind::icache_miss], t[kind::icache_access]);
    EXPECT_LE(t[kind::dcache_miss], t[kind::dcache_access]);
    EXPECT_LE(t[kind::dcache_access], t[kind::dcache_access_any]);
    EXPECT_LE(t[kind::dcache_access], t[kind::dcache_transfer]);
    EXPECT_LE(t[kind::main_tlb_miss], t[kind::itlb_miss] + t[kind::dtlb_miss]);
    EXPECT_LE(t[kind::lsu_full_start], t[kind::lsu_full_stall]);
    EXPECT_LE(t[kind::store_full_stall], t[kind::lsu_full_stall]);
    EXPECT_LE(t[kind::external_data_access], t[kind::external_request]);
    EXPECT_LE(t[kind::data_read] + t[kind::data_write], t[kind::instruction]);
    EXPECT_EQ(t[kind::dual_issued], t[kind::dual_issued_branch] + t[kind::dual_issued_other]);
    // A line is two half lines, a return follows each exception; the last may be on its way.
    EXPECT_LE(t[kind::dcache_half_line], 2 * t[kind::dcache_line]);
    EXPECT_GE(t[kind::dcache_half_line] + 6, 2 * t[kind::dcache_line]);
    EXPECT_LE(t[kind::exception_return], t[kind::exception_taken]);
    EXPECT_GE(t[kind::exception_return] + 1, t[kind::exception_taken]);
}

TEST_P(pipeline_of_seed, has_believable_ratios) {
    const activity::activity_totals t = totals_of(GetParam(), 1000000);
    const auto within = [](const char* what, double value, double least, double most) {
        EXPECT_GE(value, least) << what;
        EXPECT_LE(value, most) << what;
    };
    within("instructions a cycle", ratio(t, kind::instruction, kind::cycle), 0.40, 0.90);
    within("I-misses an instruction", ratio(t, kind::icache_miss, kind::instruction), 2e-4, 10e-3);
    within("D-misses an instruction", ratio(t, kind::dcache_miss, kind::instruction), 5e-3, 40e-3);
    within("mispredicted", ratio(t, kind::branch_mispredicted, kind::branch), 0.03, 0.12);
    within("branches", ratio(t, kind::branch, kind::instruction), 0.10, 0.25);
}

TEST_P(pipeline_of_seed, is_the_same_cycle_by_cycle_and_in_runs) {
    activity::pipeline core(GetParam());
    activity::activity_stream stream(GetParam());
    activity::activity_run before;
    for (std::uint64_t cycle = 0; cycle < 100000;) {
        const activity::activity_run run = stream.next();
        ASSERT_GE(run.cycles, 1U);
        if (before.cycles != activity::activity_stream::longest_run) {
            ASSERT_TRUE(before.cycles == 0 || run.activity != before.activity) << cycle;
        }
        for (std::uint64_t i = 0; i < run.cycles; ++i, ++cycle) {
            ASSERT_EQ(core.step(), run.activity) << "cycle " << cycle;
        }
        before = run;
    }
}

INSTANTIATE_TEST_SUITE_P(seeds, pipeline_of_seed, testing::Values(0, 1, 2, 3, 42, 0x136, 20260),
                         testing::PrintToStringParamName());

TEST(activity_stream, joins_what_differs_in_invisible_kinds_only) {
    const std::uint64_t visible =
        activity::bit_of(kind::main_tlb_miss) | activity::bit_of(kind::branch);
    activity::pipeline core(9);
    activity::activity_stream stream(9, {}, visible);
    std::uint64_t cycles = 0;
    std::uint64_t runs = 0;
    for (; cycles < 50000; ++runs) {
        const activity::activity_run run = stream.next();
        for (std::uint64_t i = 0; i < run.cycles; ++i) {
            ASSERT_EQ(core.step().only(visible), run.activity);
        }
        cycles += run.cycles;
    }
    EXPECT_LT(runs, cycles / 3);
}

TEST(activity_stream, ends_a_run_even_if_nothing_is_visible) {
    activity::activity_stream stream(9, {}, 0);
    EXPECT_EQ(stream.next(), (activity::activity_run{{}, activity::activity_stream::longest_run}));
}

} // namespace
} // namespace platform::activity_stream_test
