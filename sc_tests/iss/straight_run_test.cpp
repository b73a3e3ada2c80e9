// SPDX-License-Identifier: Apache-2.0
// What an instruction of each class counts: always, if it changes PC, if it passes its condition,
// and if it is a branch that does not branch.
#include <iss/decoder_bench.h>
#include <iss/meter/straight_run.h>
#include <iss/meter_text.h>

#include <gtest/gtest.h>

#include <string>

namespace platform {
namespace {

using iss_test::arm_code;
using iss_test::code;
using iss_test::thumb_code;

// Different numbers, so that a wrong one shows.
timing_model times() {
    timing_model t;
    t.multiply = 3;
    t.divide = 13;
    t.taken_branch = 2;
    t.mispredicted = 7;
    return t;
}

/// "instruction cycle; taken: pc_change cycle=2", with "passed:" and "falling:" alike.
std::string text_of(const instruction& i, bool has_caches) {
    const instruction_counts counts = counts_of(i, times(), has_caches);
    std::string text = text_of(counts.always);
    const auto add = [&text](const char* when, const activity_counts& what) {
        if (!what.empty()) {
            text += std::string("; ") + when + ": " + text_of(what);
        }
    };
    add("taken", counts.when_taken);
    add("passed", counts.when_passed);
    if (i.is_conditional() || i.falls_through) {
        add("falling", counts.when_falling);
    }
    return text;
}

struct sample {
    std::uint32_t encoding;
    const char* assembly;
    const char* counts;
};

template <std::size_t N>
void expect_each(const sample (&samples)[N], code (*to_code)(std::uint32_t), bool has_caches) {
    for (const sample& s : samples) {
        EXPECT_EQ(text_of(iss_test::decode(to_code(s.encoding)), has_caches), s.counts)
            << s.assembly;
    }
}

TEST(counts_of, what_stays_in_the_core) {
    const sample samples[] = {
        {0xE3A00000, "mov r0, #0", "instruction cycle"},
        {0x13A00001, "movne r0, #1", "instruction cycle"},
        {0xE320F000, "nop", "instruction cycle"},
        {0xE320F003, "wfi", "instruction cycle"},
        {0xE121F000, "msr cpsr_c, r0", "instruction cycle"},
        {0xF1080080, "cpsie i", "instruction cycle"},
        {0xEF000000, "svc #0", "instruction cycle"},
        {0xE1200070, "bkpt #0", "instruction cycle"},
        {0xF5D0F000, "pld [r0]", "instruction cycle"},
        {0xEE190F1D, "mrc p15, 0, r0, c9, c13, 0", "instruction cycle"},
        {0xEE090F1D, "mcr p15, 0, r0, c9, c13, 0", "instruction cycle"},
        {0xE7F000F0, "udf #0", "instruction cycle"},
    };
    expect_each(samples, arm_code, false);
    expect_each(samples, arm_code, true);
}

TEST(counts_of, multiplications_and_divisions) {
    const sample arm[] = {
        {0xE0000291, "mul r0, r1, r2", "instruction cycle=3"},
        {0x00000291, "muleq r0, r1, r2", "instruction cycle=3"},
        {0xE0E10392, "smlal r0, r1, r2, r3", "instruction cycle=3"},
    };
    expect_each(arm, arm_code, false);
    const sample thumb[] = {
        {0x4348, "muls r0, r1", "instruction cycle=3"},
        {0xFB91F0F2, "sdiv r0, r1, r2",
         "instruction integer_divide integer_divide_stall=12 cycle=13"},
        {0xFBB1F0F2, "udiv r0, r1, r2",
         "instruction integer_divide integer_divide_stall=12 cycle=13"},
    };
    expect_each(thumb, thumb_code, false);
}

TEST(counts_of, barriers_and_named_registers) {
    const sample samples[] = {
        {0xF57FF04F, "dsb", "instruction write_buffer_drained cycle"},
        {0xF57FF05F, "dmb", "instruction cycle"},
        {0xF57FF06F, "isb", "instruction cycle"},
        {0xF57FF01F, "clrex", "instruction cycle"},
        {0xEE070F9A, "mcr p15, 0, r0, c7, c10, 4", "instruction write_buffer_drained cycle"},
        {0x0E070F9A, "mcreq p15, 0, r0, c7, c10, 4",
         "instruction cycle; passed: write_buffer_drained"},
        {0x1E0D0F30, "mcrne p15, 0, r0, c13, c0, 1", "instruction cycle; passed: context_change"},
        {0x1E070FBA, "mcrne p15, 0, r0, c7, c10, 5", "instruction cycle"},
        {0xEE070FBA, "mcr p15, 0, r0, c7, c10, 5", "instruction cycle"},
        {0xEE0D0F30, "mcr p15, 0, r0, c13, c0, 1", "instruction context_change cycle"},
        {0xEE1D0F30, "mrc p15, 0, r0, c13, c0, 1", "instruction cycle"},
    };
    expect_each(samples, arm_code, false);
}

// --- loads and stores ----------------------------------------------------------------------------

// A cycle for each item; an access of the core whatever the items; a bus access for each item.
TEST(counts_of, accesses_without_caches) {
    const sample arm[] = {
        {0xE5910000, "ldr r0, [r1]",
         "instruction dcache_access_any external_data_access external_request data_read bus_read "
         "cycle"},
        {0xE5D10000, "ldrb r0, [r1]",
         "instruction dcache_access_any external_data_access external_request data_read bus_read "
         "cycle"},
        {0xE1910F9F, "ldrex r0, [r1]",
         "instruction dcache_access_any external_data_access external_request data_read bus_read "
         "cycle"},
        {0xE890001E, "ldm r0, {r1-r4}",
         "instruction dcache_access_any external_data_access=4 external_request=4 data_read "
         "bus_read=4 cycle=4"},
        {0xE8907FFF, "ldm r0, {r0-r14}",
         "instruction dcache_access_any external_data_access=15 external_request=15 data_read "
         "bus_read=15 cycle=15"},
        {0xE1C200D0, "ldrd r0, r1, [r2]",
         "instruction dcache_access_any external_data_access=2 external_request=2 data_read "
         "bus_read=2 cycle=2"},
        {0xE5810000, "str r0, [r1]",
         "instruction dcache_access_any external_data_access external_request data_write "
         "bus_write cycle"},
        {0xE880001E, "stm r0, {r1-r4}",
         "instruction dcache_access_any external_data_access=4 external_request=4 data_write "
         "bus_write=4 cycle=4"},
        {0xE1C200F0, "strd r0, r1, [r2]",
         "instruction dcache_access_any external_data_access=2 external_request=2 data_write "
         "bus_write=2 cycle=2"},
        {0xF8ED0513, "srsia sp!, #19",
         "instruction dcache_access_any external_data_access=2 external_request=2 data_write "
         "bus_write=2 cycle=2"},
        {0xE1020091, "swp r0, r1, [r2]",
         "instruction dcache_access_any external_data_access=2 external_request=2 data_read "
         "data_write bus_read bus_write cycle=2"},
    };
    expect_each(arm, arm_code, false);
    const sample thumb[] = {
        {0xB510, "push {r4, lr}",
         "instruction dcache_access_any external_data_access=2 external_request=2 data_write "
         "bus_write=2 cycle=2"},
        {0x6808, "ldr r0, [r1]",
         "instruction dcache_access_any external_data_access external_request data_read bus_read "
         "cycle"},
    };
    expect_each(thumb, thumb_code, false);
}

// The memory system counts the rest.
TEST(counts_of, accesses_with_caches) {
    const sample samples[] = {
        {0xE5910000, "ldr r0, [r1]", "instruction data_read cycle"},
        {0xE890001E, "ldm r0, {r1-r4}", "instruction data_read cycle=4"},
        {0xE5810000, "str r0, [r1]", "instruction data_write cycle"},
        {0xE1C200F0, "strd r0, r1, [r2]", "instruction data_write cycle=2"},
        {0xE1020091, "swp r0, r1, [r2]", "instruction data_read data_write cycle=2"},
    };
    expect_each(samples, arm_code, true);
}

TEST(counts_of, accesses_under_a_condition) {
    const sample samples[] = {
        {0x05910000, "ldreq r0, [r1]",
         "instruction cycle; passed: dcache_access_any external_data_access external_request "
         "data_read bus_read"},
        {0x0890001E, "ldmeq r0, {r1-r4}",
         "instruction cycle; passed: dcache_access_any external_data_access=4 external_request=4 "
         "data_read bus_read=4 cycle=3"},
        {0x05810000, "streq r0, [r1]",
         "instruction cycle; passed: dcache_access_any external_data_access external_request "
         "data_write bus_write"},
        {0x01420091, "swpbeq r0, r1, [r2]",
         "instruction cycle; passed: dcache_access_any external_data_access=2 external_request=2 "
         "data_read data_write bus_read bus_write cycle"},
    };
    expect_each(samples, arm_code, false);
}

// --- changes of PC -------------------------------------------------------------------------------

TEST(counts_of, branches_with_a_label_are_predicted_by_their_direction) {
    const sample arm[] = {
        {0xEA000002, "b forward",
         "instruction branch immediate_branch branch_predictable cycle; taken: pc_change cycle=2"},
        {0xEAFFFFFA, "b back",
         "instruction branch immediate_branch branch_predictable cycle; taken: pc_change cycle=2"},
        {0xEAFFFFFE, "b .",
         "instruction branch immediate_branch branch_predictable cycle; taken: pc_change cycle=2"},
        {0xEB000002, "bl forward",
         "instruction branch immediate_branch branch_predictable cycle; taken: pc_change cycle=2"},
        {0xFA000002, "blx forward",
         "instruction branch immediate_branch branch_predictable cycle; taken: pc_change cycle=2"},
        {0x0A000002, "beq forward",
         "instruction branch immediate_branch branch_predictable cycle; taken: "
         "branch_mispredicted immediate_mispredicted pc_change cycle=7"},
        {0x1AFFFFFA, "bne back",
         "instruction branch immediate_branch branch_predictable cycle; taken: pc_change cycle=2; "
         "falling: branch_mispredicted immediate_mispredicted cycle=7"},
        {0x0BFFFFFA, "bleq back",
         "instruction branch immediate_branch branch_predictable cycle; taken: pc_change cycle=2; "
         "falling: branch_mispredicted immediate_mispredicted cycle=7"},
    };
    expect_each(arm, arm_code, false);
    const sample thumb[] = {
        {0xE7F6, "b back",
         "instruction branch immediate_branch branch_predictable cycle; taken: pc_change cycle=2"},
        {0xD0FA, "beq back",
         "instruction branch immediate_branch branch_predictable cycle; taken: pc_change cycle=2; "
         "falling: branch_mispredicted immediate_mispredicted cycle=7"},
        {0xB130, "cbz r0, forward",
         "instruction branch immediate_branch branch_predictable cycle; taken: "
         "branch_mispredicted immediate_mispredicted pc_change cycle=7"},
        {0xB930, "cbnz r0, forward",
         "instruction branch immediate_branch branch_predictable cycle; taken: "
         "branch_mispredicted immediate_mispredicted pc_change cycle=7"},
    };
    expect_each(thumb, thumb_code, false);
}

TEST(counts_of, branches_by_a_register) {
    const sample samples[] = {
        {0xE12FFF1E, "bx lr",
         "instruction branch branch_predictable cycle; taken: procedure_return pc_change cycle=2"},
        {0x012FFF1E, "bxeq lr",
         "instruction branch branch_predictable cycle; taken: procedure_return pc_change cycle=2"},
        {0xE1A0F00E, "mov pc, lr",
         "instruction branch_predictable cycle; taken: procedure_return pc_change cycle=2"},
        {0xE12FFF13, "bx r3",
         "instruction branch cycle; taken: branch_mispredicted pc_change cycle=7"},
        {0x112FFF13, "bxne r3",
         "instruction branch cycle; taken: branch_mispredicted pc_change cycle=7"},
        {0xE12FFF33, "blx r3",
         "instruction branch cycle; taken: branch_mispredicted pc_change cycle=7"},
        {0xE1A0F000, "mov pc, r0",
         "instruction cycle; taken: branch_mispredicted pc_change cycle=7"},
        {0x908FF100, "addls pc, pc, r0, lsl #2",
         "instruction cycle; taken: branch_mispredicted pc_change cycle=7"},
    };
    expect_each(samples, arm_code, false);
    expect_each(samples, arm_code, true);
}

TEST(counts_of, loads_of_pc) {
    const sample arm[] = {
        {0xE8BD8010, "pop {r4, pc}",
         "instruction branch_predictable data_read cycle=2; taken: procedure_return pc_change "
         "cycle=2"},
        {0x08BD8010, "popeq {r4, pc}",
         "instruction branch_predictable cycle; taken: procedure_return pc_change data_read "
         "cycle=3"},
        {0xE49DF004, "ldr pc, [sp], #4",
         "instruction branch_predictable data_read cycle; taken: procedure_return pc_change "
         "cycle=2"},
        {0xE590F000, "ldr pc, [r0]",
         "instruction data_read cycle; taken: branch_mispredicted pc_change cycle=7"},
        {0x0590F000, "ldreq pc, [r0]",
         "instruction cycle; taken: branch_mispredicted pc_change data_read cycle=7"},
    };
    expect_each(arm, arm_code, true);
    const sample thumb[] = {
        {0xBD10, "pop {r4, pc}",
         "instruction branch_predictable data_read cycle=2; taken: procedure_return pc_change "
         "cycle=2"},
        {0xE8D0F001, "tbb [r0, r1]",
         "instruction data_read cycle; taken: branch_mispredicted pc_change cycle=7"},
    };
    expect_each(thumb, thumb_code, true);
}

TEST(counts_of, exception_returns_are_no_change_of_pc_by_software) {
    const sample samples[] = {
        {0xE25EF004, "subs pc, lr, #4", "instruction cycle; taken: exception_return cycle=7"},
        {0x025EF004, "subseq pc, lr, #4", "instruction cycle; taken: exception_return cycle=7"},
        {0xE8FD8001, "ldm sp!, {r0, pc}^",
         "instruction data_read cycle=2; taken: exception_return cycle=7"},
        {0xF8BD0A00, "rfeia sp!", "instruction data_read cycle=2; taken: exception_return cycle=7"},
    };
    expect_each(samples, arm_code, true);
}

// --- of every instruction ------------------------------------------------------------------------

// Event lines have a level in a cycle: nothing can occur more often.
TEST(counts_of, nothing_more_often_than_there_are_cycles) {
    std::uint32_t word = 12345;
    const auto expect_fits = [](const instruction& i, bool has_caches) {
        const instruction_counts counts = counts_of(i, times(), has_caches);
        for (const activity_counts* end : {&counts.when_taken, &counts.when_falling}) {
            activity_counts all = counts.always;
            all.add(*end);
            for (const bool has_passed : {false, true}) {
                all.add(counts.when_passed, has_passed ? 1 : 0);
                for (std::size_t k = 0; k < activity_kinds; ++k) {
                    const auto kind = static_cast<activity_kind>(k);
                    ASSERT_LE(all[kind], all.cycles()) << name_of(kind) << " of " << i.encoding;
                }
            }
        }
    };
    for (int n = 0; n < 20000; ++n) {
        word = word * 1664525U + 1013904223U;
        const std::uint32_t encoding = word ^ word >> 16U;
        for (const bool has_caches : {false, true}) {
            expect_fits(iss_test::decode(arm_code(encoding)), has_caches);
            expect_fits(iss_test::decode(thumb_code(encoding & 0xFFFFU)), has_caches);
            expect_fits(iss_test::decode(thumb_code(0xE800'0000U | (encoding & 0x1FFF'FFFFU))),
                        has_caches);
        }
    }
}

} // namespace
} // namespace platform
