// SPDX-License-Identifier: Apache-2.0
// The lines of a trace.
#include <iss/cpu/iss_text.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>

namespace platform::iss::iss_text_test {
namespace {

using testing::HasSubstr;

// 16 bits of Thumb code at 0x8000.
std::string line_of(std::uint16_t halfword, std::uint8_t it_state) {
    const decoder d;
    const std::array<std::uint8_t, 2> code = {static_cast<std::uint8_t>(halfword & 0xFFU),
                                              static_cast<std::uint8_t>(halfword >> 8U)};
    const instruction i = d.decode(code.data(), code.size(), 0x8000, true, it_state);
    return trace_line(0, i.pc, &i, {}, d, {});
}

// DDI 0406, A8.8.6: in an IT block it has a condition and sets no flags.
TEST(trace_line, shows_an_instruction_in_an_it_block_as_it_executes) {
    constexpr std::uint16_t adds = 0x1840; // adds r0, r0, r1
    constexpr std::uint8_t eq = 0x08;
    EXPECT_THAT(line_of(adds, 0), HasSubstr("  00008000  1840      adds r0, r0, r1 "));
    EXPECT_THAT(line_of(adds, eq), HasSubstr("  00008000  1840      addeq r0, r0, r1 "));
}

// Firmware of two functions, and two words at the end of the first.
class code_of_functions : public testing::Test {
protected:
    code_of_functions() {
        image.symbols = {{"main", 0x8000, 0x18, false}, {"leaf", 0x8018, 0x10, true}};
        image.segments.resize(1);
        image.segments[0].address = 0x8000;
        image.segments[0].bytes.assign(0x28, 0);
        image.segments[0].memory_size = 0x28;
    }
    void set_word(std::uint32_t address, std::uint32_t value) {
        for (unsigned n = 0; n != 4; ++n) {
            image.segments[0].bytes[address - 0x8000 + n] =
                static_cast<std::uint8_t>(value >> 8U * n);
        }
    }
    std::string arm(std::uint32_t pc, std::uint32_t encoding) const {
        const std::array<std::uint8_t, 4> code = {
            static_cast<std::uint8_t>(encoding), static_cast<std::uint8_t>(encoding >> 8U),
            static_cast<std::uint8_t>(encoding >> 16U), static_cast<std::uint8_t>(encoding >> 24U)};
        return code_text(d.decode(code.data(), code.size(), pc, false, 0), d, image);
    }
    std::string thumb(std::uint32_t pc, std::uint16_t encoding) const {
        const std::array<std::uint8_t, 2> code = {static_cast<std::uint8_t>(encoding & 0xFFU),
                                                  static_cast<std::uint8_t>(encoding >> 8U)};
        return code_text(d.decode(code.data(), code.size(), pc, true, 0), d, image);
    }

    elf_image image;
    const decoder d;
};

// DDI 0406, A8.8.18, A8.8.25: PC is 8 further in ARM state, 4 in Thumb state; the offset of B and
// BL counts words, of BLX halfwords, of CBZ from PC on.
TEST_F(code_of_functions, names_where_branches_go) {
    EXPECT_EQ(arm(0x8008, 0xEAFF'FFFD), "b 0x8004 <main+0x4>"); // 0x8010 - 12
    EXPECT_EQ(arm(0x8008, 0x1AFF'FFFC), "bne 0x8000 <main>");   // 0x8010 - 16
    EXPECT_EQ(arm(0x8008, 0xFA00'0002), "blx 0x8018 <leaf>");   // 0x8010 + 8
    EXPECT_EQ(arm(0x8008, 0xEB00'0008), "bl 0x8030");           // of no function
    EXPECT_EQ(thumb(0x801C, 0xE7FD), "b 0x801a <leaf+0x2>");    // 0x8020 - 6
    EXPECT_EQ(thumb(0x801C, 0xB120), "cbz r0, 0x8028");         // 0x8020 + 8
    EXPECT_EQ(arm(0x8000, 0xE12F'FF1E), "bx lr");               // goes anywhere
}

// DDI 0406, A8.8.64: the base is PC, aligned, plus 8 or 4.
TEST_F(code_of_functions, shows_the_words_that_loads_find) {
    set_word(0x8010, 0x20026);
    set_word(0x8014, 0x8019); // leaf, in Thumb state
    set_word(0x8024, 0x8000);
    EXPECT_EQ(arm(0x8000, 0xE59F'1008), "ldr r1, [pc, #8]  ; =0x20026");
    EXPECT_EQ(arm(0x8000, 0xE59F'100C), "ldr r1, [pc, #0xc]  ; =0x8019 <leaf>");
    EXPECT_EQ(thumb(0x801A, 0x4802), "ldr r0, [pc, #8]  ; =0x8000 <main>"); // 0x801C + 8
    set_word(0x8024, 0x8004);                                               // within main
    EXPECT_EQ(thumb(0x801A, 0x4802), "ldr r0, [pc, #8]  ; =0x8004");
    EXPECT_EQ(arm(0x8000, 0xE59F'1FF0), "ldr r1, [pc, #0xff0]"); // nothing is loaded there
    EXPECT_EQ(arm(0x8000, 0xE591'1008), "ldr r1, [r1, #8]");
}

TEST_F(code_of_functions, is_the_same_in_a_trace) {
    const std::array<std::uint8_t, 4> code = {0xFC, 0xFF, 0xFF, 0x1A}; // bne, 0x8010 - 16
    const instruction i = d.decode(code.data(), code.size(), 0x8008, false, 0);
    EXPECT_THAT(trace_line(0, i.pc, &i, {}, d, image),
                HasSubstr("  00008008  1AFFFFFC  bne 0x8000 <main>                   "));
    image.symbols[0].name = std::string(300, 'm'); // longer than the column
    EXPECT_THAT(trace_line(0, i.pc, &i, {}, d, image), HasSubstr("m>"));
}

} // namespace
} // namespace platform::iss::iss_text_test
