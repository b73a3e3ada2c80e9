// SPDX-License-Identifier: Apache-2.0
// The account of what an engine executes, with calls as an engine makes them.
#include <iss/meter_bench.h>
#include <iss/page_registers.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace platform::iss::execution_meter_test {
namespace {

using testing::ElementsAre;

// --- blocks --------------------------------------------------------------------------------------

TEST(execution_meter, counts_a_block_when_it_is_left) {
    meter_bench b;
    b.arm(0x8000, {add, add, add, add});
    b.run(0x8000, 8);
    EXPECT_EQ(b.drained(), "nothing");
    b.run(0x8008, 8);
    EXPECT_EQ(b.drained(), "instruction=2 cycle=2");
    b.meter.leave(0x8010);
    EXPECT_EQ(b.drained(), "instruction=2 cycle=2");
    b.meter.leave(0x8010);
    EXPECT_EQ(b.drained(), "nothing") << "twice is once";
}

TEST(execution_meter, counts_every_execution) {
    meter_bench b;
    b.arm(0x8000, {add, add, bne_2_back, add});
    for (int n = 0; n < 1000; ++n) {
        b.run(0x8000, 12);
    }
    b.run(0x800C, 4); // the last time it was not taken
    b.meter.leave(0x8010);
    EXPECT_EQ(b.drained(), "instruction=3001 branch=1000 immediate_branch=1000 "
                           "branch_predictable=1000 branch_mispredicted immediate_mispredicted "
                           "pc_change=999 cycle=4005");
    EXPECT_EQ(b.surprises, 0);
}

TEST(execution_meter, counts_the_part_that_was_executed) {
    meter_bench b;
    b.arm(0x8000, {add, ldr, add, bne_2_back});
    b.run(0x8000, 16);
    b.meter.leave(0x8000);
    EXPECT_EQ(b.drained(), "nothing");
    b.run(0x8000, 16);
    b.meter.leave(0x8004);
    EXPECT_EQ(b.drained(), "instruction cycle");
    b.run(0x8004, 12);
    b.meter.leave(0x800C);
    EXPECT_EQ(b.drained(), "instruction=2 data_read cycle=2");
    b.run(0x800C, 4);
    b.meter.leave(0x8010);
    EXPECT_EQ(b.drained(), "instruction branch immediate_branch branch_predictable "
                           "branch_mispredicted immediate_mispredicted cycle=6");
}

// The table of blocks has 65536 places, for every second address.
TEST(execution_meter, tells_blocks_apart_that_share_a_place_in_its_table) {
    meter_bench b;
    b.arm(0x8000, {add, add});
    b.arm(0x28000, {ldr});
    for (int n = 0; n < 100; ++n) {
        b.run(0x8000, 8);
        b.run(0x28000, 4);
    }
    b.meter.leave(0x28004);
    EXPECT_EQ(b.drained(), "instruction=300 data_read=100 cycle=300");
}

TEST(execution_meter, tells_blocks_apart_that_begin_at_one_place) {
    meter_bench b;
    b.arm(0x8000, {add, add, add});
    for (int n = 0; n < 10; ++n) {
        b.run(0x8000, 4);
        b.run(0x8000, 12);
        b.run(0x8000, 8);
    }
    b.meter.leave(0x8008);
    EXPECT_EQ(b.drained(), "instruction=60 cycle=60");
}

TEST(execution_meter, takes_what_is_no_memory_for_nothing_special) {
    meter_bench b;
    b.run(0x4000, 8);
    b.meter.leave(0x4000);
    EXPECT_EQ(b.drained(), "nothing");
}

TEST(execution_meter, counts_what_is_added) {
    meter_bench b;
    b.meter.add(activity::activity_kind::exception_taken, 1);
    b.meter.add(activity::activity_kind::cycle, 3);
    b.meter.add(activity::activity_kind::noncachable_access, 1);
    EXPECT_EQ(b.drained(), "noncachable_access exception_taken cycle=3");
}

// --- code that changes ---------------------------------------------------------------------------

TEST(execution_meter, forgets_code_that_has_changed) {
    meter_bench b;
    b.arm(0x8000, {add, add});
    b.run(0x8000, 8);
    b.run(0x8000, 8);
    b.arm(0x8000, {ldr, ldr});
    b.meter.renew(0x8000, 8);
    b.run(0x8000, 8);
    b.meter.leave(0x8008);
    EXPECT_EQ(b.drained(), "instruction=6 data_read=2 cycle=6")
        << "what was executed before has been what it was";
    EXPECT_EQ(b.drained(), "nothing");
}

// What followed is not followed in the short way: it is another block now.
TEST(execution_meter, forgets_ways_to_code_that_has_changed) {
    meter_bench b;
    b.arm(0x8000, {add, add});
    b.run(0x8000, 8);
    b.run(0x8000, 8);
    ASSERT_TRUE(b.meter.goes_on_to(0x8000, 8));
    b.meter.renew(0x8000, 8);
    EXPECT_FALSE(b.meter.goes_on_to(0x8000, 8));
}

TEST(execution_meter, forgets_only_what_it_is_told) {
    meter_bench b;
    b.arm(0x8000, {add, add, add, add});
    for (const std::uint32_t pc : {0x8000U, 0x8004U, 0x8008U, 0x800CU}) {
        b.run(pc, 4);
    }
    b.arm(0x8000, {ldr, ldr, ldr, ldr});
    b.meter.renew(0x8004, 8);
    b.drained();
    for (const std::uint32_t pc : {0x8000U, 0x8004U, 0x8008U, 0x800CU}) {
        b.run(pc, 4);
    }
    b.meter.leave(0x8010);
    const activity_counts counts = b.counts();
    EXPECT_EQ(counts[activity::activity_kind::data_read], 2U);
}

// The engine translates a block before it enters it, while the one before is still current.
TEST(execution_meter, forgets_the_current_block) {
    meter_bench b;
    b.arm(0x8000, {add, add});
    b.run(0x8000, 8);
    b.arm(0x8000, {ldr, ldr});
    b.meter.renew(0x8000, 8);
    EXPECT_EQ(b.drained(), "nothing");
    EXPECT_EQ(b.drained(), "nothing");
    b.run(0x8000, 8);
    EXPECT_EQ(b.drained(), "instruction=2 cycle=2");
    b.meter.leave(0x8008);
    EXPECT_EQ(b.drained(), "instruction=2 data_read=2 cycle=2");
}

// --- budget --------------------------------------------------------------------------------------

// The boundaries after blocks of four cycles each.
std::vector<std::uint32_t> boundaries_of(std::int64_t budget) {
    meter_bench b;
    b.arm(0x8000, {add, add, add, add, add, add, add, add, add, add, add, add});
    b.meter.set_budget(budget);
    for (std::uint32_t pc = 0x8000; pc < 0x8030; pc += 16) {
        b.run(pc, 16);
    }
    return b.boundaries;
}

TEST(execution_meter, has_a_boundary_when_the_budget_is_used_up) {
    EXPECT_THAT(boundaries_of(0), ElementsAre(0x8000));
    EXPECT_THAT(boundaries_of(1), ElementsAre(0x8010));
    EXPECT_THAT(boundaries_of(4), ElementsAre(0x8010));
    EXPECT_THAT(boundaries_of(5), ElementsAre(0x8020));
    EXPECT_THAT(boundaries_of(8), ElementsAre(0x8020));
    EXPECT_THAT(boundaries_of(9), ElementsAre());
}

// It may take less, so the boundary may come early, but not late.
TEST(execution_meter, takes_the_most_that_a_block_may_take_from_the_budget) {
    meter_bench b;
    b.arm(0x8000, {add, add, bne_2_back, add});
    b.meter.set_budget(8); // taken: 4 cycles, falling: 8
    b.run(0x8000, 12);
    b.run(0x8000, 12);
    EXPECT_THAT(b.boundaries, ElementsAre(0x8000));
    EXPECT_EQ(b.drained(), "instruction=3 branch immediate_branch branch_predictable pc_change "
                           "cycle=4");
}

// An entry to an exception takes cycles before anything is executed.
TEST(execution_meter, takes_what_is_not_drained_from_the_budget) {
    meter_bench b;
    b.arm(0x8000, {add, add, add, add});
    b.meter.add(activity::activity_kind::cycle, 3);
    b.meter.set_budget(5); // 3, and the 2 of the first block
    b.run(0x8000, 8);
    b.run(0x8008, 8);
    EXPECT_THAT(b.boundaries, ElementsAre(0x8008));
}

TEST(execution_meter, has_drained_everything_before_a_boundary) {
    meter_bench b;
    b.arm(0x8000, {add, add, add, add});
    std::string at_boundary;
    b.at_boundary = [&] { at_boundary = b.drained(); };
    b.meter.set_budget(2);
    b.run(0x8000, 8);
    b.run(0x8008, 8);
    EXPECT_EQ(at_boundary, "instruction=2 cycle=2");
    b.meter.leave(0x8010);
    EXPECT_EQ(b.drained(), "instruction=2 cycle=2");
}

TEST(execution_meter, stops_at_a_boundary_where_the_host_wants_to) {
    meter_bench b;
    b.arm(0x8000, {add, add, add, add});
    b.meter.set_budget(1);
    b.run(0x8000, 8);
    b.goes_on = false;
    EXPECT_EQ(b.enter(0x8008, 8), entry::boundary);
    EXPECT_EQ(b.drained(), "instruction=2 cycle=2");
    b.goes_on = true;
    EXPECT_EQ(b.enter(0x8008, 8), entry::go);
    b.meter.leave(0x8010);
    EXPECT_EQ(b.drained(), "instruction=2 cycle=2");
}

// The host may leave the budget as it is: then there is a boundary after each block.
TEST(execution_meter, has_one_boundary_before_a_block) {
    meter_bench b;
    b.arm(0x8000, {add, add, add, add});
    b.meter.set_budget(0);
    ASSERT_EQ(b.meter.enter(0x8000, 8), entry::boundary);
    EXPECT_EQ(b.meter.next_pc(), 0x8000U);
    ASSERT_EQ(b.meter.enter(0x8000, 8), entry::go);
    EXPECT_EQ(b.meter.next_pc(), 0x8008U);
    ASSERT_EQ(b.meter.enter(0x8008, 8), entry::boundary);
    ASSERT_EQ(b.meter.enter(0x8008, 8), entry::go);
    EXPECT_EQ(b.drained(), "instruction=2 cycle=2");
    ASSERT_EQ(b.meter.enter(0x8000, 8), entry::boundary) << "another time around";
}

TEST(execution_meter, has_a_boundary_again_where_the_cpu_has_stopped_at_it) {
    meter_bench b;
    b.arm(0x8000, {add, add});
    b.meter.set_budget(0);
    ASSERT_EQ(b.meter.enter(0x8000, 8), entry::boundary);
    EXPECT_TRUE(b.meter.leave(0x8000));
    EXPECT_EQ(b.meter.enter(0x8000, 8), entry::boundary);
}

TEST(execution_meter, takes_the_block_at_work_from_a_new_budget) {
    for (const std::int64_t cycles : {2, 3}) {
        meter_bench b;
        b.arm(0x8000, {add, add, add});
        b.run(0x8000, 8);
        b.meter.set_budget(cycles);
        b.run(0x8008, 4);
        EXPECT_EQ(b.boundaries.size(), cycles == 2 ? 1U : 0U);
    }
}

// It may change the interrupt masks: what is due before it is seen before it, and what it has
// changed is seen before the next instruction.
TEST(execution_meter, has_a_boundary_after_a_write_to_the_status_register) {
    meter_bench b;
    b.arm(0x8000, {add, msr, add, add});
    const auto execute = [&b] {
        b.meter.enter(0x8000, 8);
        ASSERT_EQ(b.split(0x8004, 4), entry::go);
    };
    ASSERT_EQ(b.meter.enter(0x8000, 8), entry::split);
    EXPECT_THAT(b.meter.stops(), ElementsAre(0x8004));
    ASSERT_EQ(b.meter.stops_are_known(), entry::go);
    ASSERT_EQ(b.meter.split(0x8004), entry::go);
    EXPECT_THAT(b.boundaries, ElementsAre());
    b.meter.leave(0x8008);
    b.meter.set_budget(1'000'000);
    execute();
    b.run(0x8008, 8);
    EXPECT_THAT(b.boundaries, ElementsAre(0x8008));
    execute();
    b.meter.set_budget(1'000'000); // what has been executed counts
    b.run(0x8008, 8);
    EXPECT_THAT(b.boundaries, ElementsAre(0x8008, 0x8008));
}

TEST(execution_meter, has_a_boundary_before_a_write_to_the_status_register) {
    meter_bench b;
    b.arm(0x8000, {add, msr, add});
    b.meter.enter(0x8000, 12);
    b.meter.stops_are_known();
    b.meter.set_budget(1);
    b.goes_on = false;
    EXPECT_EQ(b.split(0x8004, 8), entry::boundary);
    EXPECT_THAT(b.boundaries, ElementsAre(0x8004));
    EXPECT_EQ(b.drained(), "instruction cycle") << "the write has not been executed";
}

// --- conditional loads and stores ----------------------------------------------------------------

TEST(execution_meter, looks_at_the_flags_before_a_conditional_access) {
    meter_bench b;
    b.arm(0x8000, {ldreq, add});
    for (int n = 0; n < 3; ++n) {
        ASSERT_EQ(b.meter.enter(0x8000, 8), entry::look);
        b.meter.look_at_flags(0);
        b.meter.leave(0x8008);
    }
    EXPECT_EQ(b.drained(), "instruction=6 cycle=6");
    for (const std::uint32_t flags : {0U, flag_z, 0U, flag_z}) {
        ASSERT_EQ(b.meter.enter(0x8000, 8), entry::look);
        b.meter.look_at_flags(flags);
        b.meter.leave(0x8008);
    }
    EXPECT_EQ(b.drained(), "instruction=8 data_read=2 cycle=8");
}

TEST(execution_meter, counts_the_part_of_a_block_with_a_conditional_access) {
    meter_bench b;
    b.arm(0x8000, {ldreq, add, add});
    ASSERT_EQ(b.meter.enter(0x8000, 12), entry::look);
    b.meter.look_at_flags(flag_z);
    b.meter.leave(0x8004);
    EXPECT_EQ(b.drained(), "instruction data_read cycle");
}

TEST(execution_meter, splits_blocks_at_conditional_accesses) {
    meter_bench b;
    b.arm(0x8000, {add, ldreq, add, strne, add, bne_2_back});
    ASSERT_EQ(b.meter.enter(0x8000, 24), entry::split);
    EXPECT_THAT(b.meter.stops(), ElementsAre(0x8004, 0x800C));
    b.meter.leave(0x8000); // the engine translates the block again
    ASSERT_EQ(b.meter.enter(0x8000, 24), entry::split);
    ASSERT_EQ(b.meter.stops_are_known(), entry::go);
    for (int n = 0; n < 2; ++n) {
        ASSERT_EQ(b.meter.split(0x8004), entry::look);
        b.meter.look_at_flags(flag_z);
        ASSERT_EQ(b.meter.split(0x800C), entry::look);
        b.meter.look_at_flags(flag_z);
        ASSERT_EQ(b.meter.enter(n == 0 ? 0x8000U : 0x8018U, n == 0 ? 24U : 4U), entry::go)
            << "they are known now";
    }
    EXPECT_EQ(b.drained(),
              "instruction=12 branch=2 immediate_branch=2 branch_predictable=2 "
              "branch_mispredicted immediate_mispredicted pc_change data_read=2 cycle=18");
}

TEST(execution_meter, counts_conditional_register_writes_that_are_executed) {
    constexpr std::uint32_t drain_ne = 0x1E070F9A;   // mcrne p15, 0, r0, c7, c10, 4
    constexpr std::uint32_t context_eq = 0x0E0D0F30; // mcreq p15, 0, r0, c13, c0, 1
    meter_bench b;
    b.arm(0x8000, {drain_ne, context_eq, add});
    ASSERT_EQ(b.meter.enter(0x8000, 12), entry::split);
    EXPECT_THAT(b.meter.stops(), ElementsAre(0x8004));
    ASSERT_EQ(b.meter.stops_are_known(), entry::look);
    b.meter.look_at_flags(flag_z);
    ASSERT_EQ(b.meter.split(0x8004), entry::look);
    b.meter.look_at_flags(flag_z);
    b.meter.leave(0x800C);
    EXPECT_EQ(b.drained(), "instruction=3 context_change cycle=3");
}

TEST(execution_meter, has_nothing_to_split_where_a_block_begins_or_ends) {
    meter_bench b;
    b.arm(0x8000, {add, add, add});
    EXPECT_EQ(b.meter.split(0x8000), entry::go) << "there is no block";
    b.run(0x8000, 8);
    EXPECT_EQ(b.meter.split(0x8000), entry::go);
    EXPECT_EQ(b.meter.split(0x8008), entry::go);
    b.meter.leave(0x8008);
    EXPECT_EQ(b.drained(), "instruction=2 cycle=2");
}

TEST(execution_meter, gives_back_what_the_rest_of_a_split_block_would_have_taken) {
    meter_bench b;
    b.arm(0x8000, {add, add, add, ldreq, add, add, add, add});
    b.meter.set_budget(8); // 5 cycles, then 3
    b.meter.enter(0x8000, 20);
    b.meter.stops_are_known();
    b.meter.split(0x800C);
    b.meter.look_at_flags(0);
    b.run(0x8014, 4);
    b.run(0x8018, 4);
    b.run(0x801C, 4);
    EXPECT_THAT(b.boundaries, ElementsAre());
}

// --- instructions of the host --------------------------------------------------------------------

TEST(execution_meter, hands_an_instruction_to_the_host) {
    meter_bench b;
    b.arm(0x8000, {mrc, add});
    ASSERT_EQ(b.meter.enter(0x8000, 8), entry::trap);
    EXPECT_EQ(b.meter.trapped().pc, 0x8000U);
    EXPECT_EQ(b.meter.trapped().kind, instruction_class::coprocessor_read);
    EXPECT_EQ(b.drained(), "nothing");
    b.host_executes();
    b.run(0x8004, 4);
    EXPECT_EQ(b.drained(), "instruction cycle");
    b.meter.leave(0x8008);
    EXPECT_EQ(b.drained(), "instruction cycle");
}

TEST(execution_meter, hands_over_instructions_inside_of_a_block) {
    meter_bench b;
    b.arm(0x8000, {add, mrc, mcr, add, add});
    ASSERT_EQ(b.meter.enter(0x8000, 20), entry::split);
    EXPECT_THAT(b.meter.stops(), ElementsAre(0x8004, 0x8008));
    ASSERT_EQ(b.meter.stops_are_known(), entry::go);
    ASSERT_EQ(b.meter.split(0x8004), entry::trap);
    EXPECT_EQ(b.meter.trapped().pc, 0x8004U);
    EXPECT_EQ(b.drained(), "instruction cycle") << "what comes before it";
    b.host_executes();
    ASSERT_EQ(b.meter.enter(0x8008, 12), entry::trap);
    EXPECT_EQ(b.meter.trapped().pc, 0x8008U);
    b.host_executes();
    b.run(0x800C, 8);
    EXPECT_EQ(b.drained(), "instruction=2 cycle=2");
    b.meter.leave(0x8014);
    EXPECT_EQ(b.drained(), "instruction=2 cycle=2");
}

TEST(execution_meter, does_not_count_what_the_host_refuses) {
    meter_bench b;
    b.arm(0x8000, {mrc});
    b.arm(0x9000, {add});
    ASSERT_EQ(b.meter.enter(0x8000, 4), entry::trap);
    b.meter.enter_exception(0x18);
    b.run(0x9000, 4);
    b.meter.leave(0x9004);
    EXPECT_EQ(b.drained(), "instruction cycle");
}

TEST(execution_meter, takes_nothing_from_the_budget_for_an_instruction_of_the_host) {
    meter_bench b;
    b.arm(0x8000, {mrc});
    b.meter.set_budget(5);
    for (int n = 0; n < 100; ++n) {
        ASSERT_EQ(b.meter.enter(0x8000, 4), entry::trap);
        b.host_executes();
    }
    EXPECT_THAT(b.boundaries, ElementsAre());
}

// --- data ----------------------------------------------------------------------------------------

// DDI 0460, event 0x0F: an instruction once, by the size of its items.
TEST(execution_meter, counts_instructions_that_access_what_is_not_aligned) {
    meter_bench b;
    b.meter.follow_accesses(true);
    b.arm(0x8000, {ldr, 0xE1D100B0, 0xE5D10000, 0xE5810000, 0xE1C100B0}); // ldrh, ldrb, str, strh
    const auto unaligned = [&b](std::uint32_t address) {
        b.run(0x8000, 20);
        b.meter.access(address, 4, false);
        b.meter.access(address, 2, false);
        b.meter.access(address, 1, false);
        b.meter.access(address, 4, true);
        b.meter.access(address, 2, true);
        b.meter.leave(0x8014);
        return b.counts()[activity::activity_kind::unaligned_access];
    };
    EXPECT_EQ(unaligned(0x9000), 0U);
    EXPECT_EQ(unaligned(0x9001), 4U);
    EXPECT_EQ(unaligned(0x9002), 2U) << "the words";
    EXPECT_EQ(unaligned(0x9003), 4U);
}

TEST(execution_meter, finds_the_instruction_that_accesses_an_address) {
    meter_bench b;
    b.arm(0x8000, {ldr, 0xE5820008, 0xE89D006C, ldreq}); // str r0, [r2, #8]; ldm sp, {r2,r3,r5,r6}
    b.meter.enter(0x8000, 16);
    const auto reg = [](unsigned n) { return 0x1000U * n; };
    const auto pc_of = [&](std::uint32_t address, std::uint32_t cpsr, bool is_write = false) {
        const instruction* i = b.meter.locate(address, 1, is_write, reg, cpsr);
        return i != nullptr ? i->pc : 0;
    };
    EXPECT_EQ(pc_of(0x1000, 0), 0x8000U);
    EXPECT_EQ(pc_of(0x1003, 0), 0x8000U);
    EXPECT_EQ(pc_of(0x1004, 0), 0U);
    EXPECT_EQ(pc_of(0x2008, 0), 0U) << "it stores";
    EXPECT_EQ(pc_of(0x2008, 0, true), 0x8004U);
    EXPECT_EQ(pc_of(0x2007, 0, true), 0U);
    EXPECT_EQ(pc_of(0xD000, 0), 0x8008U);
    EXPECT_EQ(pc_of(0xD00F, 0), 0x8008U);
    EXPECT_EQ(pc_of(0xD010, 0), 0U);
    b.meter.leave(0x8000);
    b.meter.enter(0x800C, 4);
    EXPECT_EQ(pc_of(0x1000, 0), 0U) << "its condition fails";
    EXPECT_EQ(pc_of(0x1000, flag_z), 0x800CU);
}

// What comes before the instruction has taken effect when a device is accessed.
TEST(execution_meter, names_all_instructions_that_may_access_an_address) {
    constexpr std::uint32_t pop_r0 = 0xE49D0004;   // ldr r0, [sp], #4
    constexpr std::uint32_t ldr_sp = 0xE59D0000;   // ldr r0, [sp]
    constexpr std::uint32_t ldm_sp = 0xE89D0018;   // ldm sp, {r3, r4}
    constexpr std::uint32_t ldreq_sp = 0x059D0000; // ldreq r0, [sp]
    meter_bench b;
    b.arm(0x8000, {pop_r0, ldr_sp, ldm_sp, ldreq_sp});
    const auto reg = [](unsigned n) { return 0x1000U * n; };
    const auto pcs = [&](std::uint32_t address) {
        std::vector<std::uint32_t> all;
        for (const auto& p : b.meter.candidates(address, false, reg, flag_z)) {
            all.push_back(p.what->pc);
        }
        return all;
    };
    ASSERT_EQ(b.meter.enter(0x8000, 16), entry::split);
    EXPECT_THAT(b.meter.stops(), ElementsAre(0x800C));
    ASSERT_EQ(b.meter.stops_are_known(), entry::go);
    EXPECT_THAT(pcs(0xD000), ElementsAre(0x8000, 0x8004, 0x8008))
        << "before the last one there would be a split";
    EXPECT_THAT(pcs(0xD004), ElementsAre(0x8008));
    EXPECT_THAT(pcs(0xD008), ElementsAre());
    ASSERT_EQ(b.meter.split(0x800C), entry::look);
    EXPECT_THAT(pcs(0xD000), ElementsAre(0x800C));
}

TEST(execution_meter, names_instructions_by_an_address_with_the_carry_flag) {
    constexpr std::uint32_t ldr_rrx = 0xE7910062; // ldr r0, [r1, r2, rrx]
    meter_bench b;
    b.arm(0x8000, {add, ldr_rrx});
    b.meter.enter(0x8000, 8);
    const auto reg = [](unsigned n) { return 0x1000U * n; };
    const auto found = [&](std::uint32_t address, std::uint32_t flags) {
        return b.meter.candidates(address, false, reg, flags).size();
    };
    EXPECT_EQ(found(0x2000, 0), 1U);
    EXPECT_EQ(found(0x2000, psr::carry), 0U);
    EXPECT_EQ(found(0x8000'2000, psr::carry), 1U);
}

TEST(execution_meter, knows_the_code_of_the_current_block) {
    meter_bench b;
    b.arm(0x8000, {add, ldr});
    b.meter.enter(0x8000, 8);
    b.arm(0x8000, {ldr, add}); // this executes later
    EXPECT_EQ(b.meter.pc(), 0x8000U);
    EXPECT_THAT(b.meter.code(), ElementsAre(0x01, 0x00, 0x80, 0xE2, 0x00, 0x00, 0x91, 0xE5));
    b.cpu.status |= psr::thumb;
    b.thumb(0x8100, {0x1840, 0xF8D1, 0x0004}); // adds r0, r0, r1; ldr.w r0, [r1, #4]
    b.meter.enter(0x8100, 6);
    EXPECT_THAT(b.meter.code(), ElementsAre(0x40, 0x18, 0xD1, 0xF8, 0x04, 0x00));
}

TEST(execution_meter, takes_an_instruction_for_no_more_items_than_it_has) {
    meter_bench b;
    b.arm(0x8000, {0xE4910004, ldr}); // ldr r0, [r1], #4
    b.run(0x8000, 8);
    std::uint32_t r1 = 0x1000;
    const auto pc_of = [&](std::uint32_t address) {
        const instruction* i = b.meter.locate(
            address, 4, false, [&](unsigned) { return r1; }, 0);
        return i != nullptr ? i->pc : 0;
    };
    EXPECT_EQ(pc_of(0x1000), 0x8000U);
    r1 = 0x1004; // written back
    EXPECT_EQ(pc_of(0x1004), 0x8004U);
}

// Unicorn loads an item that is not aligned by two that are, and stores it byte by byte.
TEST(execution_meter, finds_the_instruction_whose_access_is_not_aligned) {
    meter_bench b;
    b.arm(0x8000, {add, 0xE5910002, 0xE5820001}); // ldr r0, [r1, #2]; str r0, [r2, #1]
    b.run(0x8000, 12);
    const auto pc_of = [&](std::uint32_t address, std::uint32_t bytes, bool is_write) {
        const instruction* i = b.meter.locate(
            address, bytes, is_write, [](unsigned n) { return 0x1000U * n; }, 0);
        return i != nullptr ? i->pc : 0;
    };
    EXPECT_EQ(pc_of(0x1000, 4, false), 0x8004U);
    EXPECT_EQ(pc_of(0x1004, 4, false), 0x8004U);
    EXPECT_EQ(pc_of(0x1008, 4, false), 0U);
    EXPECT_EQ(pc_of(0x2000, 1, true), 0U);
    EXPECT_EQ(pc_of(0x2001, 1, true), 0x8008U);
    EXPECT_EQ(pc_of(0x2004, 1, true), 0x8008U);
    EXPECT_EQ(pc_of(0x2005, 1, true), 0U);
}

TEST(execution_meter, can_be_drained_at_each_access_to_a_device) {
    meter_bench b;
    b.arm(0x8000, {add, ldr, add, ldr, add});
    b.run(0x8000, 20);
    const auto come_to_device = [&b] {
        const instruction* i = b.meter.locate(
            0x1000, 4, false, [](unsigned) { return 0x1000U; }, 0);
        if (i == nullptr) {
            return std::string("nowhere");
        }
        const std::string place = std::to_string(i->pc - 0x8000);
        const instruction by = *i;
        const std::uint32_t rest = b.meter.come_to_device(by);
        const std::string counts = b.drained();
        b.meter.enter_device(by, rest, 4, 0);
        return place + ": " + counts;
    };
    EXPECT_EQ(come_to_device(), "4: instruction cycle");
    EXPECT_EQ(come_to_device(), "12: instruction=2 data_read cycle=2");
    b.meter.leave(0x8014);
    EXPECT_EQ(b.drained(), "instruction=2 data_read cycle=2");
}

// External accesses: each item (ARM DDI 0211H, table 3-141, event 0x10).
TEST(execution_meter, tells_each_instruction_before_an_access_to_a_device) {
    meter_bench b(cpu_type::arm1136);
    b.meter.follow_accesses(true);
    b.meter.set_detailed(true);
    b.arm(0x8000, {ldr, add, ldr, ldr, ldr, add});
    std::vector<std::uint64_t> accesses;
    const auto drain = [&] {
        b.meter.drain_each([&](const instruction* i, const activity_counts& counts) {
            ASSERT_NE(i, nullptr);
            EXPECT_EQ(counts[activity::activity_kind::instruction], 1U);
            accesses.push_back(counts[activity::activity_kind::external_data_access]);
        });
    };
    const auto access_device = [&](std::uint32_t pc) {
        b.meter.pass_item(4);
        const instruction by = b.meter.instruction_at(pc, false, 0);
        const std::uint32_t rest = b.meter.come_to_device(by);
        drain();
        b.meter.enter_device(by, rest, 4, 0);
        b.meter.access_device(&by, test_cpu::first_device, 4, false);
    };
    b.run(0x8000, 24);
    b.meter.access(0x10000, 4, false);
    access_device(0x8008);
    EXPECT_THAT(accesses, ElementsAre(1, 0));
    b.meter.access(0x10000, 4, false);
    access_device(0x8010);
    EXPECT_THAT(accesses, ElementsAre(1, 0, 1, 1));
    b.meter.leave(0x8018);
    drain();
    EXPECT_THAT(accesses, ElementsAre(1, 0, 1, 1, 1, 0));
}

// --- branches to themselves ----------------------------------------------------------------------

constexpr std::uint32_t branch_to_itself = 0xEAFFFFFE; // b .

TEST(execution_meter, asks_once_where_execution_comes_to_a_branch_to_itself) {
    meter_bench b;
    b.arm(0x8000, {add, add, branch_to_itself});
    ASSERT_EQ(b.meter.enter(0x8000, 12), entry::split);
    EXPECT_THAT(b.meter.stops(), ElementsAre(0x8008)) << "it is a block of its own";
    ASSERT_EQ(b.meter.stops_are_known(), entry::go);
    std::string before;
    b.at_boundary = [&] {
        before += b.drained();
        b.meter.set_budget(meter_bench::no_end);
    };
    EXPECT_EQ(b.split(0x8008, 4), entry::go);
    EXPECT_THAT(b.spins, ElementsAre(0x8008));
    EXPECT_EQ(before, "instruction=2 cycle=2") << "what comes before it, and not itself";
    b.run(0x8008, 4);
    b.run(0x8008, 4);
    EXPECT_THAT(b.spins, ElementsAre(0x8008));
    b.meter.set_budget(0);
    b.run(0x8008, 4);
    EXPECT_THAT(b.boundaries, ElementsAre(0x8008)) << "that is looked at anyway";
    EXPECT_THAT(b.spins, ElementsAre(0x8008));
    b.meter.leave(0x8008); // an interrupt
    b.run(0x8008, 4);
    EXPECT_THAT(b.spins, ElementsAre(0x8008, 0x8008)) << "it has come there again";
    EXPECT_EQ(b.surprises, 0);
}

TEST(execution_meter, stops_before_a_branch_to_itself) {
    for (const std::uint32_t word : {branch_to_itself, 0xEBFFFFFEU}) { // b . and bl .
        meter_bench b;
        b.arm(0x8000, {add, word});
        b.run(0x8000, 4);
        b.goes_on = false;
        EXPECT_EQ(b.enter(0x8004, 4), entry::spin);
        EXPECT_EQ(b.drained(), "instruction cycle") << "it has not been executed";
    }
}

TEST(execution_meter, does_not_ask_before_other_branches) {
    meter_bench b;
    b.arm(0x8000, {0x0AFFFFFE, 0xEAFFFFFD}); // beq .; b .-4
    b.run(0x8000, 4);
    b.run(0x8004, 4);
    b.run(0x8000, 4);
    EXPECT_TRUE(b.spins.empty());
}

TEST(execution_meter, spins_at_the_second_halfword_of_memory) {
    meter_bench b;
    b.thumb(2, {0xE7FE}); // b 2
    b.thumb(0x8000, {0xE000});
    b.run(0x8000, 2);
    b.meter.leave(0x8000);
    EXPECT_EQ(b.meter.enter(2, 2), entry::spin);
}

// The table may be full: what it forgets then is still executed.
TEST(execution_meter, spins_in_a_block_that_is_forgotten) {
    meter_bench b;
    b.arm(0x8000, {branch_to_itself});
    b.at_boundary = [&] {
        b.meter.forget(0x8000, 4);
        b.drained();
        b.meter.set_budget(meter_bench::no_end);
    };
    b.run(0x8000, 4);
    b.run(0x8000, 4);
    b.run(0x8000, 4);
    EXPECT_EQ(b.counts()[activity::activity_kind::instruction], 2U);
}

TEST(execution_meter, has_no_fault_without_translation) {
    meter_bench b;
    b.arm(0x8000, {ldr, add});
    for (const std::uint32_t pc : {0x8000U, 0x8004U}) {
        EXPECT_FALSE(b.meter.fault_of(b.meter.instruction_at(pc, false, 0)).has_value());
    }
}

// Thumb-1: the halves of a BL may lie in two blocks.
TEST(execution_meter, has_the_bytes_of_half_a_call) {
    meter_bench b(cpu_type::arm1136);
    b.thumb(0x8000, {0x3001, 0xF123, 0xF800}); // adds r0, #1; bl
    b.run(0x8000, 4);
    EXPECT_THAT(b.meter.code(), ElementsAre(0x01, 0x30, 0x23, 0xF1));
}

// DDI 0406, SCTLR.DZ: a division by zero is Undefined if it is 1, and gives 0 if it is 0. Only of
// ARMv7-R: elsewhere the bit is another one.
TEST(execution_meter, stops_before_a_division_by_zero_that_traps) {
    constexpr std::uint32_t udiv = 0xE730F116; // udiv r0, r6, r1
    meter_bench b;
    b.arm(0x8000, {udiv, add});
    b.run(0x8000, 8);
    b.leave(0x8008);
    b.cpu.control |= sctlr::divide_by_zero;
    b.meter.control_changed();
    EXPECT_EQ(b.enter(0x8000, 8), entry::trap);
    b.cpu.regs[1] = 3;
    EXPECT_EQ(b.enter(0x8000, 8), entry::go);
    b.leave(0x8008);
    b.cpu.regs[1] = 0;
    b.cpu.control &= ~sctlr::divide_by_zero;
    b.meter.control_changed();
    b.run(0x8000, 8);
    b.leave(0x8008);
    EXPECT_EQ(b.surprises, 0);
}

// An engine may tell where memory is accessed by physical addresses: here the megabyte at
// 0x40000000 leads to 0, which leads to itself, too.
TEST(execution_meter, finds_the_address_of_an_item_from_the_physical_one) {
    meter_bench b(cpu_type::arm1136);
    address_translation translation(table_format::armv6, [](std::uint32_t at) {
        const std::uint32_t index = (at - 0x4000U) / 4;
        return std::optional<std::uint32_t>(index == 0 || index == 0x400 ? 0xC0EU : 0U);
    });
    b.translate_by(translation, registers_of_mmu(0x4000));

    // ldm r1, {r3, r4}; ldrd r0, [r0]; ldr r2, [r1]; ldr r0, [r1]
    b.arm(0x8000, {0xE8910018, 0xE1C000D0, 0xE5912000, ldr});
    b.cpu.regs[0] = 0x4000'0600;
    b.cpu.regs[1] = 0x0000'0500;
    b.run(0x8000, 16);
    EXPECT_EQ(b.meter.address_of_next_item(0x500), 0x500U);
    b.meter.pass_item(4);
    EXPECT_EQ(b.meter.address_of_next_item(0x504), 0x504U);
    b.meter.pass_item(4);
    EXPECT_EQ(b.meter.address_of_next_item(0x600), 0x4000'0600U);
    b.meter.pass_item(4);
    b.cpu.regs[0] = 0x1234'5678; // loaded meanwhile, and so no base any more
    EXPECT_EQ(b.meter.address_of_next_item(0x604), 0x4000'0604U);
    b.meter.pass_item(4);
    b.cpu.regs[1] = 0x4000'0700;
    EXPECT_EQ(b.meter.address_of_next_item(0x700), 0x4000'0700U);
    b.meter.pass_item(4);
    b.cpu.regs[1] = 0x0000'0700;
    EXPECT_EQ(b.meter.address_of_next_item(0x700), 0x0000'0700U);
    const instruction load = b.meter.instruction_at(0x8008, false, 0);
    b.cpu.regs[1] = 0x4000'0702;
    for (std::uint32_t n = 0; n < 8; ++n) { // the words of an item that is not aligned
        EXPECT_EQ(b.meter.address_of_access(load, 0x700 + n), 0x4000'0700U + n);
    }
    EXPECT_EQ(b.meter.address_of_access(load, 0x708), 0x708U) << "it accesses something else";
}

// Execution pauses where a block begins that nobody has split. Address 2 stands for no seam either.
TEST(execution_meter, no_seam_is_at_the_second_halfword_of_memory) {
    meter_bench b;
    EXPECT_FALSE(b.meter.is_at_seam()) << "nothing has been executed";
    b.cpu.status |= psr::thumb;
    b.meter.set_budget(-1);
    EXPECT_EQ(b.meter.enter(2, 2), entry::boundary);
    EXPECT_FALSE(b.meter.is_at_seam());
    b.meter.set_budget(meter_bench::no_end);
    b.run(0, 2);
    b.meter.leave(2);
    EXPECT_FALSE(b.meter.is_at_seam());
    b.thumb(0x8000, {0xE000}); // a branch
    b.run(0x8000, 2);
    b.run(2, 2);
    b.run(0x8000, 2);
    ASSERT_TRUE(b.meter.goes_on_to(2, 2));
    EXPECT_EQ(b.meter.may_pause_at(2), true);
}

// It stands for no place either where nothing has been executed since.
TEST(execution_meter, pauses_at_the_second_halfword_of_memory) {
    meter_bench b;
    b.thumb(0x8000, {0xE000}); // a branch
    b.run(0x8000, 2);
    b.meter.leave(0x8000);
    b.meter.set_budget(-1);
    EXPECT_EQ(b.meter.enter(2, 2), entry::boundary);
}

/// Execution pauses before the block [pc, pc + bytes), goes on, and has come no further.
void expect_seam_where_it_pauses(meter_bench& b, std::uint32_t pc, std::uint32_t bytes,
                                 bool is_seam) {
    b.meter.set_budget(-1);
    ASSERT_EQ(b.meter.enter(pc, bytes), entry::boundary);
    EXPECT_EQ(b.meter.is_at_seam(), is_seam);
    b.meter.set_budget(meter_bench::no_end);
    ASSERT_EQ(b.meter.enter(pc, bytes), entry::go);
    b.meter.leave(pc);
    EXPECT_EQ(b.meter.is_at_seam(), is_seam);
}

TEST(execution_meter, a_seam_stays_one_where_execution_has_paused) {
    meter_bench b;
    b.arm(0x8000, {add, add, add, add});
    b.run(0x8000, 8);
    expect_seam_where_it_pauses(b, 0x8008, 8, true);
}

TEST(execution_meter, no_seam_is_where_execution_has_paused_after_a_branch) {
    meter_bench b;
    b.arm(0x8000, {0xEA000000}); // b 0x8008
    b.arm(0x8008, {add, add});
    b.run(0x8000, 4);
    expect_seam_where_it_pauses(b, 0x8008, 8, false);
}

// ARM DDI 0301, 5.3: a call pushes the address after it, where the return is predicted to go.
TEST(execution_meter, foresees_where_a_call_returns_to) {
    meter_bench b(cpu_type::arm1176);
    b.arm(0x8000, {0xEB000000}); // bl 0x8008
    b.arm(0x8008, {0xE12FFF1E}); // bx lr
    b.run(0x8000, 4);
    b.run(0x8008, 4);
    b.meter.leave(0x8004);
    const activity_counts counts = b.counts();
    EXPECT_EQ(counts[activity::activity_kind::procedure_call], 1U);
    EXPECT_EQ(counts[activity::activity_kind::return_predicted], 1U);
    EXPECT_EQ(counts[activity::activity_kind::return_mispredicted], 0U);
}

TEST(execution_meter, has_drained_the_cycles_that_it_has_handed_over) {
    meter_bench b;
    b.arm(0x8000, {add, add, add});
    b.run(0x8000, 4);
    b.meter.leave(0x8004);
    EXPECT_EQ(b.counts().cycles(), 1U);
    EXPECT_EQ(b.meter.drained_cycles(), 1U);
    b.run(0x8004, 8);
    b.meter.leave(0x800C);
    b.meter.add(activity::activity_kind::cycle, 3);
    std::uint64_t handed = 0;
    b.meter.drain_each(
        [&](const instruction*, const activity_counts& counts) { handed += counts.cycles(); });
    EXPECT_EQ(handed, 5U);
    EXPECT_EQ(b.meter.drained_cycles(), 6U);
}

// iss/timing.md, Two modes: in fast mode execution pauses where a basic block ends, whatever an
// engine calls one.
TEST(execution_meter, may_pause_where_a_basic_block_ends) {
    meter_bench b;
    constexpr std::uint32_t b_next = 0xEAFFFFFF; // b .+4
    b.arm(0x8000, {add, add, add, mrc, add, b_next, add});
    b.run(0x8000, 8);
    EXPECT_EQ(b.meter.may_pause_at(0x8004), false);
    EXPECT_EQ(b.meter.may_pause_at(0x8008), false) << "it goes on";
    EXPECT_EQ(b.meter.may_pause_at(0x9000), true) << "it has not gone on";
    b.run(0x8008, 4);
    EXPECT_EQ(b.meter.may_pause_at(0x800C), true) << "the host executes it";
    b.meter.leave(0x800C);
    EXPECT_EQ(b.meter.enter(0x800C, 4), entry::trap);
    b.host_executes();
    EXPECT_EQ(b.meter.may_pause_at(0x8010), false) << "a block ends before it alone";
    b.run(0x8010, 8);
    EXPECT_EQ(b.meter.may_pause_at(0x8014), false);
    EXPECT_EQ(b.meter.may_pause_at(0x8018), true) << "after a branch";
}

// alignment.h: a piece begins an instruction if nothing was accessed by it before.
TEST(execution_meter, what_swp_stores_is_no_begin) {
    meter_bench b;
    b.arm(0x8000, {0xE1010092}); // swp r0, r2, [r1]
    b.enter(0x8000, 4);
    const auto reg = [](unsigned) { return test_cpu::first_device; };
    for (int n = 0; n < 2; ++n) { // as often as it executes
        for (const bool is_write : {false, true}) {
            ASSERT_NE(b.meter.locate(test_cpu::first_device, 4, is_write, reg, 0), nullptr);
            EXPECT_EQ(b.meter.located_piece().begins, !is_write);
        }
    }
}

TEST(execution_meter, tells_once_that_a_status_was_written) {
    meter_bench b;
    b.arm(0x8000, {add, msr, add});
    b.run(0x8000, 4);
    b.meter.leave(0x8004);
    EXPECT_FALSE(b.meter.take_status_write());
    b.run(0x8004, 4);
    b.meter.leave(0x8008);
    EXPECT_TRUE(b.meter.take_status_write());
    EXPECT_FALSE(b.meter.take_status_write());
    b.run(0x8008, 4);
    b.meter.leave(0x800C);
    EXPECT_FALSE(b.meter.take_status_write());
}

// Both ways out of a block: to the one after it in memory, and to another.
TEST(execution_meter, knows_no_successor_of_what_it_makes_anew) {
    for (const std::uint32_t next : {0x8004U, 0x9000U}) {
        meter_bench b;
        b.arm(0x8000, {0x1A0003FE}); // bne 0x9000
        b.arm(0x8004, {add});
        b.arm(0x9000, {add});
        const auto go_on = [&] {
            b.cpu.status = psr::supervisor_mode | (next == 0x8004 ? flag_z : 0);
            b.run(0x8000, 4);
            return b.meter.goes_on_to(next, 4);
        };
        EXPECT_FALSE(go_on());
        b.run(next, 4);
        EXPECT_TRUE(go_on());
        b.meter.leave(next + 4);
        b.meter.set_detailed(false); // somebody else looks on
        EXPECT_FALSE(go_on()) << next;
        b.run(next, 4);
        EXPECT_TRUE(go_on());
    }
}

// Intel 273473, 2.3.2: with A = 0 the low bits of an address are ignored, so no access reaches
// into the next page.
TEST(execution_meter, an_access_whose_low_bits_are_ignored_faults_by_its_own_page) {
    meter_bench b(cpu_type::xscale);
    address_translation translation(table_format::xscale, [](std::uint32_t at) {
        return std::optional<std::uint32_t>(at == 0x4000 ? 0xC0EU : 0U);
    });
    b.translate_by(translation, registers_of_mmu(0x4000, table_format::xscale));
    b.arm(0x8000, {ldr});
    const instruction load = b.meter.instruction_at(0x8000, false, 0);
    b.cpu.regs[1] = 0x000F'FFFE;
    EXPECT_FALSE(b.meter.fault_of(load).has_value());
    b.cpu.regs[1] = 0x0010'0002;
    ASSERT_TRUE(b.meter.fault_of(load).has_value());
}

// longest_block(): the block that was about to be entered may be made anew at its boundary.
TEST(execution_meter, has_another_boundary_where_a_block_has_become_longer_than_any) {
    constexpr std::uint32_t ldm_sp = 0xE89D00FC; // ldm sp, {r2-r7}
    meter_bench b;
    b.arm(0x8000, {add});
    b.meter.set_budget(0);
    ASSERT_EQ(b.meter.enter(0x8000, 4), entry::boundary);
    const std::uint64_t told = b.meter.longest_block();
    b.arm(0x8000, {ldm_sp});
    b.meter.forget(0x8000, 4);
    b.meter.set_budget(meter_bench::no_end);
    EXPECT_EQ(b.meter.enter(0x8000, 4), entry::boundary);
    EXPECT_GT(b.meter.longest_block(), told);
    b.meter.set_budget(meter_bench::no_end);
    EXPECT_EQ(b.meter.enter(0x8000, 4), entry::go);
}

} // namespace
} // namespace platform::iss::execution_meter_test
