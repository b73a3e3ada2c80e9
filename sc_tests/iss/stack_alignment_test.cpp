// SPDX-License-Identifier: Apache-2.0
// Which instructions may leave SP at no multiple of 4, if it was one before.
#include <iss/decoder_bench.h>

#include <utility>

namespace iss_test::stack_alignment_test {
namespace {

using code_name = std::pair<std::uint32_t, const char*>;

// Those that programs use all the time, and those that write other registers, keep it.
constexpr code_name arm_keeps[] = {
    {0xE92D4001, "push {r0, lr}"},
    {0xE52D0004, "push {r0}"},
    {0xE8BD4001, "pop {r0, lr}"},
    {0xE49D0004, "pop {r0}"},
    {0xE49DF004, "pop {pc}"},
    {0xE52D0008, "str r0, [sp, #-8]!"},
    {0xE16D00B4, "strh r0, [sp, #-4]!"},
    {0xE16D00F8, "strd r0, [sp, #-8]!"},
    {0xE0CD01D0, "ldrd r0, [sp], #16"},
    {0xE28DD008, "add sp, sp, #8"},
    {0xE24DDB01, "sub sp, sp, #1024"},
    {0xE24DDFFF, "sub sp, sp, #1020"},
    {0xE28D7001, "add r7, sp, #1"},
    {0xE59D0003, "ldr r0, [sp, #3]"},
    {0xE5DD0003, "ldrb r0, [sp, #3]"},
    {0xE7DD0001, "ldrb r0, [sp, r1]"},
    {0xE1A0000D, "mov r0, sp"},
    {0xE92D000F, "push {r0, r1, r2, r3}"},
    {0xE8BD8FF0, "pop {r4, r5, r6, r7, r8, r9, sl, fp, pc}"},
    {0xED2D8B02, "vpush {d8}"},
    {0xED8D0B02, "vstr d0, [sp, #8]"},
    {0xF96D0513, "srsdb sp!, #19"},
    {0xEE07DF9A, "mcr 15, 0, sp, cr7, cr10, {4}"},
    {0xE128F000, "msr CPSR_f, r0"},
    {0xEAFFFFFE, "b ."},
    {0xE0000291, "mul r0, r1, r2"},
    {0xE710F211, "sdiv r0, r1, r2"},
    {0xE1820F91, "strex r0, r1, [r2]"},
    {0xE1500001, "cmp r0, r1"},
    {0xE580D000, "str sp, [r0]"},
    {0xE8802000, "stm r0, {sp}"},
    {0xEDDD0A00, "vldr s1, [sp]"},
    {0xECBD8B02, "vpop {d8}"},
    {0xEE3D0B0D, "vadd.f64 d0, d13, d13"},
    {0xF5DDF000, "pld [sp]"},
    {0xE8FD8001, "ldm sp!, {r0, pc}^"},
    {0xF8BD0A00, "rfeia sp!"},
};

constexpr code_name arm_may_unalign[] = {
    {0xE1A0D000, "mov sp, r0"},
    {0xE3E0D003, "mvn sp, #3"},
    {0xE08DD000, "add sp, sp, r0"},
    {0xE280D004, "add sp, r0, #4"},
    {0xE28DD002, "add sp, sp, #2"},
    {0xE24DD001, "sub sp, sp, #1"},
    {0xE26DD008, "rsb sp, sp, #8"},
    {0xE301D234, "movw sp, #4660"},
    {0xE590D000, "ldr sp, [r0]"},
    {0xE5D0D000, "ldrb sp, [r0]"},
    {0xE1D0D0B0, "ldrh sp, [r0]"},
    {0xE1D0D0D0, "ldrsb sp, [r0]"},
    {0xE49D0002, "ldr r0, [sp], #2"},
    {0xE69D0001, "ldr r0, [sp], r1"},
    {0xE7AD0001, "str r0, [sp, r1]!"},
    {0xE56D0001, "strb r0, [sp, #-1]!"},
    {0xE0CD00B2, "strh r0, [sp], #2"},
    {0xE08D00B1, "strh r0, [sp], r1"},
    {0xE8902002, "ldm r0, {r1, sp}"},
    {0xE10FD000, "mrs sp, CPSR"},
    {0xEE19DF1D, "mrc 15, 0, sp, cr9, cr13, {0}"},
    {0xE16FDF10, "clz sp, r0"},
    {0xE101D050, "qadd sp, r0, r1"},
    {0xE6AFD070, "sxtb sp, r0"},
    {0xE00D0291, "mul sp, r1, r2"},
    {0xE02D2190, "mla sp, r0, r1, r2"},
    {0xE16D0180, "smulbb sp, r0, r1"},
    {0xE080D291, "umull sp, r0, r1, r2"},
    {0xE08D0291, "umull r0, sp, r1, r2"},
    {0xE75DF110, "smmul sp, r0, r1"},
    {0xE71DF110, "sdiv sp, r0, r1"},
    {0xE73DF110, "udiv sp, r0, r1"},
    {0xE78DF110, "usad8 sp, r0, r1"},
    {0xE181DF90, "strex sp, r0, [r1]"},
    {0xE1B0CF9F, "ldrexd r12, sp, [r0]"},
    {0xE1C0C0D0, "ldrd r12, sp, [r0]"},
    {0xEC5D0000, "mra r0, sp, acc0"},
    {0xEC50D000, "mra sp, r0, acc0"},
    {0xEC5DCB10, "vmov r12, sp, d0"},
    {0xC1A0D000, "movgt sp, r0"},
};

constexpr code_name thumb_keeps[] = {
    {0xB501, "push {r0, lr}"},
    {0xBD01, "pop {r0, pc}"},
    {0xB002, "add sp, #8"},
    {0xB084, "sub sp, #16"},
    {0xAF01, "add r7, sp, #4"},
    {0x466F, "mov r7, sp"},
    {0x44E8, "add r8, sp"},
    {0x9001, "str r0, [sp, #4]"},
    {0x9801, "ldr r0, [sp, #4]"},
    {0xC806, "ldmia r0!, {r1, r2}"},
    {0x4680, "mov r8, r0"},
    {0xF10D0D08, "add.w sp, sp, #8"},
    {0xF5AD6D80, "sub.w sp, sp, #1024"},
    {0xF6AD7DFC, "subw sp, sp, #4092"},
    {0xF20D0D04, "addw sp, sp, #4"},
    {0xF5AD4D7F, "sub.w sp, sp, #65280"},
    {0xE92D4FF0, "stmdb sp!, {r4, r5, r6, r7, r8, r9, sl, fp, lr}"},
    {0xF8DD0004, "ldr.w r0, [sp, #4]"},
    {0xF85D0B04, "ldr.w r0, [sp], #4"},
    {0xF84D0D08, "str.w r0, [sp, #-8]!"},
    {0xF85DFB04, "ldr.w pc, [sp], #4"},
    {0xE8FD0104, "ldrd r0, r1, [sp], #16"},
    {0xE96D0102, "strd r0, r1, [sp, #-8]!"},
    {0xE82DC013, "srsdb sp!, #19"},
    {0xFB01F002, "mul.w r0, r1, r2"},
    {0xF3EF8000, "mrs r0, CPSR"},
    {0xEA4F000D, "mov.w r0, sp"},
};

constexpr code_name thumb_may_unalign[] = {
    {0x4685, "mov sp, r0"},
    {0x4485, "add sp, r0"},
    {0xEA4F0D08, "mov.w sp, r8"},
    {0xEB0D0D80, "add.w sp, sp, r0, lsl #2"},
    {0xF1AD0D06, "sub.w sp, sp, #6"},
    {0xF20D0D02, "addw sp, sp, #2"},
    {0xF6AD7DFF, "subw sp, sp, #4095"},
    {0xF8D0D000, "ldr.w sp, [r0]"},
    {0xF850DB04, "ldr.w sp, [r0], #4"},
    {0xF85D0B02, "ldr.w r0, [sp], #2"},
    {0xF84D0D01, "str.w r0, [sp, #-1]!"},
    {0xF80D0D01, "strb.w r0, [sp, #-1]!"},
    {0xF83D0B02, "ldrh.w r0, [sp], #2"},
};

template <std::size_t N>
void expect_all(const code_name (&samples)[N], code (*to_code)(std::uint32_t), bool expected) {
    for (const auto& [encoding, assembly] : samples) {
        const instruction i = decode(to_code(encoding));
        EXPECT_NE(i.kind, instruction_class::undefined) << assembly;
        EXPECT_EQ(i.may_unalign_stack, expected) << assembly;
    }
}

TEST(stack_alignment, arm) {
    expect_all(arm_keeps, arm_code, false);
    expect_all(arm_may_unalign, arm_code, true);
}

TEST(stack_alignment, thumb) {
    expect_all(thumb_keeps, thumb_code, false);
    expect_all(thumb_may_unalign, thumb_code, true);
}

// ADD and SUB of a constant, by the lowest bits of the constant. ARM: a byte that is rotated right
// by twice a number.
TEST(stack_alignment, arm_constants) {
    for (const std::uint32_t operation : {0xE28D'D000U, 0xE24D'D000U}) {
        for (std::uint32_t constant = 0; constant < 4096; ++constant) {
            const unsigned turn = 2U * (constant >> 8U);
            const std::uint64_t twice = (constant & 0xFFU) * 0x1'0000'0001ULL;
            const auto value = static_cast<std::uint32_t>(twice >> turn);
            ASSERT_EQ(decode(arm_code(operation | constant)).may_unalign_stack, value % 4 != 0)
                << std::hex << constant;
        }
    }
}

// Thumb-2: a byte once or more often, or 1bcdefgh rotated right by 8 to 31 (DDI 0406, A6.3.2).
TEST(stack_alignment, thumb_constants) {
    for (const std::uint32_t operation : {0xF10D'0D00U, 0xF1AD'0D00U}) {
        for (std::uint32_t constant = 0; constant < 4096; ++constant) {
            const std::uint32_t byte = constant & 0xFFU;
            const std::uint32_t unrotated = (byte | 0x80U);
            const unsigned turn = constant >> 7U;
            const std::uint32_t by_form[] = {byte, byte * 0x1'0001U, byte * 0x100'0100U,
                                             byte * 0x101'0101U};
            const auto rotated =
                static_cast<std::uint32_t>(unrotated * 0x1'0000'0001ULL >> (turn & 31U));
            const std::uint32_t value = constant < 0x400 ? by_form[constant >> 8U] : rotated;
            const std::uint32_t encoding = operation | (constant & 0x800U) << 15U |
                                           (constant & 0x700U) << 4U | (constant & 0xFFU);
            ASSERT_EQ(decode(thumb_code(encoding)).may_unalign_stack, value % 4 != 0)
                << std::hex << constant;
        }
    }
    for (std::uint32_t constant = 0; constant < 256; ++constant) { // ADDW, SUBW: as it is
        EXPECT_EQ(decode(thumb_code(0xF20D'0D00U | constant)).may_unalign_stack, constant % 4 != 0);
        EXPECT_EQ(decode(thumb_code(0xF2AD'0D00U | constant)).may_unalign_stack, constant % 4 != 0);
    }
}

} // namespace
} // namespace iss_test::stack_alignment_test
