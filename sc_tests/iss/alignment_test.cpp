// SPDX-License-Identifier: Apache-2.0
// Loads and stores that are not aligned: which ones have to be looked at, and which are told.
#include <generated/cpu_types.h>
#include <iss/decoder_bench.h>
#include <iss/meter_bench.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace platform::iss::alignment_test {
namespace {

using testing::ElementsAre;

constexpr std::uint32_t sctlr_a = 1U << 1U;
constexpr std::uint32_t sctlr_u = 1U << 22U;

TEST(alignment, policies_of_the_cores) {
    const auto policy = [](cpu_type type, std::uint32_t control) {
        return alignment_policy_of(core_model_of(type).unaligned, control);
    };
    EXPECT_EQ(policy(cpu_type::arm1136, 0), alignment_policy::ignores);
    EXPECT_EQ(policy(cpu_type::arm1136, sctlr_u), alignment_policy::works);
    EXPECT_EQ(policy(cpu_type::arm1136, sctlr_u | sctlr_a), alignment_policy::faults);
    EXPECT_EQ(policy(cpu_type::arm1136, sctlr_a), alignment_policy::faults_by_eight);
    EXPECT_EQ(policy(cpu_type::cortex_r5, 0), alignment_policy::works);
    EXPECT_EQ(policy(cpu_type::cortex_r5, sctlr_u), alignment_policy::works);
    EXPECT_EQ(policy(cpu_type::cortex_r5, sctlr_a), alignment_policy::faults);
    for (const cpu_type type : iss_test::armv5te_cpus) {
        EXPECT_EQ(policy(type, 0), alignment_policy::ignores);
        EXPECT_EQ(policy(type, sctlr_u), alignment_policy::ignores) << "it has no U";
        EXPECT_EQ(policy(type, sctlr_a), alignment_policy::faults_by_eight);
    }
}

TEST(alignment, boot_code_leaves_the_arm1136_with_unaligned_accesses) {
    EXPECT_EQ(core_model_of(cpu_type::arm1136).boot_control & (sctlr_u | sctlr_a), sctlr_u);
}

// --- what an instruction does at an address ------------------------------------------------------

struct access_row {
    std::uint32_t encoding;
    const char* assembly;
    /// The lowest address bits at which it is told, as "1 2 3", by the policy.
    const char* works;
    const char* ignores;
    const char* faults;
};

// DDI 0100, A2.7 and A2.8; DDI 0460, event 0x0F. r1 has the address; nothing is known of it.
constexpr access_row rows[] = {
    {0xE5910000, "ldr r0, [r1]", "", "1 2 3 5 6 7", "1 2 3 5 6 7"},
    {0xE5810000, "str r0, [r1]", "", "1 2 3 5 6 7", "1 2 3 5 6 7"},
    {0xE5911002, "ldr r1, [r1, #2]", "", "0 1 3 4 5 7", "0 1 3 4 5 7"},
    {0xE4910002, "ldr r0, [r1], #2", "", "1 2 3 5 6 7", "1 2 3 5 6 7"},
    {0xE1D100B0, "ldrh r0, [r1]", "", "1 3 5 7", "1 3 5 7"},
    {0xE1C100B0, "strh r0, [r1]", "", "1 3 5 7", "1 3 5 7"},
    {0xE1D100F0, "ldrsh r0, [r1]", "", "1 3 5 7", "1 3 5 7"},
    {0xE5D10000, "ldrb r0, [r1]", "", "", ""},
    {0xE1D100D0, "ldrsb r0, [r1]", "", "", ""},
    {0xE8910005, "ldm r1, {r0, r2}", "1 2 3 5 6 7", "1 2 3 5 6 7", "1 2 3 5 6 7"},
    {0xE8810005, "stm r1, {r0, r2}", "1 2 3 5 6 7", "1 2 3 5 6 7", "1 2 3 5 6 7"},
    {0xE1010092, "swp r0, r2, [r1]", "1 2 3 5 6 7", "1 2 3 5 6 7", "1 2 3 5 6 7"},
    {0xE1410092, "swpb r0, r2, [r1]", "", "", ""},
    {0xE1910F9F, "ldrex r0, [r1]", "1 2 3 5 6 7", "1 2 3 5 6 7", "1 2 3 5 6 7"},
    {0xE1810F92, "strex r0, r2, [r1]", "1 2 3 5 6 7", "1 2 3 5 6 7", "1 2 3 5 6 7"},
    {0xE1F10F9F, "ldrexh r0, [r1]", "1 3 5 7", "1 3 5 7", "1 3 5 7"},
    {0xE1B12F9F, "ldrexd r2, r3, [r1]", "1 2 3 4 5 6 7", "1 2 3 4 5 6 7", "1 2 3 4 5 6 7"},
    {0xE1A10F92, "strexd r0, r2, r3, [r1]", "1 2 3 4 5 6 7", "1 2 3 4 5 6 7", "1 2 3 4 5 6 7"},
    {0xE1D10F9F, "ldrexb r0, [r1]", "", "", ""},
    {0xF8910A00, "rfeia r1", "1 2 3 5 6 7", "1 2 3 5 6 7", "1 2 3 5 6 7"},
    {0xED910A00, "vldr s0, [r1]", "1 2 3 5 6 7", "1 2 3 5 6 7", "1 2 3 5 6 7"},
    {0xED910B00, "vldr d0, [r1]", "1 2 3 5 6 7", "1 2 3 5 6 7", "1 2 3 5 6 7"},
    {0xF5D1F000, "pld [r1]", "", "", ""},
};

std::string told_at(std::uint32_t encoding, cpu_type type, std::uint32_t control) {
    meter_bench b(type);
    b.cpu.control = control;
    b.meter.control_changed();
    b.arm(0x8000, {encoding});
    std::string told;
    for (std::uint32_t bits = 0; bits < 8; ++bits) {
        b.cpu.regs[1] = 0x9000 + bits;
        if (b.enter(0x8000, 4) == entry::unaligned) {
            told += (told.empty() ? "" : " ") + std::to_string(bits);
            EXPECT_EQ(b.meter.trapped().encoding, encoding);
        }
        b.meter.leave(0x8000);
    }
    return told;
}

TEST(alignment, of_every_kind_of_access) {
    for (const access_row& row : rows) {
        EXPECT_EQ(told_at(row.encoding, cpu_type::cortex_r5, 0), row.works) << row.assembly;
        EXPECT_EQ(told_at(row.encoding, cpu_type::cortex_r5, sctlr_a), row.faults) << row.assembly;
        EXPECT_EQ(told_at(row.encoding, cpu_type::arm1136, sctlr_u), row.works) << row.assembly;
        EXPECT_EQ(told_at(row.encoding, cpu_type::arm1136, 0), row.ignores) << row.assembly;
        EXPECT_EQ(told_at(row.encoding, cpu_type::arm1136, sctlr_u | sctlr_a), row.faults)
            << row.assembly;
        EXPECT_EQ(told_at(row.encoding, cpu_type::xscale, 0), row.ignores) << row.assembly;
        EXPECT_EQ(told_at(row.encoding, cpu_type::xscale, sctlr_a), row.faults) << row.assembly;
    }
}

// ARMv5, and ARMv6 with U = 0: a multiple of 8; ARMv6 with U = 1, and ARMv7: of 4.
TEST(alignment, of_doublewords) {
    constexpr std::uint32_t ldrd = 0xE1C120D0; // ldrd r2, r3, [r1]
    constexpr std::uint32_t strd = 0xE1C120F0; // strd r2, r3, [r1]
    for (const std::uint32_t word : {ldrd, strd}) {
        for (const std::uint32_t control : {0U, sctlr_a}) {
            for (const cpu_type type : iss_test::armv5te_cpus) {
                EXPECT_EQ(told_at(word, type, control), "1 2 3 4 5 6 7");
            }
            EXPECT_EQ(told_at(word, cpu_type::arm1136, control), "1 2 3 4 5 6 7");
            EXPECT_EQ(told_at(word, cpu_type::arm1136, sctlr_u | control), "1 2 3 5 6 7");
            EXPECT_EQ(told_at(word, cpu_type::cortex_r5, control), "1 2 3 5 6 7");
        }
    }
}

TEST(alignment, of_doublewords_on_the_stack) {
    constexpr std::uint32_t ldrd_sp = 0xE1CD20D4; // ldrd r2, r3, [sp, #4]
    for (const std::uint32_t control : {0U, sctlr_a}) {
        meter_bench b(cpu_type::xscale);
        b.cpu.control = control;
        b.meter.control_changed();
        b.arm(0x8000, {ldrd_sp});
        b.cpu.regs[13] = 0x9004;
        EXPECT_EQ(b.meter.enter(0x8000, 4), entry::go);
        b.meter.leave(0x8004);
        b.cpu.regs[13] = 0x9000; // words are aligned, doublewords are not
        EXPECT_EQ(b.meter.enter(0x8000, 4), entry::unaligned);
    }
}

// The doubleword lies in one line, whatever the address says.
TEST(alignment, doublewords_whose_low_bits_are_ignored_stay_in_their_line) {
    for (const std::uint32_t word : {0xE1C120D0U, 0xE1C120F0U}) { // ldrd, strd r2, r3, [r1]
        for (const bool at_once : {false, true}) {
            meter_bench b(cpu_type::xscale, {1024, 2, 32});
            b.arm(0x8000, {word});
            const bool is_write = word == 0xE1C120F0U;
            b.meter.excuse(0x8000);
            b.run(0x8000, 4);
            b.meter.access(0x901D, at_once ? 8 : 4, is_write);
            if (!at_once) {
                b.meter.access(0x9021, 4, is_write);
            }
            b.meter.leave(0x8004);
            const activity_counts counts = b.counts();
            EXPECT_EQ(counts[activity::activity_kind::dcache_miss], 1U);
            EXPECT_EQ(counts[activity::activity_kind::dcache_access], 1U);
            EXPECT_EQ(counts[activity::activity_kind::dcache_transfer], 2U);
        }
    }
}

TEST(alignment, of_what_fails_its_condition) {
    meter_bench b(cpu_type::xscale);
    b.arm(0x8000, {ldreq});
    b.cpu.regs[1] = 0x9001;
    EXPECT_EQ(b.meter.enter(0x8000, 4), entry::look) << "it accesses nothing";
    b.meter.leave(0x8000);
    b.cpu.status |= flag_z;
    EXPECT_EQ(b.meter.enter(0x8000, 4), entry::unaligned);
}

// The host executes it where the engine would do it otherwise, and the engine where it would not.
TEST(alignment, an_instruction_may_be_excused) {
    meter_bench b(cpu_type::xscale);
    b.arm(0x8000, {ldr, ldr});
    b.cpu.regs[1] = 0x9001;
    b.meter.excuse(0x8000);
    EXPECT_EQ(b.meter.enter(0x8000, 4), entry::go);
    EXPECT_EQ(b.meter.enter(0x8004, 4), entry::unaligned);
    b.meter.excuse(1);
    EXPECT_EQ(b.meter.enter(0x8000, 4), entry::unaligned);
}

// What is read at the PC is aligned, as far as the offset is.
TEST(alignment, of_literals) {
    meter_bench b(cpu_type::xscale);
    b.arm(0x8000, {0xE59F0008, 0xE51F0004, 0xE28F0001, add}); // ldr r0, [pc, #8]; [pc, #-4]
    EXPECT_EQ(b.meter.enter(0x8000, 16), entry::go) << "nothing to look at";
    b.arm(0x8100, {0xE59F0009, add}); // ldr r0, [pc, #9]
    EXPECT_EQ(b.meter.enter(0x8100, 8), entry::unaligned);
}

// An engine cannot stop inside an IT block.
TEST(alignment, in_an_it_block) {
    meter_bench b;
    b.thumb(0x8000, {0x3001, 0xBF08, 0xC906, 0x3001}); // adds; it eq; ldmeq r1!, {r1, r2}; adds
    b.cpu.regs[1] = 0x9002;
    ASSERT_EQ(b.meter.enter(0x8000, 8), entry::split);
    EXPECT_EQ(b.meter.stops().front(), 0x8002U);
    b.meter.stops_are_known();
    EXPECT_EQ(b.meter.split(0x8002), entry::trap) << "the host gets all of it";
}

// --- the trust in SP -----------------------------------------------------------------------------

constexpr std::uint32_t ldm_sp = 0xE89D0006;    // ldm sp, {r1, r2}
constexpr std::uint32_t mov_sp_r0 = 0xE1A0D000; // mov sp, r0
constexpr std::uint32_t push = 0xE92D0006;      // push {r1, r2}
constexpr std::uint32_t pop = 0xE8BD0006;       // pop {r1, r2}

TEST(alignment, trusts_the_stack) {
    for (const cpu_type type : iss_test::core_cpus) {
        meter_bench b(type);
        b.arm(0x8000, {push, add, pop, ldm_sp, add});
        EXPECT_EQ(b.meter.enter(0x8000, 20), entry::go);
    }
}

TEST(alignment, looks_at_sp_after_what_may_unalign_it) {
    meter_bench b;
    b.arm(0x8000, {mov_sp_r0, ldm_sp, add, ldm_sp});
    ASSERT_EQ(b.meter.enter(0x8000, 16), entry::split);
    EXPECT_THAT(b.meter.stops(), ElementsAre(0x8004));
    b.meter.stops_are_known();
    b.cpu.regs[13] = 0x9004;
    EXPECT_EQ(b.meter.split(0x8004), entry::go) << "it is aligned";
    b.meter.leave(0x8010);
    b.meter.enter(0x8000, 16);
    b.cpu.regs[13] = 0x9002;
    EXPECT_EQ(b.meter.split(0x8004), entry::split) << "from now on each one is looked at";
    EXPECT_THAT(b.meter.stops(), ElementsAre(0x800C));
    EXPECT_EQ(b.meter.stops_are_known(), entry::unaligned);
    EXPECT_EQ(b.meter.trapped().pc, 0x8004U);
}

TEST(alignment, a_stack_that_was_not_aligned_once_is_not_trusted) {
    meter_bench b;
    b.arm(0x8000, {mov_sp_r0});
    b.arm(0x8100, {add, ldm_sp});
    EXPECT_EQ(b.meter.enter(0x8100, 8), entry::go);
    b.meter.leave(0x8100);
    b.run(0x8000, 4);
    b.cpu.regs[13] = 0x9001;
    b.meter.leave(0x8004);
    b.cpu.regs[13] = 0x9000;
    EXPECT_EQ(b.meter.enter(0x8100, 8), entry::split) << "blocks are made anew";
    b.meter.stops_are_known();
    EXPECT_EQ(b.meter.split(0x8104), entry::go) << "it is aligned now";
    b.cpu.regs[13] = 0x9003;
    EXPECT_EQ(b.meter.split(0x8104), entry::go) << "not looked at twice";
}

// Each mode has an SP of its own.
TEST(alignment, looks_at_sp_in_another_mode) {
    meter_bench b;
    b.arm(0x8000, {add, ldm_sp});
    b.cpu.status = 0x12; // IRQ
    b.cpu.regs[13] = 0x9002;
    b.meter.set_mode(b.cpu.status);
    ASSERT_EQ(b.meter.enter(0x8000, 8), entry::split);
    b.meter.stops_are_known();
    EXPECT_EQ(b.meter.split(0x8004), entry::unaligned);
}

} // namespace
} // namespace platform::iss::alignment_test
