// SPDX-License-Identifier: Apache-2.0
// The lowest address of a load or store, from its encoding and the registers.
#include <iss/decode/effective_address.h>
#include <iss/decoder_bench.h>

namespace iss_test::effective_address_test {
namespace {

/// Register n holds 0x1000 * (n + 1), but R2 is negative.
std::uint32_t register_value(unsigned number) {
    EXPECT_LT(number, 15U) << "R15 follows from the pc";
    return number == 2 ? 0x8000'0012U : 0x1000U * (number + 1U);
}

std::uint32_t address(const code& c, std::uint32_t pc = usual_pc, bool carry = false) {
    const instruction i = decode(c, pc);
    EXPECT_TRUE(i.accesses_memory()) << describe(i);
    return platform::iss::address_of(i, register_value, carry);
}

TEST(effective_address, arm) {
    EXPECT_EQ(address(arm_code(0xE591'0000)), 0x2000U);      // ldr r0, [r1]
    EXPECT_EQ(address(arm_code(0xE591'0FFF)), 0x2FFFU);      // ldr r0, [r1, #4095]
    EXPECT_EQ(address(arm_code(0xE511'0004)), 0x1FFCU);      // ldr r0, [r1, #-4]
    EXPECT_EQ(address(arm_code(0xE5A1'0004)), 0x2004U);      // str r0, [r1, #4]!
    EXPECT_EQ(address(arm_code(0xE481'0004)), 0x2000U);      // str r0, [r1], #4
    EXPECT_EQ(address(arm_code(0xE691'0003)), 0x2000U);      // ldr r0, [r1], r3
    EXPECT_EQ(address(arm_code(0xE791'0003)), 0x6000U);      // ldr r0, [r1, r3]
    EXPECT_EQ(address(arm_code(0xE713'0001)), 0x2000U);      // ldr r0, [r3, -r1]
    EXPECT_EQ(address(arm_code(0xE59F'0010)), 0x8018U);      // ldr r0, [pc, #16]
    EXPECT_EQ(address(arm_code(0xE51F'0010)), 0x7FF8U);      // ldr r0, [pc, #-16]
    EXPECT_EQ(address(arm_code(0xE1C1'20D8)), 0x2008U);      // ldrd r2, r3, [r1, #8]
    EXPECT_EQ(address(arm_code(0xE101'3090)), 0x2000U);      // swp r3, r0, [r1]
    EXPECT_EQ(address(arm_code(0xE8B0'001E)), 0x1000U);      // ldmia r0!, {r1-r4}
    EXPECT_EQ(address(arm_code(0xE990'001E)), 0x1004U);      // ldmib r0, {r1-r4}
    EXPECT_EQ(address(arm_code(0xE810'001E)), 0x0FF4U);      // ldmda r0, {r1-r4}
    EXPECT_EQ(address(arm_code(0xE910'001E)), 0x0FF0U);      // ldmdb r0, {r1-r4}
    EXPECT_EQ(address(arm_code(0xE92D'4010)), 0xDFF8U);      // push {r4, lr}
    EXPECT_EQ(address(arm_code(0xED2D'8B10)), 0xDFC0U);      // vpush {d8-d15}
    EXPECT_EQ(address(arm_code(0xED12'1B02)), 0x8000'000AU); // vldr d1, [r2, #-8]
    EXPECT_EQ(address(arm_code(0xF96D'0513)), 0xDFF8U);      // srsdb sp!, #19
}

TEST(effective_address, shifted_index) {
    EXPECT_EQ(address(arm_code(0xE791'0102)), 0x2048U);      // ldr r0, [r1, r2, lsl #2]
    EXPECT_EQ(address(arm_code(0xE791'0F82)), 0x2000U);      // lsl #31
    EXPECT_EQ(address(arm_code(0xE791'00A2)), 0x4000'2009U); // lsr #1
    EXPECT_EQ(address(arm_code(0xE791'0022)), 0x2000U);      // lsr #32
    EXPECT_EQ(address(arm_code(0xE791'00C2)), 0xC000'2009U); // asr #1
    EXPECT_EQ(address(arm_code(0xE791'0042)), 0x1FFFU);      // asr #32
    EXPECT_EQ(address(arm_code(0xE791'0143)), 0x3000U);      // ldr r0, [r1, r3, asr #2]
    EXPECT_EQ(address(arm_code(0xE791'0043)), 0x2000U);      // asr #32 of a positive number
    EXPECT_EQ(address(arm_code(0xE791'0262)), 0x2800'2001U); // ror #4
    EXPECT_EQ(address(arm_code(0xE791'0062), 0, false), 0x4000'2009U); // rrx
    EXPECT_EQ(address(arm_code(0xE791'0062), 0, true), 0xC000'2009U);
    EXPECT_EQ(address(arm_code(0xE711'0102)), 0x1FB8U); // ldr r0, [r1, -r2, lsl #2]
}

TEST(effective_address, thumb) {
    EXPECT_EQ(address(thumb_code(0x4802), 0x8000), 0x800CU);      // ldr r0, [pc, #8]
    EXPECT_EQ(address(thumb_code(0x4802), 0x8002), 0x800CU);      // from half a word
    EXPECT_EQ(address(thumb_code(0xF85F'8010), 0x8002), 0x7FF4U); // ldr.w r8, [pc, #-16]
    EXPECT_EQ(address(thumb_code(0xED9F'0B02), 0x8002), 0x800CU); // vldr d0, [pc, #8]
    EXPECT_EQ(address(thumb_code(0xE95F'0104), 0x8006), 0x7FF8U); // ldrd r0, r1, [pc, #-16]
    EXPECT_EQ(address(thumb_code(0x5888)), 0x8000'2012U);         // ldr r0, [r1, r2]
    EXPECT_EQ(address(thumb_code(0x9801)), 0xE004U);              // ldr r0, [sp, #4]
    EXPECT_EQ(address(thumb_code(0xB510)), 0xDFF8U);              // push {r4, lr}
    EXPECT_EQ(address(thumb_code(0xBD10)), 0xE000U);              // pop {r4, pc}
    EXPECT_EQ(address(thumb_code(0xF859'8033)), 0x2A000U);        // ldr.w r8, [r9, r3, lsl #3]
    EXPECT_EQ(address(thumb_code(0xF859'8B04)), 0xA000U);         // ldr r8, [r9], #4
    EXPECT_EQ(address(thumb_code(0xE851'0FFF)), 0x23FCU);         // ldrex r0, [r1, #1020]
    EXPECT_EQ(address(thumb_code(0xE918'0003)), 0x8FF8U);         // ldmdb r8, {r0, r1}
}

// The table follows the instruction, which may lie on half a word.
TEST(effective_address, table_branch) {
    const code tbb = thumb_code(0xE8DF'F001); // tbb [pc, r1]
    const code tbh = thumb_code(0xE8DF'F011); // tbh [pc, r1, lsl #1]
    EXPECT_EQ(address(tbb, 0x8000), 0xA004U);
    EXPECT_EQ(address(tbb, 0x8002), 0xA006U);
    EXPECT_EQ(address(tbh, 0x8000), 0xC004U);
    EXPECT_EQ(address(tbh, 0x8002), 0xC006U);
    EXPECT_EQ(address(thumb_code(0xE8D1'F003)), 0x6000U); // tbb [r1, r3]
}

TEST(effective_address, wraps_around) {
    const auto all_ones = [](unsigned) { return 0xFFFF'FFFFU; };
    EXPECT_EQ(platform::iss::address_of(decode(arm_code(0xE591'0004)), all_ones), 3U);
    EXPECT_EQ(platform::iss::address_of(decode(arm_code(0xE791'0003)), all_ones), 0xFFFF'FFFEU);
    EXPECT_EQ(address(arm_code(0xE59F'0000), 0xFFFF'FFFC), 4U);
}

} // namespace
} // namespace iss_test::effective_address_test
