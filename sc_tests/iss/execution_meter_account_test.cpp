// SPDX-License-Identifier: Apache-2.0
// The account that a meter gives: to which instruction each cycle, and each occurrence, belongs.
#include <iss/kept_account.h>
#include <iss/meter_bench.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

namespace platform::iss::execution_meter_account_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr cache_geometry caches{4096, 4, 32};
constexpr std::uint64_t miss = 20;
constexpr std::uint64_t walk = 30;

/// ADD, LDR, ADD and a BNE to the LDR, twice: the load misses, and then hits; the branch is taken
/// as predicted, and then is not.
void loop_twice(meter_bench& b) {
    b.arm(0x8000, {add, ldr, add, bne_2_back});
    b.run(0x8000, 16);
    b.meter.access(0x20000, 4, false);
    b.run(0x8004, 12);
    b.meter.access(0x20000, 4, false);
    b.leave(0x8010);
}

TEST(activity_account, has_each_cycle_at_its_instruction) {
    kept_account kept;
    meter_bench b(cpu_type::cortex_r5, caches);
    b.meter.keep_account(kept);
    loop_twice(b);
    EXPECT_THAT(kept.spent, ElementsAre(Pair(0x8000, 4 + 1 + 2 * miss), Pair(0x8004, 3 + 5)));
    EXPECT_EQ(b.counts().cycles(), 45U + 8U);
    b.meter.charge_all();
    EXPECT_THAT(kept.charged, ElementsAre(Pair(0x8000, 1 + miss), Pair(0x8004, 2 + miss),
                                          Pair(0x8008, 2), Pair(0x800C, 2 + 1 + 5)));
}

TEST(activity_account, changes_nothing_that_is_counted) {
    meter_bench without(cpu_type::cortex_r5, caches);
    loop_twice(without);
    kept_account kept;
    meter_bench with(cpu_type::cortex_r5, caches);
    with.meter.keep_account(kept);
    loop_twice(with);
    EXPECT_EQ(with.drained(), without.drained());
}

TEST(activity_account, is_told_by_instruction_where_a_block_has_parts) {
    kept_account kept;
    kept.has_parts = true;
    meter_bench b(cpu_type::cortex_r5, caches);
    b.meter.keep_account(kept);
    loop_twice(b);
    EXPECT_THAT(kept.spent, ElementsAre(Pair(0x8000, 1 + miss), Pair(0x8004, 1 + miss),
                                        Pair(0x8008, 1), Pair(0x800C, 1 + 1), Pair(0x8004, 1),
                                        Pair(0x8008, 1), Pair(0x800C, 1 + 5)));
}

// What is added after a block, such as the cycles of a wait, is its last instruction's.
TEST(activity_account, gives_the_last_instruction_what_comes_after_it) {
    kept_account account;
    meter_bench b;
    b.meter.keep_account(account);
    b.arm(0x8000, {add, add});
    b.run(0x8000, 8);
    b.meter.leave(0x8008);
    b.meter.add(activity::activity_kind::cycle, 5);
    EXPECT_EQ(b.counts().cycles(), 7U);
    b.meter.charge_all();
    EXPECT_EQ(account.charged[0x8000], 1U);
    EXPECT_EQ(account.charged[0x8004], 6U);
}

// The entry to an exception is the first instruction's there, whether that is executed before the
// cycles are asked for or not.
TEST(activity_account, gives_the_vector_the_cycles_of_the_entry) {
    for (const bool is_executed : {false, true}) {
        kept_account kept;
        meter_bench b;
        b.meter.keep_account(kept);
        b.arm(0x18, {add, add});
        b.arm(0x8000, {add});
        b.run(0x8000, 4);
        b.leave(0x8004);
        b.counts();
        b.meter.enter_exception(0x18);
        b.meter.add(activity::activity_kind::cycle, 3);
        if (is_executed) {
            b.run(0x18, 8);
            b.leave(0x20);
        }
        b.counts();
        b.meter.charge_all();
        EXPECT_EQ(kept.charged.at(0x8000), 1U);
        EXPECT_EQ(kept.charged.at(0x18), is_executed ? 4U : 3U);
        EXPECT_EQ(kept.spent.back().second, is_executed ? 5U : 3U);
    }
}

