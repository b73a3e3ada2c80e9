// SPDX-License-Identifier: Apache-2.0
// The account of IT blocks, whose instructions get their conditions from what came before.
#include <iss/kept_account.h>
#include <iss/meter_bench.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>

namespace platform::iss::execution_meter_it_test {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr std::uint16_t it_eq = 0xBF08;
constexpr std::uint16_t ite_eq = 0xBF0C;
constexpr std::uint16_t ittt_eq = 0xBF02;
constexpr std::uint16_t itttt_eq = 0xBF01;
constexpr std::uint16_t adds = 0x3001;   ///< adds r0, #1; without S in an IT block
constexpr std::uint16_t load = 0x6808;   ///< ldr r0, [r1]
constexpr std::uint16_t mrc_1 = 0xEE11;  ///< mrc p14, 0, r0, c1, c0, 0: first halfword
constexpr std::uint16_t mrc_2 = 0x0E10;  ///< second halfword
constexpr std::uint16_t ldrw_1 = 0xF8D1; ///< ldr.w r0, [r1, #4]: first halfword
constexpr std::uint16_t ldrw_2 = 0x0004; ///< second halfword

TEST(execution_meter, counts_an_it_block) {
    meter_bench b;
    b.thumb(0x8000, {ittt_eq, adds, adds, adds, adds});
    b.run(0x8000, 10);
    b.meter.leave(0x800A);
    EXPECT_EQ(b.drained(), "instruction=5 cycle=5");
}

TEST(execution_meter, knows_the_conditions_of_an_it_block_in_several_blocks) {
    meter_bench b;
    b.thumb(0x8000, {ite_eq, load, load, load});
    b.run(0x8000, 2);
    ASSERT_EQ(b.meter.enter(0x8002, 2), entry::look);
    b.meter.look_at_flags(flag_z); // EQ holds
    ASSERT_EQ(b.meter.enter(0x8004, 2), entry::look);
    b.meter.look_at_flags(flag_z); // NE fails
    b.run(0x8006, 2);              // after the block
    b.meter.leave(0x8008);
    const activity_counts counts = b.counts();
    EXPECT_EQ(counts[activity::activity_kind::instruction], 4U);
    EXPECT_EQ(counts[activity::activity_kind::data_read], 2U);
}

/// What each instruction of an IT block of three fetches, by its address.
std::map<std::uint32_t, std::uint64_t> fetches(bool is_skipped) {
    kept_account account;
    account.kept |= activity::bit_of(activity::activity_kind::icache_access);
    meter_bench b(cpu_type::cortex_r5, small_caches);
    b.meter.keep_account(account);
    b.thumb(0x8000, {ittt_eq, adds, adds, adds, adds});
    b.run(0x8000, 2);
    for (std::uint32_t pc = 0x8002; !is_skipped && pc < 0x8008; pc += 2) {
        b.run(pc, 2);
    }
    b.run(0x8008, 2);
    b.meter.leave(0x800A);
    b.counts();
    b.meter.charge_all();
    std::map<std::uint32_t, std::uint64_t> all;
    for (const auto& [pc, counts] : account.all_charged) {
        all[pc] = counts[activity::activity_kind::icache_access];
    }
    return all;
}

// An engine goes past what fails its condition without a word.
TEST(execution_meter, knows_what_was_fetched_of_an_it_block_that_was_skipped) {
    const auto entered = fetches(false);
    EXPECT_EQ(entered.size(), 5U);
    EXPECT_EQ(fetches(true), entered);
}

TEST(execution_meter, keeps_the_it_block_where_it_is_stopped) {
    meter_bench b;
    b.thumb(0x8000, {it_eq, load});
    b.run(0x8000, 2);
    b.meter.leave(0x8002);
    EXPECT_EQ(b.meter.enter(0x8002, 2), entry::look);
    b.meter.leave(0x8002); // nothing of it was executed
    EXPECT_EQ(b.meter.enter(0x8002, 2), entry::look);
}

TEST(execution_meter, knows_an_instruction_inside_and_outside_of_an_it_block) {
    meter_bench b;
    b.thumb(0x8000, {it_eq, load});
    for (int n = 0; n < 2; ++n) {
        b.run(0x8000, 2);
        EXPECT_EQ(b.meter.enter(0x8002, 2), entry::look);
        b.meter.look_at_flags(0);
        b.meter.leave(0x8004);
        EXPECT_EQ(b.meter.enter(0x8002, 2), entry::go);
        b.meter.leave(0x8004);
    }
    const activity_counts counts = b.counts();
    EXPECT_EQ(counts[activity::activity_kind::data_read], 2U);
}

TEST(execution_meter, splits_blocks_in_it_blocks) {
    meter_bench b;
    b.thumb(0x8000, {ite_eq, load, load, adds});
    ASSERT_EQ(b.meter.enter(0x8000, 8), entry::split);
    EXPECT_THAT(b.meter.stops(), ElementsAre(0x8002, 0x8004));
    ASSERT_EQ(b.meter.stops_are_known(), entry::go);
    ASSERT_EQ(b.meter.split(0x8002), entry::look);
    b.meter.look_at_flags(0);
    ASSERT_EQ(b.meter.split(0x8004), entry::look);
    b.meter.look_at_flags(0);
    b.meter.leave(0x8008);
    const activity_counts counts = b.counts();
    EXPECT_EQ(counts[activity::activity_kind::instruction], 4U);
    EXPECT_EQ(counts[activity::activity_kind::data_read], 1U);
}

// Unicorn loses ITSTATE there.
TEST(execution_meter, hands_over_it_blocks_with_an_isb) {
    meter_bench b;
    b.thumb(0x8000, {ite_eq, 0xF3BF, 0x8F6F, adds, adds}); // isb sy
    ASSERT_EQ(b.meter.enter(0x8000, 6), entry::trap);
    EXPECT_EQ(b.meter.trapped().encoding, ite_eq);
}

// An engine cannot stop inside of an IT block: the host gets the whole of it.
TEST(execution_meter, hands_over_it_blocks_with_an_instruction_of_the_host) {
    meter_bench b;
    b.thumb(0x8000, {adds, ite_eq, mrc_1, mrc_2, adds, adds});
    ASSERT_EQ(b.meter.enter(0x8000, 12), entry::split);
    EXPECT_EQ(b.meter.stops().front(), 0x8002U);
    ASSERT_EQ(b.meter.stops_are_known(), entry::go);
    ASSERT_EQ(b.meter.split(0x8002), entry::trap);
    const instruction it = b.meter.trapped();
    EXPECT_EQ(it.encoding, ite_eq);
    b.host_executes();
    b.meter.leave(0x8004);
    const instruction first = b.meter.instruction_at(0x8004, true, it.it_after);
    EXPECT_EQ(first.condition, 0); // EQ
    EXPECT_EQ(first.kind, instruction_class::coprocessor_read);
    b.meter.executed_by_host(first, it.it_after);
    b.meter.leave(0x8008);
    const instruction second = b.meter.instruction_at(0x8008, true, first.it_after);
    EXPECT_EQ(second.condition, 1); // NE
    EXPECT_EQ(second.it_after, 0);
    b.meter.executed_by_host(second, first.it_after);
    b.run(0x800A, 2);
    b.meter.leave(0x800C);
    EXPECT_EQ(b.drained(), "instruction=5 cycle=5");
}

// Unicorn tells nothing of instructions of an IT block that fail their condition.
TEST(execution_meter, counts_instructions_that_the_engine_goes_past) {
    meter_bench b;
    b.thumb(0x8000, {ittt_eq, adds, load, ldrw_1, ldrw_2, adds});
    b.run(0x8000, 2);
    b.run(0x800A, 2);
    EXPECT_EQ(b.drained(), "instruction=4 cycle=4") << "none of the loads";
    b.meter.leave(0x800C);
    EXPECT_EQ(b.drained(), "instruction cycle");
}

// They take their cycles one after the other, so there is a boundary between them, too.
TEST(execution_meter, has_a_boundary_at_each_instruction_that_the_engine_goes_past) {
    meter_bench b;
    b.thumb(0x8000, {ittt_eq, adds, load, ldrw_1, ldrw_2, adds});
    b.meter.set_budget(0);
    b.at_boundary = [&b] { b.meter.set_budget(0); };
    b.run(0x8000, 2);
    b.run(0x800A, 2);
    EXPECT_THAT(b.boundaries, ElementsAre(0x8000, 0x8002, 0x8004, 0x8006, 0x800A));
}

// The engine cannot stop there any more, and enters the same block again.
TEST(execution_meter, goes_on_after_a_boundary_that_the_engine_has_gone_past) {
    meter_bench b;
    b.thumb(0x8000, {ittt_eq, adds, load, load, adds});
    b.run(0x8000, 2);
    b.meter.set_budget(0);
    ASSERT_EQ(b.meter.enter(0x8008, 2), entry::boundary);
    EXPECT_EQ(b.meter.next_pc(), 0x8002U);
    EXPECT_EQ(b.meter.it_state(), 0x02) << "of three, all EQ";
    EXPECT_EQ(b.drained(), "instruction cycle");
    b.meter.set_budget(2);
    ASSERT_EQ(b.meter.enter(0x8008, 2), entry::boundary);
    EXPECT_EQ(b.meter.next_pc(), 0x8006U) << "after two cycles";
    EXPECT_EQ(b.drained(), "instruction=2 cycle=2");
    ASSERT_EQ(b.meter.enter(0x8008, 2), entry::boundary) << "the budget is still used up";
    EXPECT_EQ(b.meter.next_pc(), 0x8008U);
    b.meter.set_budget(meter_bench::no_end);
    EXPECT_EQ(b.meter.enter(0x8008, 2), entry::go);
    EXPECT_EQ(b.drained(), "instruction cycle");
}

TEST(execution_meter, has_a_boundary_at_each_instruction_gone_past_where_the_engine_stops) {
    meter_bench b;
    b.thumb(0x8000, {ittt_eq, adds, load, load, adds});
    b.run(0x8000, 2);
    b.meter.set_budget(0);
    b.at_boundary = [&b] {
        EXPECT_EQ(b.drained(), "instruction cycle") << b.meter.next_pc();
        b.meter.set_budget(0);
    };
    b.leave(0x8006);
    EXPECT_THAT(b.boundaries, ElementsAre(0x8002, 0x8004));
    EXPECT_EQ(b.meter.it_state(), 0x08) << "of the second load";
    EXPECT_EQ(b.drained(), "instruction cycle") << "the first load, which is no more at a boundary";
}

// What comes after those, or to be executed next, may be at fault.
TEST(execution_meter, counts_what_the_engine_has_gone_past_where_it_stops) {
    meter_bench b;
    b.thumb(0x8000, {ittt_eq, adds, load, load, adds});
    b.run(0x8000, 2);
    b.meter.leave(0x8006);
    EXPECT_EQ(b.meter.it_state(), 0x08) << "of the second load";
    EXPECT_EQ(b.drained(), "instruction=3 cycle=3");
}

// The first instruction of four, all EQ, has ITSTATE 1, and each next one has it shifted by a bit.
TEST(execution_meter, counts_what_the_engine_has_gone_past_in_an_it_block_of_four) {
    const auto code = {itttt_eq, adds, load, load, load, adds};
    meter_bench stopped;
    stopped.thumb(0x8000, code);
    stopped.run(0x8000, 2);
    EXPECT_EQ(stopped.meter.it_state(), 0x01);
    stopped.meter.leave(0x8006);
    EXPECT_EQ(stopped.meter.it_state(), 0x04) << "of the second load";
    EXPECT_EQ(stopped.drained(), "instruction=3 cycle=3");
    meter_bench going_on;
    going_on.thumb(0x8000, code);
    going_on.run(0x8000, 2);
    going_on.run(0x800A, 2);
    EXPECT_EQ(going_on.drained(), "instruction=5 cycle=5") << "none of the loads";
}

// ARM ARM, A7.7.37: a branch may only be the last instruction of an IT block. What it does
// elsewhere is unpredictable; the engine takes it.
TEST(execution_meter, a_branch_leaves_an_it_block) {
    constexpr std::uint16_t bx_r0 = 0x4700;
    meter_bench b;
    b.thumb(0x8000, {ittt_eq, bx_r0, adds, adds, adds, adds});
    b.run(0x8000, 4);
    b.cpu.status |= psr::it_in_place(0x04);
    b.meter.come_to(0x800A);
    EXPECT_EQ(b.meter.it_state(), 0x04) << "what the engine has made of it";
    EXPECT_EQ(b.counts()[activity::activity_kind::instruction], 2U)
        << "none of those that it jumps over";
}

// Unpredictable, too: the inner one fails its condition, and nobody tells, but takes effect.
TEST(execution_meter, an_it_instruction_in_an_it_block) {
    meter_bench b;
    b.thumb(0x8000, {ittt_eq, adds, it_eq, load, adds});
    b.run(0x8000, 2);
    b.run(0x8002, 2);
    ASSERT_EQ(b.meter.enter(0x8006, 2), entry::look) << "has a condition";
    b.meter.look_at_flags(flag_z);
    EXPECT_EQ(b.meter.it_state(), 0) << "which is the only one of the inner block";
    b.meter.leave(0x8008);
    EXPECT_EQ(b.counts()[activity::activity_kind::instruction], 4U);
}

// An interrupt that comes before it is to be taken before it.
// iss/timing.md, Two modes: where one may mask interrupts, or writes a status or system register,
// interrupts are taken between the instructions.
TEST(execution_meter, hands_over_it_blocks_between_whose_instructions_interrupts_come) {
    const auto of_it_before = [](std::uint16_t first, std::uint16_t second) {
        meter_bench b;
        b.thumb(0x8000, {ite_eq, adds, first, second, adds});
        return b.meter.enter(0x8000, 8);
    };
    EXPECT_EQ(of_it_before(0xDF01, adds), entry::trap) << "svc #1";
    EXPECT_EQ(of_it_before(0xBE01, adds), entry::trap) << "bkpt #1";
    EXPECT_EQ(of_it_before(0xDE01, adds), entry::trap) << "udf #1";
    EXPECT_EQ(of_it_before(0xB672, adds), entry::trap) << "cpsid i";
    EXPECT_EQ(of_it_before(0xF383, 0x8100), entry::trap) << "msr cpsr_c, r3";
    EXPECT_EQ(of_it_before(0xF3DE, 0x8F04), entry::trap) << "subs pc, lr, #4";
    EXPECT_EQ(of_it_before(0xE9BD, 0xC000), entry::trap) << "rfeia sp!";
    EXPECT_EQ(of_it_before(0xF383, 0x8800), entry::trap) << "msr cpsr_f, r3";
    EXPECT_EQ(of_it_before(0xEE07, 0x0F95), entry::trap) << "mcr p15, 0, r0, c7, c5, 4";
    EXPECT_EQ(of_it_before(0xF3EF, 0x8300), entry::go) << "mrs r3, cpsr";
    EXPECT_EQ(of_it_before(adds, adds), entry::go);
}

TEST(execution_meter, an_exception_ends_an_it_block) {
    meter_bench b;
    b.thumb(0x8000, {it_eq, load});
    b.thumb(0x9000, {load});
    b.run(0x8000, 2);
    b.meter.leave(0x8002);
    b.meter.enter_exception(0x18);
    EXPECT_EQ(b.meter.enter(0x9000, 2), entry::go);
    b.meter.leave(0x9002);
    EXPECT_EQ(b.drained(), "instruction=2 data_read cycle=2");
}

TEST(execution_meter, knows_it_blocks_that_the_host_executes) {
    meter_bench b;
    b.thumb(0x8000, {ite_eq, mrc_1, mrc_2, adds, ite_eq, adds, adds});
    EXPECT_TRUE(b.meter.is_for_host(b.meter.instruction_at(0x8000, true, 0)));
    EXPECT_FALSE(b.meter.is_for_host(b.meter.instruction_at(0x8008, true, 0)));
}

// iss/timing.md: a line that is absent takes 20 cycles, which are those of the instruction that is
// fetched, executed or not.
TEST(execution_meter_with_caches, fetches_instructions_that_the_engine_goes_past) {
    kept_account kept;
    kept.kept = execution_meter::all_kinds;
    meter_bench b(cpu_type::cortex_r5, small_caches);
    b.meter.keep_account(kept);
    b.thumb(0x801A, {ittt_eq, adds, load, load, adds}); // the second load is in the next line
    b.run(0x801A, 2);
    b.run(0x8022, 2);
    b.meter.leave(0x8024);
    b.counts();
    b.meter.charge_all();
    EXPECT_THAT(kept.charged, ElementsAre(Pair(0x801A, 21), Pair(0x801C, 1), Pair(0x801E, 1),
                                          Pair(0x8020, 21), Pair(0x8022, 1)));
    EXPECT_EQ(kept.all_charged[0x8020][activity::activity_kind::icache_miss], 1U);
}

// execution_meter.h: nothing where no engine stops.
TEST(execution_meter, may_pause_before_and_after_an_it_block_and_not_in_it) {
    meter_bench b;
    b.thumb(0x8000, {ite_eq, adds, adds, mrc_1, mrc_2});
    b.run(0x8000, 4);
    EXPECT_EQ(b.meter.may_pause_at(0x8000), true);
    EXPECT_EQ(b.meter.may_pause_at(0x8002), std::nullopt);
    EXPECT_EQ(b.meter.may_pause_at(0x8004), std::nullopt);
    b.run(0x8004, 2);
    EXPECT_EQ(b.meter.may_pause_at(0x8004), std::nullopt);
    EXPECT_EQ(b.meter.may_pause_at(0x8006), true) << "the host executes what comes";
}

// Only after an instruction before which execution stops, nobody else would tell.
TEST(execution_meter, does_not_split_an_it_block_for_loads_that_nobody_counts) {
    meter_bench b;
    b.meter.want(activity::bit_of(activity::activity_kind::branch));
    b.thumb(0x8000, {adds, ite_eq, load, load, adds});
    EXPECT_EQ(b.meter.enter(0x8000, 10), entry::go);
    b.meter.leave(0x800A);
    EXPECT_EQ(b.counts()[activity::activity_kind::instruction], 5U);
}

} // namespace
} // namespace platform::iss::execution_meter_it_test
