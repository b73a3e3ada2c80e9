// SPDX-License-Identifier: Apache-2.0
// The table of basic blocks: what it keeps, for how long, and where blocks begin and end.
#include <generated/cpu_types.h>
#include <iss/meter/block_table.h>
#include <iss/meter_bench.h>
#include <iss/page_registers.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platform::iss::block_table_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct table_bench {
    explicit table_bench(cpu_type type = cpu_type::cortex_r5, bool has_caches = false)
        : table(core_model_of(type), has_caches, memory, cpu,
                // NOLINTNEXTLINE(*-optin.cplusplus.UninitializedObject): made in another file
                [](const instruction& i) { return i.coprocessor.coproc == 14; }) {}

    void arm(std::initializer_list<std::uint32_t> words) {
        std::uint32_t address = 0x8000;
        for (const std::uint32_t word : words) {
            memory.write(address, &word, sizeof word);
            address += 4;
        }
    }
    /// Where a block of these instructions has to be split.
    std::vector<std::uint32_t> stops(std::initializer_list<std::uint32_t> words) {
        arm(words);
        table.renew(0x8000, 4);
        return table.find_or_make(0x8000, static_cast<std::uint32_t>(4 * words.size()), 0)->stops;
    }

    code_memory memory;
    test_cpu cpu;
    block_table table;
};

const auto none_is_in_use = [](const basic_block*) { return false; };
const auto nothing_is_to_do = [](basic_block&) {};

TEST(block_table, makes_a_block_once) {
    table_bench b;
    basic_block* first = b.table.look_up(0x8000, 8, 0);
    EXPECT_EQ(b.table.find_or_make(0x8000, 8, 0), first);
    EXPECT_EQ(b.table.recent(0x8000), first);
    EXPECT_NE(b.table.find_or_make(0x8000, 4, 0), first) << "another end";
    EXPECT_NE(b.table.find_or_make(0x8000, 8, 0x08), first) << "another ITSTATE";
    EXPECT_EQ(b.table.recent(0x8000), first);
}

// LDRNE reads data where it passes, LDMNE takes a cycle more for its second register.
TEST(block_table, looks_at_conditions_that_somebody_counts) {
    constexpr std::uint32_t ldrne = 0x1591'0000; // ldrne r0, [r1]
    constexpr std::uint32_t ldmne = 0x1891'000C; // ldmne r1, {r2, r3}
    table_bench b;
    EXPECT_THAT(b.stops({add, ldrne, add, ldmne}), ElementsAre(0x8004, 0x800C));
    EXPECT_FALSE(b.table.want(activity::bit_of(activity::activity_kind::branch)));
    EXPECT_THAT(b.stops({add, ldrne, add, ldmne}), ElementsAre(0x800C));
    EXPECT_TRUE(b.table.want(activity::bit_of(activity::activity_kind::data_read)));
    EXPECT_THAT(b.stops({add, ldrne, add, ldmne}), ElementsAre(0x8004, 0x800C));
    EXPECT_FALSE(b.table.want(activity::bit_of(activity::activity_kind::branch)));
    EXPECT_THAT(b.stops({add, ldrne, add, ldmne}), ElementsAre(0x8004, 0x800C)) << "never fewer";
}

