// SPDX-License-Identifier: Apache-2.0
// What shows only after an instruction: whether it has changed PC, whether STREX has stored, what a
// register write does to the memory system; and how an exception return goes on.
#include <generated/cpu_types.h>
#include <iss/decode/sctlr.h>
#include <iss/decoder_bench.h>
#include <iss/meter_bench.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace platform::iss::execution_meter_effects_test {
namespace {

using testing::ElementsAre;

using iss_test::all_cpus;
using iss_test::mcr_p15;

/// Executes the instruction at 0x8000, of 4 bytes.
void execute(meter_bench& b) {
    const entry verdict = b.meter.enter(0x8000, 4);
    ASSERT_TRUE(verdict == entry::go || verdict == entry::look);
    if (verdict == entry::look) {
        b.meter.look_at_flags(b.cpu.status);
    }
}

// --- a branch to the next instruction ------------------------------------------------------------

/// How often PC changes at an instruction that goes on at the next one.
activity_counts to_next(cpu_type type, std::uint32_t word, std::uint32_t flags) {
    meter_bench b(type);
    b.arm(0x8000, {word, add});
    b.cpu.status |= flags;
    execute(b);
    b.run(0x8004, 4);
    b.meter.leave(0x8008);
    return b.counts();
}

TEST(execution_meter, a_branch_to_the_next_instruction_changes_pc) {
    for (const cpu_type type : all_cpus) {
        for (const std::uint32_t word : {0xEAFFFFFFU,    // b .+4
                                         0xEBFFFFFFU,    // bl .+4
                                         0xE12FFF1EU,    // bx lr
                                         0xE1A0F000U,    // mov pc, r0
                                         0xE24FF004U,    // sub pc, pc, #4
                                         0xE590F000U,    // ldr pc, [r0]
                                         0xE8BD8010U}) { // pop {r4, pc}
            EXPECT_EQ(to_next(type, word, 0)[activity::activity_kind::pc_change], 1U)
                << std::hex << word;
        }
        EXPECT_EQ(to_next(type, 0xEAFFFFFF, 0)[activity::activity_kind::branch_mispredicted], 0U);
    }
}

// Whether it was taken shows in the flags alone.
TEST(execution_meter, a_conditional_branch_to_the_next_instruction) {
    constexpr std::uint32_t beq_next = 0x0AFFFFFF;
    for (const cpu_type type : all_cpus) {
        for (const std::uint32_t word : {beq_next,
                                         0x012FFF1EU,    // bxeq lr
                                         0x01A0F000U,    // moveq pc, r0
                                         0x0590F000U,    // ldreq pc, [r0]
                                         0x08BD8010U}) { // popeq {r4, pc}
            EXPECT_EQ(to_next(type, word, flag_z)[activity::activity_kind::pc_change], 1U)
                << std::hex << word;
            EXPECT_EQ(to_next(type, word, 0)[activity::activity_kind::pc_change], 0U)
                << std::hex << word;
        }
        EXPECT_EQ(to_next(type, beq_next, flag_z)[activity::activity_kind::branch_mispredicted], 1U)
            << "forward and taken";
        EXPECT_EQ(to_next(type, beq_next, 0)[activity::activity_kind::branch_mispredicted], 0U);
    }
    EXPECT_EQ(to_next(cpu_type::cortex_r5, 0x08BD8010, flag_z)[activity::activity_kind::data_read],
              1U);
    EXPECT_EQ(to_next(cpu_type::cortex_r5, 0x08BD8010, 0)[activity::activity_kind::data_read], 0U);
}

TEST(execution_meter, a_branch_to_the_next_instruction_in_thumb) {
    for (const bool holds : {false, true}) {
        meter_bench b(cpu_type::arm1136);
        b.thumb(0x8000, {0xD0FF, 0xE7FF, 0x3001}); // beq .+2; b .+2; adds
        b.cpu.status |= holds ? flag_z : 0;
        b.run(0x8000, 2);
        b.run(0x8002, 2);
        b.run(0x8004, 2);
        b.meter.leave(0x8006);
        EXPECT_EQ(b.counts()[activity::activity_kind::pc_change], holds ? 2U : 1U);
    }
}

// --- exception returns ---------------------------------------------------------------------------

constexpr std::uint32_t movs_pc_lr = 0xE1B0F00E;
constexpr std::uint32_t movsne_pc_lr = 0x11B0F00E;
constexpr std::uint32_t rfe = 0xF8BD0A00; // rfeia sp!

/// An exception return to `to`, where the status is another.
activity_counts exception_return(cpu_type type, std::uint32_t word, std::uint32_t status,
                                 std::uint32_t to) {
    meter_bench b(type);
    b.arm(0x8000, {word, add});
    b.arm(0x9000, {add});
    execute(b);
    b.cpu.status = status;
    b.run(to, 4);
    return b.counts();
}

// DDI 0211, event 0x0D: "and there is not a mode change". The others count it always, and so does
// the ARM1136 where the mode stays; where it goes makes no difference.
TEST(execution_meter, an_exception_return_changes_pc) {
    for (const std::uint32_t to : {0x8004U, 0x9000U}) {
        const auto changes = [to](cpu_type type, std::uint32_t status) {
            const activity_counts counts = exception_return(type, movs_pc_lr, status, to);
            EXPECT_EQ(counts[activity::activity_kind::exception_return], 1U);
            return counts[activity::activity_kind::pc_change];
        };
        EXPECT_EQ(changes(cpu_type::arm1136, psr::user_mode), 0U);
        EXPECT_EQ(changes(cpu_type::arm1136, psr::supervisor_mode), 1U);
        EXPECT_EQ(changes(cpu_type::arm1136, psr::supervisor_mode | psr::irq_masked | flag_z), 1U);
        for (const cpu_type type : all_cpus) {
            if (core_model_of(type).pc_changes == pc_change_rule::any_mode) {
                EXPECT_EQ(changes(type, psr::user_mode), 1U);
                EXPECT_EQ(changes(type, psr::supervisor_mode), 1U);
            }
        }
    }
    EXPECT_EQ(
        exception_return(cpu_type::arm1136, rfe, 0x1F, 0x9000)[activity::activity_kind::pc_change],
        0U);
    EXPECT_EQ(
        exception_return(cpu_type::arm1136, rfe, 0x13, 0x9000)[activity::activity_kind::pc_change],
        1U);
}

TEST(execution_meter, an_exception_return_that_fails_its_condition) {
    for (const cpu_type type : all_cpus) {
        meter_bench b(type);
        b.arm(0x8000, {movsne_pc_lr, add});
        b.cpu.status |= flag_z;
        ASSERT_EQ(b.meter.enter(0x8000, 4), entry::look);
        b.meter.look_at_flags(b.cpu.status);
        b.run(0x8004, 4);
        EXPECT_EQ(b.drained(), "instruction cycle");
    }
}

// The mode is that in which the exception return was executed, whatever came before.
TEST(execution_meter, knows_the_mode_from_the_host) {
    meter_bench b(cpu_type::arm1136);
    b.arm(0x8000, {movs_pc_lr});
    b.cpu.status = psr::user_mode;
    b.meter.set_mode(b.cpu.status);
    b.run(0x8000, 4);
    b.run(0x8000, 4);
    EXPECT_EQ(b.counts()[activity::activity_kind::pc_change], 1U);
    b.cpu.status = 0x12; // IRQ
    b.meter.set_mode(b.cpu.status);
    b.cpu.status = psr::user_mode;
    b.run(0x8000, 4);
    EXPECT_EQ(b.counts()[activity::activity_kind::pc_change], 0U);
}

// The engine stops where an exception return leads into an IT block.
TEST(execution_meter, an_exception_return_into_an_it_block) {
    constexpr std::uint8_t eq_then_ne = 0x0C; // of LDREQ, LDRNE
    meter_bench b;
    b.arm(0x8000, {movs_pc_lr});
    b.run(0x8000, 4);
    b.thumb(0x9000, {0x6808, 0x6808, 0x3001}); // ldreq, ldrne r0, [r1]; adds
    b.cpu.status = psr::user_mode | psr::thumb | psr::it_in_place(eq_then_ne);
    b.meter.come_to(0x9000);
    ASSERT_EQ(b.meter.it_state(), eq_then_ne);
    const instruction first = b.meter.instruction_at(0x9000, true, eq_then_ne);
    EXPECT_EQ(first.condition, 0); // EQ
    b.meter.executed_by_host(first, eq_then_ne);
    ASSERT_EQ(b.enter(0x9002, 2), entry::look) << "it knows the condition";
    b.meter.look_at_flags(0);
    b.run(0x9004, 2);
    b.meter.leave(0x9006);
    const activity_counts counts = b.counts();
    EXPECT_EQ(counts[activity::activity_kind::instruction], 4U);
    EXPECT_EQ(counts[activity::activity_kind::data_read], 1U);
}

TEST(execution_meter, an_exception_return_to_arm_state_is_in_no_it_block) {
    meter_bench b;
    b.arm(0x8000, {movs_pc_lr});
    b.run(0x8000, 4);
    b.cpu.status = psr::user_mode | psr::it_in_place(0x08); // what the SPSR had there
    b.meter.come_to(0x9000);
    EXPECT_EQ(b.meter.it_state(), 0);
}

// --- STREX ---------------------------------------------------------------------------------------

constexpr std::uint32_t strex = 0xE1820F91;   // strex r0, r1, [r2]
constexpr std::uint32_t strexeq = 0x01820F91; // strexeq r0, r1, [r2]

std::string after_strex(meter_bench& b, std::uint32_t result) {
    execute(b);
    b.cpu.regs[0] = result;
    b.meter.leave(0x8004);
    return b.drained();
}

TEST(execution_meter, strex_stores_if_it_succeeds) {
    meter_bench b;
    b.arm(0x8000, {strex, add});
    b.cpu.regs[2] = 0x9000;
    EXPECT_EQ(b.meter.enter(0x8000, 8), entry::split);
    EXPECT_THAT(b.meter.stops(), ElementsAre(0x8004));
    b.meter.leave(0x8000);
    EXPECT_EQ(after_strex(b, 0), "instruction data_write cycle");
    EXPECT_EQ(after_strex(b, 1), "instruction cycle");
}

TEST(execution_meter, strex_accesses_memory_if_it_succeeds) {
    meter_bench b(cpu_type::arm1136);
    b.meter.follow_accesses(true);
    b.arm(0x8000, {strex});
    b.cpu.regs[2] = 0x9000;
    EXPECT_EQ(after_strex(b, 0),
              "instruction dcache_access_any external_data_access external_request "
              "noncachable_access data_write bus_write bus_write_normal cycle");
    EXPECT_EQ(after_strex(b, 1), "instruction cycle");
    b.cpu.regs[2] = test_cpu::first_device;
    EXPECT_EQ(after_strex(b, 0),
              "instruction dcache_access_any external_data_access external_request "
              "noncachable_access write_buffer_drained data_write bus_write bus_write_device "
              "cycle");
    EXPECT_EQ(after_strex(b, 1), "instruction cycle");
}

TEST(execution_meter, strex_under_a_condition) {
    meter_bench b;
    b.arm(0x8000, {strexeq});
    b.cpu.status |= flag_z;
    EXPECT_EQ(after_strex(b, 0), "instruction data_write cycle");
    EXPECT_EQ(after_strex(b, 1), "instruction cycle");
    b.cpu.status = psr::supervisor_mode;
    EXPECT_EQ(after_strex(b, 0), "instruction cycle") << "r0 is what it was";
}

TEST(execution_meter, strexd_stores_two_words) {
    meter_bench b(cpu_type::cortex_r5, small_caches);
    b.arm(0x8000, {0xE1A40F92}); // strexd r0, r2, r3, [r4]
    b.cpu.regs[4] = 0x9000;
    execute(b);
    b.meter.leave(0x8004);
    const activity_counts counts = b.counts();
    EXPECT_EQ(counts[activity::activity_kind::data_write], 1U);
    EXPECT_EQ(counts[activity::activity_kind::dcache_access], 1U);
    EXPECT_EQ(counts[activity::activity_kind::dcache_transfer], 2U);
    EXPECT_EQ(counts[activity::activity_kind::dcache_miss], 1U);
}

// --- preloads ------------------------------------------------------------------------------------

constexpr std::uint32_t pld = 0xF5D0F004; // pld [r0, #4]

TEST(execution_meter_with_caches, a_preload_fills_a_line) {
    meter_bench b(cpu_type::cortex_r5, small_caches);
    b.arm(0x8000, {pld});
    b.cpu.regs[0] = 0x9000;
    const auto linefills = [&b] {
        execute(b);
        b.meter.leave(0x8004);
        return b.counts()[activity::activity_kind::preload_linefill];
    };
    EXPECT_EQ(linefills(), 1U);
    EXPECT_EQ(linefills(), 0U);
    b.cpu.regs[0] = 0x901C;
    EXPECT_EQ(linefills(), 1U) << "the next line, by the offset";
    b.cpu.regs[0] = test_cpu::first_device;
    EXPECT_EQ(linefills(), 0U);
    b.cpu.control = 0;
    b.meter.control_changed();
    b.cpu.regs[0] = 0xA000;
    EXPECT_EQ(linefills(), 0U);
}

TEST(execution_meter_with_caches, a_preload_is_a_block_of_its_own_only_with_caches) {
    for (const bool has_caches : {false, true}) {
        meter_bench b(cpu_type::arm1136, has_caches ? small_caches : cache_geometry{});
        b.arm(0x8000, {pld, add});
        EXPECT_EQ(b.meter.enter(0x8000, 8), has_caches ? entry::split : entry::go);
    }
}

TEST(execution_meter_with_caches, a_preload_in_an_it_block) {
    for (const bool holds : {false, true}) {
        meter_bench b(cpu_type::cortex_r5, small_caches);
        b.thumb(0x8000, {0xBF08, 0xF890, 0xF004, 0x3001}); // it eq; pldeq [r0, #4]; adds
        b.cpu.regs[0] = 0x9000;
        b.cpu.status |= holds ? flag_z : 0;
        b.run(0x8000, 2);
        if (holds) {
            b.run(0x8002, 4);
        }
        b.run(0x8006, 2); // an engine says nothing of one that fails
        b.meter.leave(0x8008);
        const activity_counts counts = b.counts();
        EXPECT_EQ(counts[activity::activity_kind::preload_linefill], holds ? 1U : 0U);
        EXPECT_EQ(counts[activity::activity_kind::instruction], 3U);
    }
}

// --- SCTLR ---------------------------------------------------------------------------------------

TEST(execution_meter_with_caches, are_turned_on_and_off) {
    for (const cpu_type type : all_cpus) {
        meter_bench b(type, small_caches);
        b.arm(0x8000, {mcr_p15(1, 0, 0)});
        b.arm(0x8100, {0xE5D10000}); // ldrb r0, [r1]
        const std::uint32_t on = b.cpu.control;
        const auto accesses = [&b] {
            b.run(0x8100, 4);
            b.meter.access(0x9000, 1, false);
            b.meter.leave(0x8104);
            const activity_counts counts = b.counts();
            return std::to_string(counts[activity::activity_kind::dcache_access]) + ":" +
                   std::to_string(counts[activity::activity_kind::dcache_miss]) + ":" +
                   std::to_string(counts[activity::activity_kind::icache_access]);
        };
        const auto set = [&b](std::uint32_t control) {
            b.run(0x8000, 4);
            b.cpu.control = control;
            b.meter.leave(0x8004);
            b.counts();
        };
        EXPECT_EQ(accesses(), "1:1:1");
        set(on & ~sctlr::data_cache);
        EXPECT_EQ(accesses(), "0:0:1");
        set(on & ~sctlr::instruction_cache);
        EXPECT_EQ(accesses(), "1:0:0") << "the line has stayed";
        set(on);
        EXPECT_EQ(accesses(), "1:0:1");
    }
}

// The next instruction is another one: the policy shows in blocks that were made before.
TEST(execution_meter, a_write_of_sctlr_changes_what_is_done_about_unaligned_accesses) {
    meter_bench b;
    b.arm(0x8000, {ldr, mcr_p15(1, 0, 0), ldr});
    b.cpu.regs[1] = 0x9002;
    ASSERT_EQ(b.meter.enter(0x8000, 12), entry::split);
    EXPECT_THAT(b.meter.stops(), ElementsAre(0x8008)) << "after the write";
    ASSERT_EQ(b.meter.stops_are_known(), entry::go);
    b.cpu.control |= sctlr::alignment_faults;
    ASSERT_EQ(b.split(0x8008, 4), entry::unaligned);
    EXPECT_EQ(b.meter.trapped().pc, 0x8008U);
    EXPECT_EQ(b.meter.alignment(), alignment_policy::faults);
    EXPECT_EQ(b.drained(), "instruction=2 data_read cycle=2");
    EXPECT_EQ(b.meter.enter(0x8000, 12), entry::split) << "it is made anew";
    b.meter.stops_are_known();
    b.meter.leave(0x8000);
    EXPECT_EQ(b.meter.enter(0x8000, 4), entry::unaligned);
}

TEST(execution_meter, tells_of_a_write_of_sctlr_that_is_executed) {
    constexpr std::uint32_t mcreq = 0x0E010F10; // mcreq p15, 0, r0, c1, c0, 0
    meter_bench b;
    b.arm(0x8000, {add, mcr_p15(1, 0, 0), mcreq, mcr_p15(1, 0, 1)});
    b.meter.enter(0x8000, 16);
    b.meter.stops_are_known();
    EXPECT_FALSE(b.meter.take_control_write());
    ASSERT_EQ(b.meter.split(0x8008), entry::boundary) << "whatever the budget";
    EXPECT_EQ(b.meter.next_pc(), 0x8008U);
    EXPECT_EQ(b.meter.take_control_write(), 0x8004U);
    EXPECT_FALSE(b.meter.take_control_write()) << "once";
    b.meter.set_budget(meter_bench::no_end);
    b.meter.enter(0x8008, 8);
    b.meter.split(0x800C);
    b.meter.leave(0x8010);
    EXPECT_FALSE(b.meter.take_control_write()) << "its condition failed, or it was ACTLR";
}

TEST(execution_meter, tells_of_a_write_of_sctlr_where_the_engine_stops_after_it) {
    meter_bench b;
    b.arm(0x8000, {mcr_p15(1, 0, 0)});
    b.run(0x8000, 4);
    b.leave(0x8004);
    b.meter.set_budget(meter_bench::no_end);
    EXPECT_EQ(b.meter.take_control_write(), 0x8000U);
}

// --- operations on caches ------------------------------------------------------------------------

/// What an instruction makes to be loaded, fetched or translated again, and what it writes back:
/// "I", "D", "T" and the number of half lines. r0 has the address of the data, of which two half
/// lines are dirty.
std::string effect_of(cpu_type type, std::uint32_t operation, std::uint32_t r0 = 0x9000,
                      std::uint32_t flags = 0) {
    meter_bench b(type, small_caches);
    b.cpu.regs[0] = r0;
    b.cpu.status |= flags;
    b.arm(0x8000, {operation});
    b.arm(0x8200, {0xE5D10000, 0xE5C10000, 0xE5C10010, add}); // ldrb; strb; strb r0, [r1, #16]
    const auto load = [&b](bool stores) {
        b.run(0x8200, stores ? 12 : 4);
        b.meter.access(0x9000, 1, false);
        if (stores) {
            b.meter.access(0x9000, 1, true);
            b.meter.access(0x9010, 1, true);
        }
        b.meter.leave(stores ? 0x820C : 0x8204);
        return b.counts();
    };
    load(true);
    execute(b);
    b.meter.leave(0x8004);
    const std::uint64_t halves = b.counts()[activity::activity_kind::dcache_half_line];
    const activity_counts again = load(false);
    std::string effect;
    effect += again[activity::activity_kind::icache_miss] != 0 ? "I" : "";
    effect += again[activity::activity_kind::dcache_miss] != 0 ? "D" : "";
    effect += again[activity::activity_kind::dtlb_miss] != 0 ? "T" : "";
    effect += again[activity::activity_kind::itlb_miss] != 0 ? "t" : "";
    return effect + (halves != 0 ? std::to_string(halves) : "");
}

TEST(execution_meter_with_caches, register_writes_of_the_arm1136) {
    const auto effect = [](std::uint32_t word, std::uint32_t r0 = 0x9000) {
        return effect_of(cpu_type::arm1136, word, r0);
    };
    EXPECT_EQ(effect(mcr_p15(7, 5, 0)), "I");
    EXPECT_EQ(effect(mcr_p15(7, 5, 1), 0x8200), "I");
    EXPECT_EQ(effect(mcr_p15(7, 5, 1)), "") << "another line";
    EXPECT_EQ(effect(mcr_p15(7, 6, 0)), "D");
    EXPECT_EQ(effect(mcr_p15(7, 6, 1)), "D");
    EXPECT_EQ(effect(mcr_p15(7, 6, 1), 0x9020), "");
    EXPECT_EQ(effect(mcr_p15(7, 7, 0)), "ID");
    EXPECT_EQ(effect(mcr_p15(7, 10, 0)), "2");
    EXPECT_EQ(effect(mcr_p15(7, 10, 1)), "2");
    EXPECT_EQ(effect(mcr_p15(7, 14, 0)), "D2");
    EXPECT_EQ(effect(mcr_p15(7, 14, 1)), "D2");
    EXPECT_EQ(effect(mcr_p15(8, 5, 0)), "t");
    EXPECT_EQ(effect(mcr_p15(8, 5, 1), 0x8000), "t");
    EXPECT_EQ(effect(mcr_p15(8, 6, 0)), "T");
    EXPECT_EQ(effect(mcr_p15(8, 6, 1)), "T");
    EXPECT_EQ(effect(mcr_p15(8, 6, 1), 0xA000), "");
    EXPECT_EQ(effect(mcr_p15(8, 7, 0)), "Tt");
    EXPECT_EQ(effect(mcr_p15(8, 7, 1)), "T");
    EXPECT_EQ(effect(mcr_p15(7, 10, 4)), "");
    EXPECT_EQ(effect(mcr_p15(7, 5, 4)), "");
    EXPECT_EQ(effect(add), "");
    // In one of two ways, of set 0.
    EXPECT_EQ(effect(mcr_p15(7, 10, 2), 0) + effect(mcr_p15(7, 10, 2), 0x80000000), "2");
    EXPECT_EQ(effect(mcr_p15(7, 14, 2), 0) + effect(mcr_p15(7, 14, 2), 0x80000000), "D2");
    EXPECT_EQ(effect(mcr_p15(7, 6, 2), 0) + effect(mcr_p15(7, 6, 2), 0x80000000), "D");
    EXPECT_EQ(effect(mcr_p15(7, 6, 2), 0x20) + effect(mcr_p15(7, 6, 2), 0x80000020), "");
}

TEST(execution_meter_with_caches, register_writes_of_the_xscale) {
    for (const cpu_type type : iss_test::armv5te_cpus) {
        EXPECT_EQ(effect_of(type, mcr_p15(7, 5, 0)), "I");
        EXPECT_EQ(effect_of(type, mcr_p15(7, 6, 0)), "D");
        EXPECT_EQ(effect_of(type, mcr_p15(7, 6, 1)), "D");
        EXPECT_EQ(effect_of(type, mcr_p15(7, 7, 0)), "ID");
        EXPECT_EQ(effect_of(type, mcr_p15(7, 10, 1)), "2");
        EXPECT_EQ(effect_of(type, mcr_p15(8, 5, 0)), "t");
        EXPECT_EQ(effect_of(type, mcr_p15(8, 6, 1)), "T");
        EXPECT_EQ(effect_of(type, mcr_p15(8, 7, 0)), "Tt");
        EXPECT_EQ(effect_of(type, mcr_p15(7, 14, 0)), "") << "there is none";
        EXPECT_EQ(effect_of(type, 0xEE170F15), "") << "a read of c7, c5, 0";
    }
}

// A direct-mapped cache shows what line allocate evicts.
TEST(execution_meter_with_caches, line_allocate_of_the_xscale) {
    meter_bench b(cpu_type::xscale, {1024, 1, 32});
    b.arm(0x8000, {mcr_p15(7, 2, 5)});
    b.arm(0x8100, {0xE5C10000}); // strb r0, [r1]
    b.run(0x8100, 4);
    b.meter.access(0x9000, 1, true);
    b.cpu.regs[0] = 0x9400;
    b.run(0x8000, 4);
    b.meter.leave(0x8004);
    EXPECT_EQ(b.counts()[activity::activity_kind::dcache_half_line], 1U);
}

TEST(execution_meter_with_caches, register_writes_of_the_cortex_r5) {
    const auto effect = [](std::uint32_t word, std::uint32_t r0 = 0x9000) {
        return effect_of(cpu_type::cortex_r5, word, r0);
    };
    EXPECT_EQ(effect(mcr_p15(7, 5, 0)), "I");
    EXPECT_EQ(effect(mcr_p15(7, 5, 1), 0x8200), "I");
    EXPECT_EQ(effect(mcr_p15(7, 6, 1)), "D");
    EXPECT_EQ(effect(mcr_p15(7, 10, 1)), "2");
    EXPECT_EQ(effect(mcr_p15(7, 11, 1)), "2");
    EXPECT_EQ(effect(mcr_p15(7, 14, 1)), "D2");
    EXPECT_EQ(effect(mcr_p15(15, 5, 0)), "D");
    EXPECT_EQ(effect(mcr_p15(7, 6, 0)), "") << "there is none";
    EXPECT_EQ(effect(mcr_p15(7, 10, 2), 0) + effect(mcr_p15(7, 10, 2), 0x80000000), "2");
    EXPECT_EQ(effect(mcr_p15(7, 14, 2), 0) + effect(mcr_p15(7, 14, 2), 0x80000000), "D2");
}

TEST(execution_meter_with_caches, register_writes_under_a_condition) {
    constexpr std::uint32_t invalidate_eq = 0x0E070F36; // mcreq p15, 0, r0, c7, c6, 1
    for (const cpu_type type : all_cpus) {
        EXPECT_EQ(effect_of(type, invalidate_eq, 0x9000, 0), "");
        EXPECT_EQ(effect_of(type, invalidate_eq, 0x9000, flag_z), "D");
    }
}

TEST(execution_meter_with_caches, empties_them_in_the_middle_of_a_block) {
    meter_bench b(cpu_type::cortex_r5, small_caches);
    b.arm(0x8000, {ldr, mcr_p15(15, 5, 0), ldr});
    ASSERT_EQ(b.meter.enter(0x8000, 12), entry::split);
    EXPECT_THAT(b.meter.stops(), ElementsAre(0x8008));
    ASSERT_EQ(b.meter.stops_are_known(), entry::go);
    b.meter.access(0x9000, 4, false);
    ASSERT_EQ(b.meter.split(0x8008), entry::go);
    b.meter.access(0x9000, 4, false);
    b.meter.leave(0x800C);
    EXPECT_EQ(b.counts()[activity::activity_kind::dcache_miss], 2U);
}

TEST(execution_meter_with_caches, translates_again_on_the_same_line) {
    meter_bench b(cpu_type::xscale, small_caches);
    b.arm(0x8000, {mcr_p15(8, 7, 0)});
    for (int n = 0; n < 3; ++n) {
        b.run(0x8000, 4);
        b.meter.leave(0x8004);
    }
    const activity_counts counts = b.counts();
    EXPECT_EQ(counts[activity::activity_kind::itlb_miss], 3U);
    EXPECT_EQ(counts[activity::activity_kind::icache_miss], 1U);
}

// --- fetches -------------------------------------------------------------------------------------

// DDI 0460 with M3 of its events: eight bytes, anew after each change of PC and each ISB.
TEST(execution_meter_with_caches, fetches_anew_after_a_change_of_pc) {
    const auto fetches = [](std::uint32_t word, std::uint32_t flags = 0) {
        meter_bench b(cpu_type::cortex_r5, small_caches);
        b.arm(0x8000, {word, add});
        b.cpu.status |= flags;
        execute(b);
        b.run(0x8004, 4);
        b.meter.leave(0x8008);
        return b.counts()[activity::activity_kind::icache_access];
    };
    EXPECT_EQ(fetches(add), 1U) << "both lie in eight bytes";
    EXPECT_EQ(fetches(0xEAFFFFFF), 2U) << "b .+4";
    EXPECT_EQ(fetches(0x0AFFFFFF), 1U) << "beq .+4, fails";
    EXPECT_EQ(fetches(0x0AFFFFFF, flag_z), 2U) << "beq .+4, passes";
    EXPECT_EQ(fetches(0xF57FF06F), 2U) << "isb";
    EXPECT_EQ(fetches(mcr_p15(7, 5, 4)), 2U) << "its form in CP15";
    EXPECT_EQ(fetches(0xF57FF04F), 1U) << "dsb";
}

TEST(execution_meter_with_caches, fetches_anew_after_an_exception) {
    meter_bench b(cpu_type::cortex_r5, small_caches);
    b.arm(0x8000, {add, add});
    b.run(0x8000, 4);
    b.meter.leave(0x8004);
    b.meter.enter_exception(0x18);
    b.run(0x8004, 4);
    b.meter.leave(0x8008);
    EXPECT_EQ(b.counts()[activity::activity_kind::icache_access], 2U);
}

TEST(execution_meter, fetches_are_requests_of_the_cortex_r5_without_caches) {
    meter_bench b;
    b.arm(0x8000, {add, add, add, add});
    b.run(0x8000, 16);
    b.meter.leave(0x8010);
    EXPECT_EQ(b.drained(), "instruction=4 cycle=4") << "nobody counts them";
    b.meter.follow_accesses(true);
    b.run(0x8000, 16);
    b.meter.leave(0x8010);
    EXPECT_EQ(b.drained(), "instruction=4 external_request=2 noncachable_access=2 bus_read=2 "
                           "bus_read_normal=2 cycle=4");
}

// DDI 0460: fetches count by themselves; the ARM1136 and the XScales know instructions that are
// executed.
TEST(execution_meter_with_caches, fetches_an_instruction_that_is_not_executed) {
    for (const cpu_type type : all_cpus) {
        meter_bench b(type, small_caches);
        b.arm(0x8000, {add, 0xE7F000F0, add});
        b.run(0x8000, 4);
        b.meter.leave(0x8004);
        b.counts();
        const auto fetches = [&b](std::uint32_t pc, std::uint32_t bytes) {
            instruction i;
            i.pc = pc;
            i.bytes = static_cast<std::uint8_t>(bytes);
            b.meter.fetch_unexecuted(i);
            const activity_counts counts = b.counts();
            return std::to_string(counts[activity::activity_kind::icache_access]) + ":" +
                   std::to_string(counts[activity::activity_kind::icache_miss]) + ":" +
                   std::to_string(counts.cycles());
        };
        const bool counts_them =
            core_model_of(type).knows(activity::activity_kind::icache_access, true);
        EXPECT_EQ(fetches(0x8004, 4), "0:0:0") << "with the one before it";
        EXPECT_EQ(fetches(0x8008, 4), counts_them ? "1:0:0" : "0:0:0");
        EXPECT_EQ(fetches(0x803E, 4), counts_them ? "2:2:41" : "0:0:0")
            << "in two lines that are absent";
        b.meter.enter_exception(0x18);
        EXPECT_EQ(fetches(0x803E, 2), counts_them ? "1:0:0" : "0:0:0") << "anew";
    }
}

TEST(execution_meter, a_fetch_of_what_is_not_executed_is_a_request_of_the_cortex_r5) {
    meter_bench b;
    instruction i;
    i.pc = 0x8000;
    i.bytes = 4;
    b.meter.fetch_unexecuted(i);
    EXPECT_EQ(b.drained(), "nothing") << "nobody counts it";
    b.meter.follow_accesses(true);
    b.meter.fetch_unexecuted(i);
    EXPECT_EQ(b.drained(), "external_request noncachable_access bus_read bus_read_normal");
}

// Nothing has been fetched before the first instruction, wherever that is.
TEST(execution_meter, fetches_the_first_words_of_memory) {
    instruction i;
    i.bytes = 4;
    meter_bench without_caches;
    without_caches.meter.follow_accesses(true);
    without_caches.meter.fetch_unexecuted(i);
    EXPECT_EQ(without_caches.counts()[activity::activity_kind::external_request], 1U);
    meter_bench with_caches(cpu_type::cortex_r5, small_caches);
    with_caches.meter.fetch_unexecuted(i);
    EXPECT_EQ(with_caches.counts()[activity::activity_kind::icache_access], 1U);
}

// DDI 0460: instructions are fetched 64 bits at a time. This one came with the one before it,
// unless an exception has led there, such as to the vector of FIQ, 0x1C.
TEST(execution_meter, what_begins_to_count_fetches_is_fetched_with_what_is_before_it) {
    enum class comes_by : std::uint8_t { going_on, stop, exception };
    const auto requests = [](comes_by way) {
        meter_bench b;
        b.arm(0x8018, {add, mcr, add});
        b.run(0x8018, 4);
        if (way != comes_by::going_on) {
            b.meter.leave(0x801C);
        }
        if (way == comes_by::exception) {
            b.meter.enter_exception(0x801C);
        }
        EXPECT_EQ(b.meter.enter(0x801C, 4), entry::trap);
        b.host_executes();
        b.meter.follow_accesses(true);
        b.run(0x8020, 4);
        b.meter.leave(0x8024);
        return b.counts()[activity::activity_kind::external_request];
    };
    EXPECT_EQ(requests(comes_by::going_on), 1U) << "of 0x8020";
    EXPECT_EQ(requests(comes_by::stop), 1U);
    EXPECT_EQ(requests(comes_by::exception), 2U);
}

} // namespace
} // namespace platform::iss::execution_meter_effects_test
