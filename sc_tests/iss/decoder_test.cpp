// SPDX-License-Identifier: Apache-2.0
// What holds for both instruction sets: coprocessor operands, code that does not decode, texts, and
// the invariants of random code.
#include <iss/decoder_bench.h>

#include <cstddef>
#include <random>
#include <vector>

namespace iss_test::decoder_test {
namespace {

// MRC, MCR, MRC2 and MCR2 have the same fields in both instruction sets.
TEST(decoder, coprocessor_operands) {
    constexpr std::uint32_t operands = 1U << 14U;
    unsigned transfer = 0;
    for (std::uint32_t n = 0; n < operands; ++n) {
        for (const unsigned coprocessor : {14U, 15U}) {
            const pmu::coprocessor_register r{coprocessor, n & 7U, n >> 3U & 15U, n >> 7U & 15U,
                                              n >> 11U & 7U};
            transfer = (transfer + 1) & 15U;
            const std::uint32_t word = 0x0E00'0010U | r.opc1 << 21U | r.crn << 16U |
                                       transfer << 12U | r.coproc << 8U | r.opc2 << 5U | r.crm;
            for (const std::uint32_t form :
                 {0xE000'0000U, 0xE010'0000U, 0xF000'0000U, 0xF010'0000U}) {
                const bool is_read = (form & 0x0010'0000U) != 0;
                for (const code& c : {arm_code(form | word), thumb_code(form | word)}) {
                    const instruction i = decode(c);
                    ASSERT_EQ(i.kind, is_read ? instruction_class::coprocessor_read
                                              : instruction_class::coprocessor_write);
                    ASSERT_EQ(i.coprocessor, r) << std::hex << i.encoding;
                    ASSERT_EQ(i.transfer, transfer) << std::hex << i.encoding;
                }
            }
        }
    }
}

TEST(decoder, undefined_arm) {
    const std::uint32_t words[] = {
        0xE7F0'00F0, // udf #0
        0xE7FF'FFFF, // udf
        0xF000'0000, // nothing in the unconditional space
        0xFF00'0000, 0xFFFF'FFFF,
        0xF57F'F000, // a barrier that is none
        0xE140'0200, // mrs of a banked register
        0xE160'0070, // smc
        0xE140'0070, // hvc
        0xE100'0070, // hlt
        0xE120'0060, // between BLX and BKPT
        0xE050'0090, // UMAAL that sets flags
        0xE070'0090, // MLS that sets flags
        0xE110'0090, // SWP with S
        0xE71F'0011, // SDIV with a wrong field
        0xEC00'0100, // STC without P, U and W
        0xEC80'0A00, // VSTM of no register
        0xEC90'0A21, // VLDM of 33 registers
        0xEC90'0B22, // VLDM of 17 registers
        0xEDF0'FA02, // VLDM beyond the last register, with a bad mode
        0xFE00'0A10, // MCR2 to the floating-point unit
        0xE7A0'0070, // a media instruction that is none
    };
    for (const std::uint32_t word : words) {
        const instruction i = decode(arm_code(word));
        EXPECT_EQ(describe(i), "undefined") << std::hex << word;
        EXPECT_EQ(i.bytes, 4);
        EXPECT_EQ(i.encoding, word);
    }
}

TEST(decoder, undefined_thumb) {
    const std::uint32_t encodings[] = {
        0xDE00,      // udf #0
        0xB600,      // between PUSH and SETEND
        0xBA80,      // between REV16 and REVSH
        0xF7F0'A000, // udf.w #0
        0xE800'0000, // srs without its fixed bits
        0xF84F'0000, // str to the PC
        0xF870'0000, // a load of 8 bytes
        0xF950'0000, // ldrs of a word
        0xF810'0040, // ldrb with a bad shift
        0xF850'0800, // ldr, neither before nor with write-back
        0xE8D0'F020, // between TBH and LDREXB
        0xE8C0'0060, // strex of a size that does not exist
        0xF000'C001, // blx to half a word
        0xF3BF'8F00, // a barrier that is none
        0xF380'8020, // msr of a banked register
        0xF3E0'8020, // mrs of a banked register
        0xF7F0'8000, // smc
        0xFFFF'FFFF,
    };
    for (const std::uint32_t encoding : encodings) {
        const code c = thumb_code(encoding);
        const instruction i = decode(c);
        EXPECT_EQ(describe(i), "undefined") << std::hex << encoding;
        EXPECT_EQ(i.bytes, c.size);
        EXPECT_EQ(i.encoding, encoding);
    }
}

TEST(decoder, too_few_bytes) {
    const code arm = arm_code(0xE591'0004);
    const code wide = thumb_code(0xF8D1'0004);
    const code narrow = thumb_code(0x6848);
    const auto size_of = [](const code& c, std::size_t available) {
        const instruction i =
            shared_decoder().decode(c.bytes.data(), available, usual_pc, c.is_thumb, 0x08);
        EXPECT_EQ(describe(i), "undefined");
        EXPECT_EQ(shared_decoder().text(c.bytes.data(), available, usual_pc, c.is_thumb),
                  ".word ?");
        return i.bytes;
    };
    for (std::size_t available = 0; available < 4; ++available) {
        EXPECT_EQ(size_of(arm, available), 4);
    }
    EXPECT_EQ(size_of(wide, 0), 2);
    EXPECT_EQ(size_of(wide, 1), 2);
    EXPECT_EQ(size_of(wide, 2), 4);
    EXPECT_EQ(size_of(wide, 3), 4);
    EXPECT_EQ(size_of(narrow, 1), 2);
    EXPECT_EQ(shared_decoder().decode(narrow.bytes.data(), 2, usual_pc, true, 0).bytes, 2);
}

TEST(decoder, reads_no_more_than_the_instruction) {
    const std::vector<std::uint8_t> bytes = {0x48, 0x68}; // ldr r0, [r1, #4]
    EXPECT_EQ(describe(shared_decoder().decode(bytes.data(), bytes.size(), usual_pc, true, 0)),
              "load read 1x4 [r1+4]");
    EXPECT_EQ(shared_decoder().text(bytes.data(), bytes.size(), usual_pc, true),
              "ldr r0, [r1, #4]");
}

TEST(decoder, texts) {
    EXPECT_EQ(text(arm_code(0xE591'0004)), "ldr r0, [r1, #4]");
    EXPECT_EQ(text(arm_code(0xE320'F003)), "wfi");
    EXPECT_EQ(text(arm_code(0xEB00'0002)), "bl #0x8010");
    EXPECT_EQ(text(thumb_code(0x6848)), "ldr r0, [r1, #4]");
    EXPECT_EQ(text(thumb_code(0xF8D9'8004)), "ldr.w r8, [r9, #4]");
    EXPECT_EQ(text(thumb_code(0xD0FE)), "beq #0x8000");
    EXPECT_EQ(text(arm_code(0xF000'0000)), ".word 0xf0000000");
    EXPECT_EQ(text(thumb_code(0xB600)), ".word 0xb600");
    EXPECT_EQ(text(thumb_code(0xFFFF'FFFF)), ".word 0xffffffff");
}

TEST(decoder, text_in_an_it_block) {
    constexpr std::uint8_t eq = 0x08;
    constexpr std::uint8_t ne_then_eq = 0x14;
    EXPECT_EQ(text(thumb_code(0x1840)), "adds r0, r0, r1");
    EXPECT_EQ(text(thumb_code(0x1840), eq), "addeq r0, r0, r1");
    EXPECT_EQ(text(thumb_code(0x1840), ne_then_eq), "addne r0, r0, r1");
    EXPECT_EQ(text(thumb_code(0xF8D9'8004), eq), "ldreq.w r8, [r9, #4]");
}

// The result depends on the arguments only, not on what was decoded before.
TEST(decoder, has_no_memory) {
    const platform::iss::decoder fresh;
    const code itttt = thumb_code(0xBF01);
    const code add = thumb_code(0x1840);
    const code wide = thumb_code(0xF100'0001); // Capstone is asked about this one
    decode(itttt);
    text(itttt);
    EXPECT_EQ(describe(decode(wide)), "data_processing");
    EXPECT_EQ(text(add), "adds r0, r0, r1");
    EXPECT_EQ(text(add), fresh.text(add.bytes.data(), add.size, usual_pc, true));
}

/// What holds for every instruction, whatever its code.
/// \return the first property that does not hold, or nothing
std::string broken_invariant(const instruction& i) {
    using kinds = instruction_class;
    const bool is_load = i.kind == kinds::load;
    const bool is_store = i.kind == kinds::store;
    const bool is_transfer = i.kind == kinds::coprocessor_read ||
                             i.kind == kinds::coprocessor_write ||
                             i.kind == kinds::coprocessor_pair_write;
    const bool has_base = i.address.base != platform::iss::no_register;
    const bool has_index = i.address.index != platform::iss::no_register;
    const std::uint32_t first = i.encoding >> (i.bytes == 4 ? 16U : 0U);
    const struct {
        bool holds;
        const char* what;
    } invariants[] = {
        {i.bytes == (i.is_thumb && first < 0xE800U ? 2 : 4), "bytes"},
        {i.condition <= 14, "condition"},
        {i.is_thumb || i.it_after == 0, "no IT in ARM state"},
        {i.reads == 0 || is_load, "only loads read"},
        {i.writes == 0 || is_store || (is_load && i.reads == 1 && i.writes == 1),
         "only stores and SWP write"},
        {i.reads <= 32 && i.writes <= 32, "as many items as registers"},
        {i.item_bytes == 1 || i.item_bytes == 2 || i.item_bytes == 4, "item_bytes"},
        {i.accesses_memory() || i.item_bytes == 4, "item_bytes without an access"},
        {has_base || !(is_load || is_store), "base"},
        {!has_base || is_load || is_store || i.kind == kinds::preload, "base"},
        {!has_base || i.address.base <= 15, "base"},
        {!has_index || (has_base && i.address.index <= 15), "index"},
        {has_index || (i.address.shift_amount == 0 && !i.address.subtracts_index), "shift"},
        {i.address.shift_amount <= 32, "shift"},
        {i.writes_pc() <= (i.kind == kinds::branch || is_load), "pc_by"},
        {(i.kind == kinds::branch) <= i.writes_pc(), "pc_by"},
        {i.has_label() <= (i.kind == kinds::branch), "has_label"},
        {i.is_backward <= i.has_label(), "is_backward"},
        {i.goes_to_next <= (i.has_label() && !i.is_backward), "goes_to_next"},
        {i.is_exception_return() <= i.writes_status, "exception_return"},
        {i.writes_status <= (i.kind == kinds::status_write || i.is_exception_return()),
         "writes_status"},
        {(i.barrier != platform::iss::barrier_kind::none) == (i.kind == kinds::barrier), "barrier"},
        {i.is_store_exclusive <= (is_store && i.writes <= 2), "is_store_exclusive"},
        {(i.result != platform::iss::no_register) == i.is_store_exclusive, "result"},
        {i.needs_alignment <= (is_load || is_store), "needs_alignment"},
        {i.is_doubleword <= (i.needs_alignment && i.item_bytes == 4 && i.reads + i.writes == 2),
         "is_doubleword"},
        {i.is_load_multiple <= (is_load && i.needs_alignment), "is_load_multiple"},
        {i.is_double_arithmetic <= (i.kind == kinds::data_processing), "is_double_arithmetic"},
        {(i.transfer != platform::iss::no_register) == is_transfer, "transfer"},
        {is_transfer || i.coprocessor == pmu::coprocessor_register{}, "coprocessor"},
        {i.immediate == 0 || i.kind == kinds::supervisor_call || i.kind == kinds::breakpoint,
         "immediate"},
    };
    for (const auto& invariant : invariants) {
        if (!invariant.holds) {
            return invariant.what;
        }
    }
    return "";
}

constexpr unsigned random_words = 1'000'000;

TEST(decoder, random_arm_code) {
    std::mt19937 random(1);
    for (unsigned n = 0; n < random_words; ++n) {
        const std::uint32_t word = static_cast<std::uint32_t>(random());
        const code c = arm_code(word);
        const instruction i = decode(c, static_cast<std::uint32_t>(random()) & ~3U);
        ASSERT_EQ(broken_invariant(i), "") << std::hex << word << ' ' << describe(i);
        if (n % 16 == 0) {
            ASSERT_NE(text(c), "");
        }
    }
}

TEST(decoder, random_thumb_code) {
    std::mt19937 random(2);
    for (unsigned n = 0; n < random_words; ++n) {
        const std::uint32_t word = static_cast<std::uint32_t>(random());
        const bool is_wide = n % 2 == 0;
        const code c = thumb_code(is_wide ? word | 0xF000'0000U : word & 0xFFFFU);
        const auto it_state = static_cast<std::uint8_t>(random());
        const instruction i = decode(c, static_cast<std::uint32_t>(random()) & ~1U, it_state);
        ASSERT_EQ(broken_invariant(i), "") << std::hex << i.encoding << ' ' << describe(i);
        if (n % 16 == 0) {
            ASSERT_NE(text(c, it_state), "");
        }
    }
}

} // namespace
} // namespace iss_test::decoder_test