// What an instruction has that an exception comes before is its own, and not that of the branch
// to it.
TEST(activity_account, gives_an_instruction_its_fetch_though_it_is_not_executed) {
    kept_account kept;
    meter_bench b(cpu_type::cortex_r5, caches);
    b.meter.keep_account(kept);
    b.arm(0x8000, {add});
    b.arm(0x8020, {0xE7F000F0});
    b.run(0x8000, 4);
    b.leave(0x8020);
    b.counts();
    instruction undefined;
    undefined.pc = 0x8020;
    undefined.bytes = 4;
    b.meter.fetch_unexecuted(undefined);
    b.meter.stop_before(0x8020);
    b.counts();
    b.meter.charge_all();
    EXPECT_THAT(kept.charged, ElementsAre(Pair(0x8000, 1 + miss), Pair(0x8020, miss)));
    EXPECT_THAT(kept.spent, ElementsAre(Pair(0x8000, 1 + miss), Pair(0x8020, miss)));
}

// An engine stops before an instruction whose page has been looked up: that is of the instruction,
// and nothing counts before it is executed.
TEST(activity_account, keeps_what_a_fetch_takes_for_its_instruction) {
    for (const bool has_account : {false, true}) {
        kept_account kept;
        meter_bench b(cpu_type::xscale, caches);
        if (has_account) {
            b.meter.keep_account(kept);
        }
        b.arm(0x9000, {add});
        b.run(0x9000, 4);
        b.leave(0x9000);
        EXPECT_TRUE(b.counts().empty());
        EXPECT_THAT(kept.spent, IsEmpty());
        b.run(0x9000, 4);
        b.leave(0x9004);
        const activity_counts counts = b.counts();
        EXPECT_EQ(counts.cycles(), 1 + miss + walk);
        EXPECT_EQ(counts[activity::activity_kind::itlb_miss], 1U);
        b.meter.charge_all();
        if (has_account) {
            EXPECT_THAT(kept.charged, ElementsAre(Pair(0x9000, 1 + miss + walk)));
        }
    }
}

// LDR: an instruction that reads data, once without a miss; BNE: a branch, of which one in two is
// taken (DDI 0460D, table 6-1, events 0x06 and 0x0D).
TEST(activity_account, has_every_kind_at_its_instruction) {
    using kind = activity::activity_kind;
    kept_account kept;
    kept.kept = execution_meter::all_kinds;
    meter_bench b(cpu_type::cortex_r5, caches);
    b.meter.keep_account(kept);
    loop_twice(b);
    const activity_counts counts = b.counts();
    b.meter.charge_all();
    EXPECT_EQ(kept.sum_charged(), counts);
    EXPECT_EQ(kept.all_spent, counts);
    EXPECT_EQ(kept.all_charged[0x8000][kind::instruction], 1U);
    EXPECT_EQ(kept.all_charged[0x8004][kind::instruction], 2U);
    EXPECT_EQ(kept.all_charged[0x8004][kind::data_read], 2U);
    EXPECT_EQ(kept.all_charged[0x8004][kind::dcache_miss], 1U);
    EXPECT_EQ(kept.all_charged[0x8008][kind::data_read], 0U);
    EXPECT_EQ(kept.all_charged[0x800C][kind::branch], 2U);
    EXPECT_EQ(kept.all_charged[0x800C][kind::pc_change], 1U);
    EXPECT_THAT(kept.branches, ElementsAre(Pair(0x800C, Pair(1, 1))));
}

