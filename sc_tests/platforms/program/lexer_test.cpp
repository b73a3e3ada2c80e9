// SPDX-License-Identifier: Apache-2.0
// Numbers, wide values and tokens.
#include <program/lexer.h>

#include <pmu/core/same_word.h>
#include <process/printable.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace platform::program {
namespace {

std::string hex_of(std::string_view text) {
    wide_value value;
    const std::string error = parse_number(text, value);
    return error.empty() ? value.to_hex() : error;
}

TEST(numbers, all_bases_with_separators) {
    EXPECT_EQ(hex_of("0"), "0x0");
    EXPECT_EQ(hex_of("010"), "0xA");
    EXPECT_EQ(hex_of("1_000_000"), "0xF4240");
    EXPECT_EQ(hex_of("0xdead_BEEF"), "0xDEADBEEF");
    EXPECT_EQ(hex_of("0XFf"), "0xFF");
    EXPECT_EQ(hex_of("0b1010_0101"), "0xA5");
    EXPECT_EQ(hex_of("0B11"), "0x3");
    EXPECT_EQ(hex_of("18446744073709551616"), "0x10000000000000000");
}

TEST(numbers, as_wide_as_256_bits) {
    const std::string digits(64, 'F');
    EXPECT_EQ(hex_of("0x" + digits), "0x" + digits);
    EXPECT_EQ(hex_of("0x000" + digits), "0x" + digits);
    EXPECT_THAT(hex_of("0x1" + std::string(64, '0')), testing::HasSubstr("at most 256 bits"));
    // 2^256 - 1 and 2^256
    EXPECT_EQ(hex_of("1157920892373161954235709850086879078532699846656405640394575840079131296"
                     "39935"),
              "0x" + digits);
    EXPECT_THAT(hex_of("1157920892373161954235709850086879078532699846656405640394575840079131296"
                       "39936"),
                testing::HasSubstr("at most 256 bits"));
    EXPECT_THAT(hex_of(std::string(1'000'000, '9')), testing::HasSubstr("at most 256 bits"));
}

TEST(numbers, malformed_ones) {
    for (const char* text : {"0x", "0b", "0xG", "12ab", "0b2", "0x12z", "5h"}) {
        EXPECT_THAT(hex_of(text), testing::HasSubstr("digits, got '" + std::string(text) + "'"));
    }
    for (const char* text : {"1_", "1__2", "0x_1", "0b1_", "0x1_"}) {
        EXPECT_THAT(hex_of(text), testing::HasSubstr("'_' between two digits only")) << text;
    }
}

TEST(wide_values, bits_and_width) {
    wide_value value;
    value.set_bit(158);
    value.set_bit(3);
    EXPECT_TRUE(value.bit(158));
    EXPECT_FALSE(value.bit(157));
    EXPECT_FALSE(value.bit(300));
    EXPECT_TRUE(value.fits(159));
    EXPECT_FALSE(value.fits(158));
    EXPECT_EQ(value.low(), 8U);
    EXPECT_EQ(value.to_hex(), "0x4000000000000000000000000000000000000008");
    EXPECT_NE(value, wide_value{8});
    EXPECT_EQ(wide_value{0xA5}.to_hex(20), "0x000A5");
    EXPECT_EQ(wide_value{0xA5}.to_hex(4), "0xA5");
    EXPECT_EQ(wide_value{}.to_hex(0), "0x0");
}

std::vector<std::string> tokens_of(std::string_view line) {
    std::vector<token> tokens;
    tokenize(line, tokens);
    std::vector<std::string> result;
    result.reserve(tokens.size());
    for (const token& t : tokens) {
        result.push_back(std::to_string(t.column) + ":" + std::string(t.text));
    }
    return result;
}

using testing::ElementsAre;

TEST(tokens, of_a_statement) {
    EXPECT_THAT(tokens_of("\tldr r1,[0x10] & 3==2->ok ; text"),
                ElementsAre("2:ldr", "6:r1", "8:,", "9:[", "10:0x10", "14:]", "16:&", "18:3",
                            "19:==", "21:2", "22:->", "24:ok", "27:"));
    EXPECT_THAT(tokens_of("S0:0x1:secure*2"),
                ElementsAre("1:S0", "3::", "4:0x1", "7::", "8:secure", "14:*", "15:2", "16:"));
}

TEST(tokens, texts_hold_comment_characters_and_columns_count_characters) {
    EXPECT_THAT(tokens_of("print \"a # b; c\" # \xC3\xA4"),
                ElementsAre("1:print", "7:a # b; c", "18:"));
    EXPECT_THAT(tokens_of("\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\" x"),
                ElementsAre("1:\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80", "7:x", "8:"));
}

TEST(tokens, empty_lines) {
    EXPECT_THAT(tokens_of(""), ElementsAre("1:"));
    EXPECT_THAT(tokens_of("  # run"), ElementsAre("3:"));
}

TEST(tokens, text_that_is_not_utf8) {
    for (const char* line :
         {"run \x80", "run \xC3", "run \xC0\x80", "run \xE0\x80\x80", "run \xED\xA0\x80",
          "run \xF0\x80\x80\x80", "run \xF4\x90\x80\x80", "run \xF8\x80\x80\x80", "run \xE2\x82"}) {
        try {
            tokens_of(line);
            ADD_FAILURE() << "accepted";
        } catch (const syntax_error& error) {
            EXPECT_EQ(error.column(), 5U);
            EXPECT_THAT(error.what(), testing::HasSubstr("expected UTF-8 text, got the byte 0x"));
        }
    }
}

TEST(tokens, are_shown_short_and_visible) {
    EXPECT_EQ(in_quotes("a\tb\x7F"), "'a\\x09b\\x7F'");
    EXPECT_EQ(in_quotes(std::string(1000, 'a')), "'" + std::string(48, 'a') + "...'");
    EXPECT_EQ(in_quotes("\x1B[31m\xC2\x9B"), "'\\x1B[31m\\xC2\\x9B'");
    EXPECT_EQ(process::printable(std::string("\0\n\xC3\xA4\xC2\xA0\xFF", 7)),
              "\\x00\\x0A\xC3\xA4\xC2\xA0\xFF")
        << "a letter, a blank, and a byte of another encoding stay";
    EXPECT_EQ(process::printable(std::string(1000, '\r')).size(), 4000U);
}

TEST(names, ignore_the_case_of_letters) {
    EXPECT_TRUE(pmu::is_same_word("nEVNTCNTOVERFLOW", "NevntCntOverflow"));
    EXPECT_FALSE(pmu::is_same_word("PMN0", "PMN1"));
    EXPECT_FALSE(pmu::is_same_word("PMN", "PMN0"));
    EXPECT_FALSE(pmu::is_same_word("@", "`"));
    EXPECT_EQ(to_upper("s0_x"), "S0_X");
}

} // namespace
} // namespace platform::program
