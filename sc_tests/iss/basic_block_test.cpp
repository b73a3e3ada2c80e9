// SPDX-License-Identifier: Apache-2.0
// What an instruction of each class counts on each core: always, if it changes PC, if it passes its
// condition, and if it is a branch that does not branch.
#include <generated/cpu_types.h>
#include <iss/decoder_bench.h>
#include <iss/meter/basic_block.h>
#include <iss/meter_text.h>

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace platform::iss::basic_block_test {
namespace {

using iss_test::arm_code;
using iss_test::code;
using iss_test::mcr_p15;
using iss_test::thumb_code;

// Different numbers, so that a wrong one shows.
core_model with_times(cpu_type type) {
    core_model core = core_model_of(type);
    core.timing.multiply = 3;
    core.timing.divide = 13;
    core.timing.taken_branch = 2;
    core.timing.mispredicted = 7;
    return core;
}

const core_model arm1136 = with_times(cpu_type::arm1136);
const core_model arm1176 = with_times(cpu_type::arm1176);
const core_model xscale = with_times(cpu_type::xscale);
const core_model ixp42x = with_times(cpu_type::ixp42x);
const core_model cortex_r5 = with_times(cpu_type::cortex_r5);

std::vector<core_model> every_core_with_times() {
    std::vector<core_model> all;
    for (const cpu_type type : iss_test::all_cpus) {
        all.push_back(with_times(type));
    }
    return all;
}
const std::vector<core_model> all_cores = every_core_with_times();

/// "instruction cycle; taken: pc_change cycle=2", with "passed:" and "falling:" alike.
std::string text_of(const instruction& i, const core_model& core) {
    const instruction_counts counts = counts_of(i, core);
    std::string text = text_of(counts.always);
    const auto add = [&text](const char* when, const activity_list& what) {
        if (!what.empty()) {
            text += std::string("; ") + when + ": " + text_of(what);
        }
    };
    add("taken", counts.when_taken);
    add("passed", counts.when_passed);
    if (i.may_fall_through()) {
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
void expect_each(const sample (&samples)[N], code (*to_code)(std::uint32_t),
                 const core_model& core) {
    for (const sample& s : samples) {
        EXPECT_EQ(text_of(iss_test::decode(to_code(s.encoding)), core), s.counts)
            << s.assembly << " on " << core.name;
    }
}

// --- changes of PC -------------------------------------------------------------------------------

/// The events of a core that are about changes of PC, by their numbers in the manual.
struct event_kind {
    const char* number;
    activity::activity_kind kind;
};
constexpr event_kind arm1136_events[] = {{"05", activity::activity_kind::branch},
                                         {"06", activity::activity_kind::branch_mispredicted},
                                         {"0D", activity::activity_kind::pc_change}};
constexpr event_kind xscale_events[] = {{"5", activity::activity_kind::immediate_branch},
                                        {"6", activity::activity_kind::immediate_mispredicted},
                                        {"D", activity::activity_kind::pc_change}};
constexpr event_kind cortex_r5_events[] = {{"0A", activity::activity_kind::exception_return},
                                           {"0C", activity::activity_kind::pc_change},
                                           {"0D", activity::activity_kind::immediate_branch},
                                           {"0E", activity::activity_kind::procedure_return},
                                           {"10", activity::activity_kind::branch_mispredicted},
                                           {"12", activity::activity_kind::branch_predictable}};

/// The events of an instruction, as "05 0D".
template <std::size_t N>
std::string events_of(const instruction& i, const core_model& core, const event_kind (&events)[N],
                      bool changes_pc) {
    const instruction_counts counts = counts_of(i, core);
    activity_counts all;
    counts.always.add_to(all);
    (changes_pc ? counts.when_taken : counts.when_falling).add_to(all);
    if (changes_pc) {
        counts.when_passed.add_to(all);
    }
    std::string text;
    for (const event_kind& e : events) {
        EXPECT_LE(all[e.kind], 1U) << e.number;
        if (all[e.kind] != 0) {
            text += (text.empty() ? "" : " ") + std::string(e.number);
        }
    }
    return text;
}

/// A way to change PC. Where the core does not have the instruction there is no text.
struct pc_row {
    std::uint32_t encoding = 0;
    const char* assembly = nullptr;
    bool changes_pc = false;
    const char* on_arm1136 = nullptr;
    const char* on_xscale = nullptr;
    const char* on_cortex_r5 = nullptr;
    std::uint8_t it_state = 0;
};

constexpr bool taken = true;
constexpr bool fails = false;

// The exception return counts 0x0D on the ARM1136 if the mode stays: the meter knows that.
constexpr pc_row arm_rows[] = {
    {0xEA000002, "b forward", taken, "05 0D", "5 D", "0C 0D 12"},
    {0xEAFFFFFA, "b back", taken, "05 0D", "5 D", "0C 0D 12"},
    {0xEAFFFFFE, "b .", taken, "05 0D", "5 D", "0C 0D 12"},
    {0xEAFFFFFF, "b .+4", taken, "05 0D", "5 D", "0C 0D 12"},
    {0xEB000002, "bl forward", taken, "05 0D", "5 D", "0C 0D 12"},
    {0x0A000002, "beq forward", taken, "05 06 0D", "5 6 D", "0C 0D 10 12"},
    {0x0A000002, "beq forward", fails, "05", "5", "0D 12"},
    {0x0AFFFFFF, "beq .+4", taken, "05 06 0D", "5 6 D", "0C 0D 10 12"},
    {0x0AFFFFFF, "beq .+4", fails, "05", "5", "0D 12"},
    {0x1AFFFFFA, "bne back", taken, "05 0D", "5 D", "0C 0D 12"},
    {0x1AFFFFFA, "bne back", fails, "05 06", "5 6", "0D 10 12"},
    {0x0AFFFFFE, "beq .", fails, "05 06", "5 6", "0D 10 12"},
    {0x0B000002, "bleq forward", taken, "05 06 0D", "5 6 D", "0C 0D 10 12"},
    {0x0BFFFFFA, "bleq back", fails, "05 06", "5 6", "0D 10 12"},
    {0xFA000002, "blx forward", taken, "05 0D", "D", "0C 0D 12"},
    {0xFAFFFFFA, "blx back", taken, "05 0D", "D", "0C 0D 12"},
    {0xE12FFF1E, "bx lr", taken, "05 0D", "D", "0C 0E 12"},
    {0x012FFF1E, "bxeq lr", taken, "05 0D", "D", "0C 0E 12"},
    {0x012FFF1E, "bxeq lr", fails, "05", "", "12"},
    {0xE12FFF13, "bx r3", taken, "05 0D", "D", "0C 0E 10 12"},
    {0x112FFF13, "bxne r3", taken, "05 0D", "D", "0C 0E 10 12"},
    {0x112FFF13, "bxne r3", fails, "05", "", "12"},
    {0xE12FFF33, "blx r3", taken, "05 0D", "D", "0C 10"},
    {0x112FFF33, "blxne r3", fails, "05", "", ""},
    {0xE12FFF23, "bxj r3", taken, "05 0D", nullptr, "0C 10"},
    {0x112FFF23, "bxjne r3", fails, "05", nullptr, ""},
    {0xE1A0F00E, "mov pc, lr", taken, "0D", "D", "0C 10"},
    {0x11A0F00E, "movne pc, lr", fails, "", "", ""},
    {0xE1A0F000, "mov pc, r0", taken, "0D", "D", "0C 10"},
    {0x11A0F000, "movne pc, r0", fails, "", "", ""},
    {0xE08FF100, "add pc, pc, r0, lsl #2", taken, "0D", "D", "0C 10"},
    {0xE24FF004, "sub pc, pc, #4", taken, "0D", "D", "0C 10"},
    {0xE49DF004, "ldr pc, [sp], #4", taken, "0D", "D", "0C 0E 12"},
    {0x149DF004, "ldrne pc, [sp], #4", fails, "", "", "12"},
    {0xE49DF008, "ldr pc, [sp], #8", taken, "0D", "D", "0C 10"},
    {0xE590F000, "ldr pc, [r0]", taken, "0D", "D", "0C 10"},
    {0x1590F000, "ldrne pc, [r0]", fails, "", "", ""},
    {0xE8BD8010, "pop {r4, pc}", taken, "0D", "D", "0C 0E 12"},
    {0x08BD8010, "popeq {r4, pc}", taken, "0D", "D", "0C 0E 12"},
    {0x18BD8010, "popne {r4, pc}", fails, "", "", "12"},
    {0xE8B48020, "ldmia r4!, {r5, pc}", taken, "0D", "D", "0C 0E 12"},
    {0xE91BA800, "ldmdb r11, {r11, sp, pc}", taken, "0D", "D", "0C 0E 12"},
    {0x18948020, "ldmneia r4, {r5, pc}", fails, "", "", "12"},
    {0xE1B0F00E, "movs pc, lr", taken, "", "D", "0A 0C"},
    {0xE25EF004, "subs pc, lr, #4", taken, "", "D", "0A 0C"},
    {0x11B0F00E, "movsne pc, lr", fails, "", "", ""},
    {0xE8FD8001, "ldm sp!, {r0, pc}^", taken, "", "D", "0A 0C"},
    {0x18FD8001, "ldmne sp!, {r0, pc}^", fails, "", "", ""},
    {0xF8BD0A00, "rfeia sp!", taken, "", nullptr, "0A 0C"},
};

constexpr std::uint8_t it_eq = 0x08;

constexpr pc_row thumb_rows[] = {
    {0xE7FF, "b .+2", taken, "05 0D", "5 D", "0C 0D 12"},
    {0xD002, "beq forward", taken, "05 06 0D", "5 6 D", "0C 0D 10 12"},
    {0xD0FA, "beq back", fails, "05 06", "5 6", "0D 10 12"},
    {0xF000F800, "bl .+4", taken, "05 0D", "5 D", "0C 0D 12"},
    {0xF000E804, "blx forward", taken, "05 0D", "D", "0C 0D 12"},
    {0x4770, "bx lr", taken, "05 0D", "D", "0C 0E 12"},
    {0x4778, "bx pc", taken, "05 0D", "D", "0C 0E 10 12"},
    {0x4780, "blx r0", taken, "05 0D", "D", "0C 10"},
    {0x46F7, "mov pc, lr", taken, "0D", "D", "0C 10"},
    {0x4487, "add pc, r0", taken, "0D", "D", "0C 10"},
    {0xBD01, "pop {r0, pc}", taken, "0D", "D", "0C 0E 12"},
    {0xB130, "cbz r0, forward", taken, nullptr, nullptr, "0C 10 12"},
    {0xB130, "cbz r0, forward", fails, nullptr, nullptr, "12"},
    {0xB930, "cbnz r0, forward", taken, nullptr, nullptr, "0C 10 12"},
    {0xE8D0F001, "tbb [r0, r1]", taken, nullptr, nullptr, "0C 10"},
    {0xE8D0F011, "tbh [r0, r1, lsl #1]", taken, nullptr, nullptr, "0C 10"},
    {0xF8D0F000, "ldr.w pc, [r0]", taken, nullptr, nullptr, "0C 10"},
    {0xF85DFB04, "ldr pc, [sp], #4", taken, nullptr, nullptr, "0C 0E 12"},
    {0xE8BD8010, "pop.w {r4, pc}", taken, nullptr, nullptr, "0C 0E 12"},
    {0xE8948020, "ldmia.w r4, {r5, pc}", taken, nullptr, nullptr, "0C 0E 12"},
    {0xF3DE8F00, "subs pc, lr, #0", taken, nullptr, nullptr, "0A 0C"},
    {0xE99DC000, "rfeia sp", taken, nullptr, nullptr, "0A 0C"},
    {0xF000F800, "it eq: bleq .+4", taken, nullptr, nullptr, "0C 0D 10 12", it_eq},
    {0xF000F800, "it eq: bleq .+4", fails, nullptr, nullptr, "0D 12", it_eq},
    {0xF000E804, "it eq: blxeq forward", taken, nullptr, nullptr, "0C 0D 10 12", it_eq},
    {0xF7FFEFFC, "it eq: blxeq back", taken, nullptr, nullptr, "0C 0D 12", it_eq},
    {0xF7FFEFFC, "it eq: blxeq back", fails, nullptr, nullptr, "0D 10 12", it_eq},
    {0xE7F6, "it eq: beq back", fails, nullptr, nullptr, "0D 10 12", it_eq},
    {0x4770, "it eq: bxeq lr", fails, nullptr, nullptr, "12", it_eq},
    {0x46F7, "it eq: moveq pc, lr", fails, nullptr, nullptr, "", it_eq},
};

/// \return the forms that occur
template <std::size_t N>
std::set<pc_writer> expect_events(const pc_row (&rows)[N], code (*to_code)(std::uint32_t)) {
    std::set<pc_writer> forms;
    for (const pc_row& row : rows) {
        const instruction i =
            iss_test::decode(to_code(row.encoding), iss_test::usual_pc, row.it_state);
        forms.insert(i.pc_by);
        const std::string what = row.assembly + std::string(row.changes_pc ? " taken" : " fails");
        EXPECT_TRUE(row.changes_pc || i.may_fall_through()) << what;
        if (row.on_arm1136 != nullptr) {
            EXPECT_EQ(events_of(i, arm1136, arm1136_events, row.changes_pc), row.on_arm1136)
                << what;
        }
        if (row.on_xscale != nullptr) {
            for (const cpu_type type : iss_test::armv5te_cpus) {
                const core_model core = with_times(type);
                EXPECT_EQ(events_of(i, core, xscale_events, row.changes_pc), row.on_xscale)
                    << what << " on " << core.name;
            }
        }
        EXPECT_EQ(events_of(i, cortex_r5, cortex_r5_events, row.changes_pc), row.on_cortex_r5)
            << what;
    }
    return forms;
}

// DDI 0301, 5.3 and Table 3-137: where a return without a condition goes is for the return stack to
// say, so 0x25 and 0x26 are not known before.
TEST(basic_block, calls_and_returns_of_the_arm1176) {
    constexpr event_kind events[] = {{"05", activity::activity_kind::branch},
                                     {"06", activity::activity_kind::branch_mispredicted},
                                     {"0D", activity::activity_kind::pc_change},
                                     {"23", activity::activity_kind::procedure_call},
                                     {"24", activity::activity_kind::procedure_return},
                                     {"25", activity::activity_kind::return_predicted},
                                     {"26", activity::activity_kind::return_mispredicted}};
    struct row {
        std::uint32_t encoding;
        const char* assembly;
        const char* when_taken;
        bool by_stack;
    };
    constexpr row rows[] = {
        {0xEA000002, "b forward", "05 0D", false},
        {0xEB000002, "bl forward", "05 0D 23", false},
        {0xFA000002, "blx forward", "05 0D 23", false},
        {0xE12FFF33, "blx r3", "05 0D 23", false},
        {0xE12FFF13, "bx r3", "05 0D", false},
        {0xE12FFF1E, "bx lr", "05 0D 24", true},
        {0x012FFF1E, "bxeq lr", "05 0D 24", false},
        {0xE1A0F00E, "mov pc, lr", "0D", false},
        {0xE49DF004, "ldr pc, [sp], #4", "0D 24", true},
        {0x149DF004, "ldrne pc, [sp], #4", "0D 24", false},
        {0xE59DF010, "ldr pc, [sp, #16]", "0D 24", true},
        {0xE49DF008, "ldr pc, [sp], #8", "0D 24", true},
        {0xE79DF002, "ldr pc, [sp, r2]", "0D 24", true},
        {0x0BFFFFFA, "bleq back", "05 06 0D 23", false},
        {0x0AFFFFFA, "beq back", "05 0D", false},
        {0xE590F000, "ldr pc, [r0]", "0D", false},
        {0xE8BD8010, "pop {r4, pc}", "0D 24", true},
        {0x08BD8010, "popeq {r4, pc}", "0D 24", false},
        {0xE8B48020, "ldmia r4!, {r5, pc}", "0D", false},
        {0xE1B0F00E, "movs pc, lr", "", false},
    };
    for (const row& r : rows) {
        const instruction i = iss_test::decode(arm_code(r.encoding));
        EXPECT_EQ(events_of(i, arm1176, events, taken), r.when_taken) << r.assembly;
        EXPECT_EQ(is_predicted_by_stack(i, arm1176), r.by_stack) << r.assembly;
        EXPECT_FALSE(is_predicted_by_stack(i, arm1136)) << r.assembly;
    }
}

TEST(counts_of, every_way_to_change_pc_on_every_core) {
    std::set<pc_writer> forms = expect_events(arm_rows, arm_code);
    forms.merge(expect_events(thumb_rows, thumb_code));
    for (std::size_t form = 1; form < pc_writers; ++form) {
        EXPECT_EQ(forms.count(static_cast<pc_writer>(form)), 1U)
            << iss_test::name_of(static_cast<pc_writer>(form));
    }
}

// One cycle, then those to refill the pipeline: fewer where the core has predicted the way.
TEST(counts_of, cycles_of_a_change_of_pc) {
    const auto cycles = [](std::uint32_t word, const core_model& core, bool changes_pc) {
        const instruction_counts counts = counts_of(iss_test::decode(arm_code(word)), core);
        return counts.always.cycles() +
               (changes_pc ? counts.when_taken.cycles() : counts.when_falling.cycles());
    };
    constexpr std::uint32_t beq_forward = 0x0A000002;
    constexpr std::uint32_t bne_back = 0x1AFFFFFA;
    for (const core_model& core : all_cores) {
        EXPECT_EQ(cycles(0xEA000002, core, true), 3U) << core.name; // b forward
        EXPECT_EQ(cycles(beq_forward, core, true), 8U) << core.name;
        EXPECT_EQ(cycles(beq_forward, core, false), 1U) << core.name;
        EXPECT_EQ(cycles(bne_back, core, true), 3U) << core.name;
        EXPECT_EQ(cycles(bne_back, core, false), 8U) << core.name;
        // What the return stack says comes when it is executed.
        const bool has_stack = core.return_stack_entries != 0;
        EXPECT_EQ(cycles(0xE12FFF1E, core, true), has_stack ? 1U : 3U) << core.name; // bx lr
        EXPECT_EQ(cycles(0xE12FFF13, core, true), 8U) << core.name;                  // bx r3
        EXPECT_EQ(cycles(0xE1A0F000, core, true), 8U) << core.name;                  // mov pc, r0
        EXPECT_EQ(cycles(0xE1B0F00E, core, true), 8U) << core.name;                  // movs pc, lr
        EXPECT_EQ(cycles(0xE8BD8010, core, true), has_stack ? 2U : 4U) << core.name; // pop {r4, pc}
    }
}

// DDI 0100, A7.1.17: before Thumb-2 there are two instructions of 16 bits each.
TEST(counts_of, thumb_bl_and_blx) {
    for (const std::uint32_t encoding : {0xF000F802U, 0xF000E804U}) {
        const instruction i = iss_test::decode(thumb_code(encoding));
        for (const core_model& core : all_cores) {
            activity_counts counts;
            counts_of(i, core).always.add_to(counts);
            const std::uint64_t expected = core.has_thumb2 ? 1 : 2;
            EXPECT_EQ(counts[activity::activity_kind::instruction], expected) << core.name;
            EXPECT_EQ(counts.cycles(), expected) << core.name;
        }
    }
}

// --- what stays in the core ----------------------------------------------------------------------

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
        {0xF57FF06F, "isb", "instruction cycle"},
        {0xF57FF01F, "clrex", "instruction cycle"},
        {0xEE190F1D, "mrc p15, 0, r0, c9, c13, 0", "instruction cycle"},
        {0xEE090F1D, "mcr p15, 0, r0, c9, c13, 0", "instruction cycle"},
        {0xEE010F10, "mcr p15, 0, r0, c1, c0, 0", "instruction cycle"},
        {0xEE1D0F30, "mrc p15, 0, r0, c13, c0, 1", "instruction cycle"},
        {0xEE070F95, "mcr p15, 0, r0, c7, c5, 4", "instruction cycle"},
        {0xE7F000F0, "udf #0", "instruction cycle"},
        {0xEE300A81, "vadd.f32 s0, s1, s2", "instruction cycle"},
    };
    for (const core_model& core : all_cores) {
        expect_each(samples, arm_code, core);
    }
}

TEST(counts_of, multiplications) {
    const sample samples[] = {
        {0xE0000291, "mul r0, r1, r2", "instruction cycle=3"},
        {0x00000291, "muleq r0, r1, r2", "instruction cycle=3"},
        {0xE0E10392, "smlal r0, r1, r2, r3", "instruction cycle=3"},
    };
    for (const core_model& core : all_cores) {
        expect_each(samples, arm_code, core);
        EXPECT_EQ(text_of(iss_test::decode(thumb_code(0x4348)), core), "instruction cycle=3");
    }
}

// The cycles beyond the first are the stall.
TEST(counts_of, divisions_and_double_precision) {
    const sample arm[] = {
        {0xE710F211, "sdiv r0, r1, r2",
         "instruction integer_divide integer_divide_stall=12 cycle=13"},
        {0x1730F211, "udivne r0, r1, r2",
         "instruction cycle; passed: integer_divide integer_divide_stall=12 cycle=12"},
        {0xEE310B02, "vadd.f64 d0, d1, d2", "instruction double_arithmetic cycle"},
        {0x1E310B02, "vaddne.f64 d0, d1, d2", "instruction cycle; passed: double_arithmetic"},
        {0xEEB00B41, "vmov.f64 d0, d1", "instruction cycle"},
    };
    expect_each(arm, arm_code, cortex_r5);
    const sample thumb[] = {
        {0xFB91F0F2, "sdiv r0, r1, r2",
         "instruction integer_divide integer_divide_stall=12 cycle=13"},
        {0xFBB1F0F2, "udiv r0, r1, r2",
         "instruction integer_divide integer_divide_stall=12 cycle=13"},
    };
    expect_each(thumb, thumb_code, cortex_r5);
}

// What no table of a core lists.
TEST(counts_of, a_way_to_change_pc_that_is_not_listed_counts_as_nothing) {
    const branch_rule rule;
    EXPECT_FALSE(rule.is_branch);
    EXPECT_FALSE(rule.is_immediate);
    EXPECT_FALSE(rule.is_predictable);
    EXPECT_FALSE(rule.is_return);
    EXPECT_EQ(rule.predicted, prediction::none);
}

// --- what drains the write buffer ----------------------------------------------------------------

bool drains(std::uint32_t word, const core_model& core) {
    activity_counts counts;
    counts_of(iss_test::decode(arm_code(word)), core).always.add_to(counts);
    return counts[activity::activity_kind::write_buffer_drained] == 1;
}

// DDI 0211, event 0x12: the Data Synchronization Barrier alone; the Cortex-R5 (DDI 0460, event
// 0x45) drains for DMB, too, and for cache maintenance; the XScales have no such event.
TEST(counts_of, barriers) {
    constexpr std::uint32_t dsb = 0xF57FF04F;
    constexpr std::uint32_t dmb = 0xF57FF05F;
    EXPECT_TRUE(drains(dsb, cortex_r5));
    EXPECT_TRUE(drains(dmb, cortex_r5));
    EXPECT_TRUE(drains(mcr_p15(7, 10, 4), cortex_r5));
    EXPECT_TRUE(drains(mcr_p15(7, 10, 5), cortex_r5));
    EXPECT_FALSE(drains(mcr_p15(7, 5, 4), cortex_r5));
    EXPECT_TRUE(drains(mcr_p15(7, 10, 4), arm1136));
    EXPECT_FALSE(drains(mcr_p15(7, 10, 5), arm1136));
    EXPECT_FALSE(drains(mcr_p15(7, 5, 4), arm1136));
    EXPECT_FALSE(drains(mcr_p15(7, 10, 4), xscale));
    EXPECT_FALSE(drains(mcr_p15(7, 10, 4), ixp42x));
}

TEST(counts_of, cache_maintenance_drains_on_the_cortex_r5) {
    const std::uint32_t all[] = {mcr_p15(7, 5, 0),  mcr_p15(7, 5, 1),  mcr_p15(7, 6, 1),
                                 mcr_p15(7, 6, 2),  mcr_p15(7, 10, 1), mcr_p15(7, 10, 2),
                                 mcr_p15(7, 11, 1), mcr_p15(7, 14, 1), mcr_p15(7, 14, 2),
                                 mcr_p15(15, 5, 0)};
    for (const std::uint32_t word : all) {
        EXPECT_TRUE(drains(word, cortex_r5)) << std::hex << word;
        EXPECT_FALSE(drains(word, arm1136)) << std::hex << word;
        EXPECT_FALSE(drains(word, xscale)) << std::hex << word;
    }
}

TEST(counts_of, register_writes_under_a_condition) {
    const sample on_arm1136[] = {
        {0x0E070F9A, "mcreq p15, 0, r0, c7, c10, 4",
         "instruction cycle; passed: write_buffer_drained"},
        {0x1E0D0F30, "mcrne p15, 0, r0, c13, c0, 1", "instruction cycle"},
    };
    expect_each(on_arm1136, arm_code, arm1136);
    const sample on_cortex_r5[] = {
        {0xEE0D0F30, "mcr p15, 0, r0, c13, c0, 1", "instruction context_change cycle"},
        {0x1E0D0F30, "mcrne p15, 0, r0, c13, c0, 1", "instruction cycle; passed: context_change"},
        {0x1E070FBA, "mcrne p15, 0, r0, c7, c10, 5",
         "instruction cycle; passed: write_buffer_drained"},
    };
    expect_each(on_cortex_r5, arm_code, cortex_r5);
}

// --- loads and stores ----------------------------------------------------------------------------

// A cycle for each item; the memory system counts the rest.
TEST(counts_of, accesses) {
    const sample arm[] = {
        {0xE5910000, "ldr r0, [r1]", "instruction data_read cycle"},
        {0xE5D10000, "ldrb r0, [r1]", "instruction data_read cycle"},
        {0xE1910F9F, "ldrex r0, [r1]", "instruction data_read cycle"},
        {0xE890001E, "ldm r0, {r1-r4}", "instruction data_read cycle=4"},
        {0xE8907FFF, "ldm r0, {r0-r14}", "instruction data_read cycle=15"},
        {0xE1C200D0, "ldrd r0, r1, [r2]", "instruction data_read cycle=2"},
        {0xE5810000, "str r0, [r1]", "instruction data_write cycle"},
        {0xE880001E, "stm r0, {r1-r4}", "instruction data_write cycle=4"},
        {0xE1C200F0, "strd r0, r1, [r2]", "instruction data_write cycle=2"},
        {0xF8ED0513, "srsia sp!, #19", "instruction data_write cycle=2"},
        {0xE1020091, "swp r0, r1, [r2]", "instruction data_read data_write cycle=2"},
        {0xE1820F91, "strex r0, r1, [r2]", "instruction cycle"},
        {0xE8BD8010, "pop {r4, pc}",
         "instruction branch_predictable data_read cycle=2; taken: procedure_return pc_change "
         "cycle=2"},
    };
    expect_each(arm, arm_code, cortex_r5);
    const sample thumb[] = {
        {0xB510, "push {r4, lr}", "instruction data_write cycle=2"},
        {0x6808, "ldr r0, [r1]", "instruction data_read cycle"},
    };
    expect_each(thumb, thumb_code, cortex_r5);
    expect_each(thumb, thumb_code, arm1136);
}

// 273473, event 0xA: every item, wherever it goes.
TEST(counts_of, accesses_of_the_xscale) {
    const sample samples[] = {
        {0xE5910000, "ldr r0, [r1]", "instruction dcache_transfer data_read cycle"},
        {0xE890001E, "ldm r0, {r1-r4}", "instruction dcache_transfer=4 data_read cycle=4"},
        {0xE1C200F0, "strd r0, r1, [r2]", "instruction dcache_transfer=2 data_write cycle=2"},
        {0xE1020091, "swp r0, r1, [r2]",
         "instruction dcache_transfer=2 data_read data_write cycle=2"},
        {0x05910000, "ldreq r0, [r1]", "instruction cycle; passed: dcache_transfer data_read"},
        {0x0590F000, "ldreq pc, [r0]",
         "instruction cycle; taken: pc_change dcache_transfer data_read cycle=7"},
    };
    expect_each(samples, arm_code, xscale);
    expect_each(samples, arm_code, ixp42x);
}

TEST(counts_of, accesses_under_a_condition) {
    const sample samples[] = {
        {0x05910000, "ldreq r0, [r1]", "instruction cycle; passed: data_read"},
        {0x0890001E, "ldmeq r0, {r1-r4}", "instruction cycle; passed: data_read cycle=3"},
        {0x05810000, "streq r0, [r1]", "instruction cycle; passed: data_write"},
        {0x01420091, "swpbeq r0, r1, [r2]",
         "instruction cycle; passed: data_read data_write cycle"},
        {0x08BD8010, "popeq {r4, pc}",
         "instruction branch_predictable cycle; taken: procedure_return pc_change data_read "
         "cycle=3"},
        {0x08FD8001, "ldmeq sp!, {r0, pc}^",
         "instruction cycle; taken: pc_change data_read exception_return cycle=8"},
    };
    expect_each(samples, arm_code, cortex_r5);
}

// --- what has to be looked at --------------------------------------------------------------------

TEST(basic_block, what_counts_otherwise_under_its_condition) {
    const auto depends = [](std::uint32_t word, const core_model& core) {
        return depends_on_condition(iss_test::decode(arm_code(word)), core);
    };
    for (const core_model& core : all_cores) {
        EXPECT_TRUE(depends(0x05910000, core)) << "ldreq r0, [r1]";
        EXPECT_TRUE(depends(0x01820F91, core)) << "strexeq r0, r1, [r2]";
        EXPECT_TRUE(depends(0x01B0F00E, core)) << "movseq pc, lr";
        EXPECT_FALSE(depends(0xE5910000, core)) << "ldr r0, [r1]: it has none";
        EXPECT_FALSE(depends(0x0590F000, core)) << "ldreq pc, [r0]: where it goes on shows it";
        EXPECT_FALSE(depends(0x0A000002, core)) << "beq";
        EXPECT_FALSE(depends(0x03A00000, core)) << "moveq r0, #0";
        EXPECT_FALSE(depends(0x00000291, core)) << "muleq r0, r1, r2";
    }
    EXPECT_TRUE(depends(0x0710F211, cortex_r5)) << "sdiveq r0, r1, r2";
    EXPECT_TRUE(depends(0x0E310B02, cortex_r5)) << "vaddeq.f64 d0, d1, d2";
    EXPECT_TRUE(depends(0x0E0D0F30, cortex_r5)) << "mcreq p15, 0, r0, c13, c0, 1";
    EXPECT_FALSE(depends(0x0E0D0F30, arm1136)) << "no event is about it";
    EXPECT_TRUE(depends(0x0E070F9A, arm1136)) << "mcreq p15, 0, r0, c7, c10, 4";
    EXPECT_FALSE(depends(0x0E070F9A, xscale));
}

TEST(basic_block, what_has_an_effect_after_it) {
    const auto has_effect = [](std::uint32_t word, const core_model& core) {
        return has_effect_after(iss_test::decode(arm_code(word)), core);
    };
    for (const core_model& core : all_cores) {
        EXPECT_TRUE(has_effect(0xF5D0F004, core)) << "pld [r0, #4]";
        EXPECT_TRUE(has_effect(0xE1820F91, core)) << "strex r0, r1, [r2]";
        EXPECT_TRUE(has_effect(mcr_p15(1, 0, 0), core)) << "SCTLR";
        EXPECT_TRUE(has_effect(mcr_p15(7, 6, 1), core)) << "a line of the data cache";
        EXPECT_FALSE(has_effect(0xF450F008, core)) << "pli [r0, #-8]";
        EXPECT_FALSE(has_effect(mcr_p15(7, 10, 4), core)) << "a barrier counts at once";
        EXPECT_FALSE(has_effect(0xE5810000, core)) << "str r0, [r1]";
        EXPECT_FALSE(has_effect(0xEE110F10, core)) << "mrc p15, 0, r0, c1, c0, 0";
    }
    EXPECT_TRUE(has_effect(0xF57FF06F, cortex_r5)) << "isb";
    EXPECT_FALSE(has_effect(0xF57FF04F, cortex_r5)) << "dsb";
}

// --- of every instruction ------------------------------------------------------------------------

// Event lines have a level in a cycle: nothing can occur more often.
TEST(counts_of, nothing_more_often_than_there_are_cycles) {
    std::uint32_t word = 12345;
    const auto expect_fits = [](const instruction& i, const core_model& core) {
        const instruction_counts counts = counts_of(i, core);
        for (const activity_list* end : {&counts.when_taken, &counts.when_falling}) {
            activity_counts all;
            counts.always.add_to(all);
            end->add_to(all);
            for (const bool has_passed : {false, true}) {
                counts.when_passed.add_to(all, has_passed ? 1 : 0);
                for (std::size_t k = 0; k < activity::activity_kinds; ++k) {
                    const auto kind = static_cast<activity::activity_kind>(k);
                    ASSERT_LE(all[kind], all.cycles())
                        << activity::name_of(kind) << " of " << i.encoding;
                }
            }
        }
    };
    for (int n = 0; n < 20000; ++n) {
        word = word * 1664525U + 1013904223U;
        const std::uint32_t encoding = word ^ word >> 16U;
        for (const core_model& core : all_cores) {
            expect_fits(iss_test::decode(arm_code(encoding)), core);
            expect_fits(iss_test::decode(thumb_code(encoding & 0xFFFFU)), core);
            expect_fits(iss_test::decode(thumb_code(0xE800'0000U | (encoding & 0x1FFF'FFFFU))),
                        core);
        }
    }
}

} // namespace
} // namespace platform::iss::basic_block_test