// The megabyte at 0 leads to that at 0x00300000: its blocks are made once, too.
TEST(block_table, makes_a_block_once_where_addresses_are_translated) {
    table_bench b(cpu_type::arm1136);
    address_translation translation(table_format::armv6, [](std::uint32_t at) {
        return std::optional<std::uint32_t>(at == 0x4000 ? 0x0030'0C0EU : 0U);
    });
    translation.refresh(registers_of_mmu(0x4000));
    b.table.set_translation(translation);
    basic_block* const block = b.table.look_up(0x8000, 8, 0);
    EXPECT_EQ(block->to_physical, 0x0030'0000U);
    EXPECT_EQ(b.table.find_or_make(0x8000, 8, 0), block);
}

// A core without Thumb-2: IT, CBZ and the hints of 16 bits are Undefined, and nothing else.
TEST(block_table, decodes_what_the_core_does_not_have_as_undefined) {
    table_bench b(cpu_type::arm1136);
    for (const std::uint16_t halfword :
         std::initializer_list<std::uint16_t>{0xBF08, 0xBF00, 0xB108}) { // it eq; nop; cbz r0
        b.memory.write(0x8000, &halfword, sizeof halfword);
        const instruction i = b.table.instruction_at(0x8000, true, 0);
        EXPECT_EQ(i.kind, instruction_class::undefined);
        EXPECT_EQ(i.bytes, 2);
        EXPECT_EQ(i.encoding, halfword);
        EXPECT_EQ(i.it_after, 0);
        EXPECT_FALSE(i.writes_pc());
    }
}

// An engine cannot stop inside an IT block, and may go past what fails there without a word. So the
// block that follows a stop is split before each access: nothing else tells that it is past that.
TEST(block_table, splits_what_follows_a_stop_in_an_it_block_before_each_access) {
    table_bench b;
    b.cpu.status |= psr::thumb;
    for (std::uint32_t n = 0; n < 3; ++n) {
        constexpr std::array<std::uint16_t, 3> halfwords{0x3001, 0x6808, 0x3101}; // add; ldr; add
        b.memory.write(0x8000 + 2 * n, &halfwords[n], 2);
    }
    b.table.want(activity::bit_of(activity::activity_kind::branch)); // no condition matters
    constexpr std::uint8_t itt_eq = 0x04;                            // before the first of two
    EXPECT_THAT(b.table.find_or_make(0x8000, 4, itt_eq)->stops, ElementsAre(0x8002));
    EXPECT_THAT(b.table.find_or_make(0x8000, 4, 0)->stops, IsEmpty()) << "not in one";
    EXPECT_THAT(b.table.find_or_make(0x8000, 6, itt_eq)->stops, ElementsAre(0x8002));
}

TEST(block_table, has_no_recent_block_where_none_was_looked_up) {
    table_bench b;
    EXPECT_NE(b.table.recent(0x8000), nullptr);
    EXPECT_NE(b.table.recent(0x8000)->pc, 0x8000U);
}

TEST(block_table, forgets_blocks_that_begin_in_changed_code) {
    table_bench b;
    basic_block* before = b.table.look_up(0x8000, 8, 0);
    basic_block* at = b.table.look_up(0x8008, 8, 0);
    basic_block* after = b.table.look_up(0x8010, 8, 0);
    b.arm({add, add, ldr, ldr, add, add});
    b.table.renew(0x8008, 8);
    EXPECT_NE(b.table.recent(0x8008), at);
    EXPECT_EQ(b.table.recent(0x8000), before);
    EXPECT_EQ(b.table.find_or_make(0x8010, 8, 0), after);
    EXPECT_EQ(b.table.find_or_make(0x8008, 8, 0)->instructions.front().encoding, ldr);
}

// Who has cycles for the longest way is not late.
TEST(block_table, a_return_may_be_predicted_wrongly) {
    table_bench b(cpu_type::arm1176);
    b.arm({0xE12FFF1E}); // bx lr
    const basic_block* const block = b.table.find_or_make(0x8000, 4, 0);
    ASSERT_NE(block->at_end & basic_block::asks_stack, 0);
    const timing_model& timing = core_model_of(cpu_type::arm1176).timing;
    EXPECT_GE(block->worst_cycles,
              static_cast<std::int64_t>(block->always.cycles() + timing.mispredicted));
}

// Whoever goes from block to block by a way of its own has to forget that.
TEST(block_table, tells_whether_changed_code_was_known) {
    table_bench b;
    EXPECT_FALSE(b.table.renew(0x8000, 8)) << "no block begins there";
    b.table.look_up(0x8004, 4, 0);
    EXPECT_TRUE(b.table.renew(0x8000, 8));
    EXPECT_FALSE(b.table.renew(0x8000, 8)) << "it is forgotten";
}

// Both may be executed, by turns.
TEST(block_table, has_arm_and_thumb_code_at_one_address) {
    table_bench b;
    b.arm({ldr});
    basic_block* arm = b.table.look_up(0x8000, 4, 0);
    EXPECT_EQ(b.table.recent(0x8000), arm);
    b.cpu.status |= psr::thumb;
    b.table.renew(0x8000, 4);
    basic_block* thumb = b.table.look_up(0x8000, 4, 0);
    EXPECT_NE(thumb, arm);
    EXPECT_EQ(thumb->instructions.size(), 2U);
    EXPECT_NE(b.table.recent(0x8000)->pc, 0x8000U) << "which one shows in the CPSR";
    EXPECT_EQ(b.table.look_up(0x8000, 4, 0), thumb);
    b.cpu.status &= ~psr::thumb;
    EXPECT_EQ(b.table.look_up(0x8000, 4, 0), arm) << "the engine has translated Thumb code only";
    b.table.renew(0x8000, 4);
    EXPECT_NE(b.table.look_up(0x8000, 4, 0), arm);
}

// The engine goes on to execute both, and does not tell of that again.
TEST(block_table, knows_where_both_states_are_when_all_is_forgotten) {
    table_bench b;
    b.table.look_up(0x8000, 4, 0);
    b.cpu.status |= psr::thumb;
    b.table.renew(0x8000, 4);
    b.table.look_up(0x8000, 4, 0);
    b.table.forget_all();
    b.table.look_up(0x8000, 4, 0);
    EXPECT_NE(b.table.recent(0x8000)->pc, 0x8000U) << "the next entry may be in ARM state";
}

// What was translated in one block may be entered in its middle.
TEST(block_table, knows_where_both_states_are_when_one_was_translated_only) {
    table_bench b;
    b.table.renew(0x8000, 8);
    b.cpu.status |= psr::thumb;
    b.table.renew(0x8004, 4);
    b.table.look_up(0x8004, 4, 0);
    EXPECT_NE(b.table.recent(0x8004)->pc, 0x8004U);
    b.table.renew(0x8008, 4);
    basic_block* thumb_only = b.table.look_up(0x8008, 4, 0);
    EXPECT_EQ(b.table.recent(0x8008), thumb_only);
}

// Of its first block an engine knows where it begins.
TEST(block_table, renews_what_may_have_been_translated) {
    table_bench b;
    b.arm({add, add, add});
    b.table.renew(0x8000, 4096, false);
    b.arm({ldr, ldr, ldr});
    EXPECT_EQ(b.table.look_up(0x8000, 4, 0)->instructions.front().encoding, add);
    b.cpu.status |= psr::thumb;
    basic_block* const next = b.table.look_up(0x8004, 4, 0);
    EXPECT_EQ(b.table.recent(0x8004), next) << "nothing in ARM state has been executed there";
}

// The engine executes what it has translated, whatever is stored there meanwhile.
TEST(block_table, makes_blocks_of_what_was_translated) {
    table_bench b;
    b.arm({add, add, add, add});
    b.table.renew(0x8000, 12);
    b.arm({ldr, ldr, ldr, ldr});
    EXPECT_EQ(b.table.look_up(0x8004, 8, 0)->instructions.back().encoding, add);
    EXPECT_EQ(b.table.find_or_make(0x8000, 4, 0)->instructions.back().encoding, add);
    EXPECT_EQ(b.table.find_or_make(0x800C, 4, 0)->instructions.back().encoding, ldr);
    b.table.renew(0x8000, 12);
    EXPECT_EQ(b.table.look_up(0x8004, 8, 0)->instructions.back().encoding, ldr);
}

TEST(block_table, the_host_may_write_as_far_as_code) {
    table_bench b;
    b.table.look_up(0x8000, 4, 0);
    EXPECT_FALSE(b.table.forget(0x7000, 0x1000));
    EXPECT_TRUE(b.table.forget(0x7000, 0x1001));
}

// Whatever the host writes, blocks that begin before it too, in both states.
TEST(block_table, forgets_what_the_host_has_written_over) {
    table_bench b;
    b.arm({add, add, add, add, add, add});
    EXPECT_FALSE(b.table.forget(0x8000, 24)) << "nothing has been executed there";
    basic_block* before = b.table.look_up(0x8000, 8, 0);
    basic_block* into = b.table.look_up(0x8004, 8, 0);
    basic_block* at = b.table.look_up(0x8008, 8, 0);
    basic_block* after = b.table.look_up(0x800C, 8, 0);
    b.cpu.status |= psr::thumb;
    basic_block* thumb = b.table.look_up(0x8006, 4, 0);
    b.cpu.status &= ~psr::thumb;
    b.table.renew(0x8010, 8); // the engine has translated this
    b.arm({add, add, ldr, add, ldr, add});
    EXPECT_TRUE(b.table.forget(0x8008, 4));
    EXPECT_NE(b.table.recent(0x8004), into);
    EXPECT_NE(b.table.recent(0x8008), at);
    EXPECT_EQ(b.table.find_or_make(0x8000, 8, 0), before);
    EXPECT_EQ(b.table.find_or_make(0x800C, 8, 0), after);
    EXPECT_EQ(b.table.find_or_make(0x8004, 8, 0)->instructions.back().encoding, ldr);
    EXPECT_EQ(b.table.find_or_make(0x8008, 8, 0)->instructions.front().encoding, ldr);
    b.cpu.status |= psr::thumb;
    EXPECT_NE(b.table.find_or_make(0x8006, 4, 0), thumb);
    b.cpu.status &= ~psr::thumb;
    EXPECT_EQ(b.table.find_or_make(0x8010, 8, 0)->instructions.front().encoding, ldr)
        << "it will be translated again";
    EXPECT_FALSE(b.table.forget(0xA000, 4096));
}

TEST(block_table, forgets_the_end_of_the_address_space) {
    table_bench b;
    basic_block* last = b.table.look_up(0xFFFF'FFFC, 4, 0);
    EXPECT_TRUE(b.table.forget(0xFFFF'FFF0, 16));
    EXPECT_NE(b.table.recent(0xFFFF'FFFC), last);
}

TEST(block_table, forgets_all) {
    table_bench b;
    basic_block* first = b.table.look_up(0x8000, 8, 0);
    b.table.forget_all();
    EXPECT_NE(b.table.recent(0x8000), first);
    EXPECT_EQ(first->pc, 0x8000U) << "it may have executions to drain";
    EXPECT_NE(b.table.find_or_make(0x8000, 8, 0), first);
}

// Some hundred bytes each: firmware that writes code and runs it must not fill the host's memory.
TEST(block_table, is_full_some_time) {
    table_bench b;
    for (std::size_t n = 0; n < block_table::most_blocks; ++n) {
        ASSERT_FALSE(b.table.is_full()) << n;
        b.table.look_up(0x8000 + 4 * static_cast<std::uint32_t>(n), 4, 0);
    }
    EXPECT_TRUE(b.table.is_full());
    b.table.renew(0x8000, 4);
    EXPECT_FALSE(b.table.is_full());
    b.table.look_up(0x8000, 4, 0);
    EXPECT_TRUE(b.table.is_full());
    b.table.forget_all();
    EXPECT_FALSE(b.table.is_full());
}

TEST(block_table, keeps_forgotten_blocks_that_are_in_use) {
    table_bench b;
    b.arm({ldreq, add});
    basic_block* kept = b.table.look_up(0x8000, 8, 0);
    basic_block* passed = b.table.passed(*kept);
    b.table.look_up(0x9000, 8, 0);
    b.table.forget_all();
    b.table.free_forgotten([&](const basic_block* block) { return block == passed; },
                           nothing_is_to_do);
    EXPECT_EQ(passed->end, 0x8008U);
    EXPECT_EQ(b.table.passed(*kept), passed);
    b.table.free_forgotten(none_is_in_use, nothing_is_to_do);
}

TEST(block_table, releases_each_forgotten_block_once) {
    table_bench b;
    b.arm({ldreq, add});
    basic_block* const first = b.table.look_up(0x8000, 8, 0);
    basic_block* const passed = b.table.passed(*first);
    basic_block* const second = b.table.look_up(0x9000, 8, 0);
    std::vector<basic_block*> released;
    const auto release = [&released](basic_block& block) { released.push_back(&block); };
    b.table.free_forgotten(none_is_in_use, release);
    EXPECT_THAT(released, IsEmpty());
    b.table.forget_all();
    b.table.free_forgotten(none_is_in_use, release);
    EXPECT_THAT(released, testing::UnorderedElementsAre(first, passed, second));
    b.table.free_forgotten(none_is_in_use, release);
    EXPECT_EQ(released.size(), 3U);
}

TEST(block_table, knows_a_block_that_passed_and_its_parts) {
    table_bench b;
    b.arm({ldreq, add, add});
    basic_block* block = b.table.look_up(0x8000, 12, 0);
    basic_block* passed = b.table.passed(*block);
    EXPECT_FALSE(block->has_passed);
    EXPECT_TRUE(passed->has_passed);
    basic_block* part = b.table.part_of(*passed, 0x8008);
    EXPECT_TRUE(part->has_passed);
    EXPECT_EQ(part->end, 0x8008U);
    EXPECT_EQ(b.table.part_of(*passed, 0x8008), part);
    EXPECT_FALSE(b.table.part_of(*block, 0x8004)->has_passed);
}

// --- the meter and its bound ---------------------------------------------------------------------

// Twice as many blocks as are kept, drained now and then, and one at work all the time.
TEST(block_table, counts_go_on_where_blocks_are_dropped) {
    meter_bench b;
    const std::uint32_t blocks = (1U << 18U) / 4 - 4;
    std::uint64_t instructions = 0;
    for (std::uint32_t n = 0; n < blocks; ++n) {
        b.run(0x8000 + 4 * n, 4);
        if (n % 1000 == 0) {
            instructions += b.counts()[activity::activity_kind::instruction];
        }
    }
    b.meter.leave(0x8000 + 4 * blocks);
    instructions += b.counts()[activity::activity_kind::instruction];
    EXPECT_EQ(instructions, blocks);
    EXPECT_GT(blocks, block_table::most_blocks);
}

// --- where blocks begin and end ------------------------------------------------------------------

TEST(block_table, what_begins_a_block) {
    table_bench b;
    EXPECT_THAT(b.stops({add, ldr, add, nop}), IsEmpty());
    EXPECT_THAT(b.stops({add, 0xEF000000, add}), ElementsAre(0x8004)) << "svc";
    EXPECT_THAT(b.stops({add, 0xE1200070, add}), ElementsAre(0x8004)) << "bkpt";
    EXPECT_THAT(b.stops({add, 0xE7F000F0, add}), ElementsAre(0x8004)) << "udf";
    EXPECT_THAT(b.stops({add, msr, add}), ElementsAre(0x8004, 0x8008)) << "it may mask interrupts";
    EXPECT_THAT(b.stops({add, 0xF10C0080, add}), ElementsAre(0x8004, 0x8008))
        << "cpsid i, after which interrupts are taken, in User mode, too";
    EXPECT_THAT(b.stops({add, ldreq, add}), ElementsAre(0x8004));
    EXPECT_THAT(b.stops({add, mrc, add}), ElementsAre(0x8004)) << "the host's";
    EXPECT_THAT(b.stops({add, 0xE891000C, add}), ElementsAre(0x8004)) << "ldm r1, {r2, r3}";
    EXPECT_THAT(b.stops({add, 0xE1820F91, add}), ElementsAre(0x8004, 0x8008)) << "strex";
    EXPECT_THAT(b.stops({add, 0x0710F211, add}), ElementsAre(0x8004)) << "sdiveq";
}

TEST(block_table, what_ends_a_block) {
    constexpr std::uint32_t control = 0xEE010F10;     // mcr p15, 0, r0, c1, c0, 0
    constexpr std::uint32_t invalidate = 0xEE070F36;  // mcr p15, 0, r0, c7, c6, 1
    constexpr std::uint32_t pld = 0xF5D0F000;         // pld [r0]
    constexpr std::uint32_t mov_sp_r0 = 0xE1A0D000;   // mov sp, r0
    constexpr std::uint32_t sub_sp_sp_8 = 0xE24DD008; // sub sp, sp, #8
    for (const cpu_type type : iss_test::core_cpus) {
        for (const bool has_caches : {false, true}) {
            table_bench b(type, has_caches);
            EXPECT_THAT(b.stops({add, control, add}), ElementsAre(0x8008));
            EXPECT_THAT(b.stops({add, mov_sp_r0, add}), ElementsAre(0x8008));
            EXPECT_THAT(b.stops({add, sub_sp_sp_8, add}), IsEmpty());
        }
        table_bench b(type, true);
        EXPECT_THAT(b.stops({add, invalidate, add}), ElementsAre(0x8008));
        EXPECT_THAT(b.stops({add, pld, add}), ElementsAre(0x8008));
    }
    table_bench b(cpu_type::arm1136, false);
    EXPECT_THAT(b.stops({add, invalidate, add}), IsEmpty()) << "there is nothing to do";
    EXPECT_THAT(b.stops({add, pld, add}), IsEmpty());
}

// The halves of a BL of Thumb-1 may lie in two blocks: the second one is the branch.
TEST(block_table, half_a_bl) {
    table_bench b(cpu_type::arm1136);
    b.cpu.status |= psr::thumb;
    b.arm({0xF802F000}); // bl
    const basic_block* first = b.table.find_or_make(0x8000, 2, 0);
    ASSERT_EQ(first->instructions.size(), 1U);
    EXPECT_EQ(first->instructions.front().bytes, 2);
    EXPECT_FALSE(first->instructions.front().writes_pc());
    const basic_block* second = b.table.find_or_make(0x8002, 2, 0);
    ASSERT_EQ(second->instructions.size(), 1U);
    EXPECT_EQ(second->instructions.front().pc_by, pc_writer::label);
    activity_counts counts;
    first->always.add_to(counts);
    second->always.add_to(counts);
    second->when_taken.add_to(counts);
    EXPECT_EQ(counts[activity::activity_kind::instruction], 2U);
    EXPECT_EQ(counts[activity::activity_kind::branch], 1U);
    EXPECT_EQ(counts[activity::activity_kind::pc_change], 1U);
    EXPECT_EQ(counts[activity::activity_kind::branch_mispredicted], 0U);
    activity_counts whole;
    const basic_block* both = b.table.find_or_make(0x8000, 4, 0);
    both->always.add_to(whole);
    both->when_taken.add_to(whole);
    EXPECT_EQ(text_of(counts), text_of(whole)) << "wherever it lies";
}

// ARM ARM, A4.2: a halfword from 0xE800 on is the first of two, wherever it is.
TEST(block_table, knows_the_length_of_the_last_instruction_in_memory) {
    table_bench b;
    const std::uint32_t last = code_memory::end - 2;
    for (const unsigned first : {0xE7FFU, 0xE800U, 0xF8D1U}) {
        const auto halfword = static_cast<std::uint16_t>(first);
        b.memory.write(last, &halfword, sizeof halfword);
        EXPECT_EQ(b.table.thumb_bytes_at(last), first >= 0xE800 ? 4U : 2U) << first;
    }
}

} // namespace
} // namespace platform::iss::block_table_test