// DDI 0460D, table 6-1, events 0x46 and 0x47: each cycle in which FIQ, and IRQ, are disabled.
TEST(activity_account, has_the_cycles_in_which_interrupts_are_masked_where_they_pass) {
    using kind = activity::activity_kind;
    kept_account kept;
    kept.kept = execution_meter::all_kinds;
    meter_bench b;
    b.meter.keep_account(kept);
    b.arm(0x8000, {add, add, add});
    b.meter.set_mode(psr::supervisor_mode | psr::irq_masked);
    b.run(0x8000, 4);
    b.leave(0x8004);
    EXPECT_EQ(b.counts()[kind::irq_disabled], 1U);
    b.meter.set_mode(psr::supervisor_mode | psr::irq_masked | psr::fiq_masked);
    b.run(0x8004, 4);
    b.leave(0x8008);
    EXPECT_EQ(b.counts()[kind::fiq_disabled], 1U);
    b.meter.set_mode(psr::supervisor_mode);
    b.run(0x8008, 4);
    b.leave(0x800C);
    EXPECT_EQ(b.counts()[kind::irq_disabled], 0U);
    b.meter.charge_all();
    EXPECT_EQ(kept.all_charged[0x8000][kind::irq_disabled], 1U);
    EXPECT_EQ(kept.all_charged[0x8000][kind::fiq_disabled], 0U);
    EXPECT_EQ(kept.all_charged[0x8004][kind::irq_disabled], 1U);
    EXPECT_EQ(kept.all_charged[0x8004][kind::fiq_disabled], 1U);
    EXPECT_EQ(kept.all_charged[0x8008][kind::irq_disabled], 0U);
    EXPECT_EQ(kept.all_spent[kind::irq_disabled], 2U);
    EXPECT_EQ(kept.all_spent[kind::fiq_disabled], 1U);
}

// DDI 0100, A3.2: an instruction whose condition fails does nothing, so it reads nothing.
TEST(activity_account, gives_a_part_what_its_first_instruction_counts_if_it_is_executed) {
    for (const bool passes : {false, true}) {
        kept_account kept;
        kept.kept = execution_meter::all_kinds;
        kept.has_parts = true;
        meter_bench b;
        b.meter.keep_account(kept);
        b.arm(0x8000, {ldreq, add});
        ASSERT_EQ(b.enter(0x8000, 8), entry::look);
        b.meter.look_at_flags(passes ? flag_z : 0);
        b.leave(0x8008);
        const activity_counts counts = b.counts();
        EXPECT_EQ(counts[activity::activity_kind::data_read], passes ? 1U : 0U);
        EXPECT_EQ(kept.all_spent, counts);
    }
}

// activity_account.h: branches are instructions that may change PC or not. A block may end after
// any instruction.
TEST(activity_account, has_no_branch_where_pc_always_changes_or_never) {
    constexpr std::uint32_t b_next = 0xEAFFFFFF; // b .+4
    constexpr std::uint32_t addeq = 0x02800001;  // addeq r0, r0, #1
    kept_account kept;
    kept.kept = execution_meter::all_kinds;
    meter_bench b;
    b.meter.keep_account(kept);
    b.arm(0x8000, {add, addeq, b_next, add});
    b.run(0x8000, 4);
    b.run(0x8004, 4);
    b.run(0x8008, 4);
    b.run(0x800C, 4);
    b.leave(0x8010);
    EXPECT_EQ(b.counts()[activity::activity_kind::branch], 1U);
    b.meter.charge_all();
    EXPECT_THAT(kept.branches, IsEmpty());
}

TEST(activity_account, charges_what_a_first_instruction_counts_however_its_block_ends) {
    kept_account kept;
    kept.kept = execution_meter::all_kinds;
    meter_bench b;
    b.meter.keep_account(kept);
    b.arm(0x8000, {ldreq, add, bne_2_back});
    for (int n = 0; n < 3; ++n) { // it branches twice
        ASSERT_EQ(b.enter(0x8000, 12), entry::look);
        b.meter.look_at_flags(flag_z);
    }
    b.leave(0x800C);
    b.counts();
    b.meter.charge_all();
    EXPECT_EQ(kept.all_charged[0x8000][activity::activity_kind::data_read], 3U);
    EXPECT_THAT(kept.branches, ElementsAre(Pair(0x8008, Pair(2, 1))));
}

// Blocks that were forgotten go with the next drain, so that memory stays bounded.
TEST(activity_account, charges_a_forgotten_block_when_it_goes) {
    kept_account kept;
    meter_bench b;
    b.meter.keep_account(kept);
    b.arm(0x8000, {add});
    b.arm(0x9000, {add});
    b.run(0x8000, 4);
    b.leave(0x8004);
    b.counts();
    EXPECT_THAT(kept.charged, IsEmpty());
    b.meter.forget(0x8000, 4);
    b.run(0x9000, 4);
    b.counts();
    EXPECT_THAT(kept.charged, ElementsAre(Pair(0x8000, 1)));
}

} // namespace
} // namespace platform::iss::execution_meter_account_test
