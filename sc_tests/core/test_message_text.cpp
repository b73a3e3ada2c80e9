// SPDX-License-Identifier: Apache-2.0
#include <pmu/core/message_text.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace core_test::message_text_test {
namespace {

TEST(message_text, numbers_have_at_least_so_many_digits) {
    EXPECT_EQ(pmu::hex_digits(0), "0");
    EXPECT_EQ(pmu::hex_digits(0, 0), "");
    EXPECT_EQ(pmu::hex_digits(0xABC, 2), "ABC");
    EXPECT_EQ(pmu::hex_digits(0xABC, 4), "0ABC");
    EXPECT_EQ(pmu::hex(UINT64_MAX), "0xFFFFFFFFFFFFFFFF");
    EXPECT_EQ(pmu::hex(0x1F, 8), "0x0000001F");
}

// From space to tilde.
TEST(message_text, excerpts_show_printable_characters_of_ascii) {
    EXPECT_EQ(pmu::excerpt(""), "");
    EXPECT_EQ(pmu::excerpt(" 09AZaz~"), " 09AZaz~");
    EXPECT_EQ(pmu::excerpt("\x1F\x7F\t\n\xC3\xA4"), "??????");
    EXPECT_EQ(pmu::excerpt(std::string(1, '\0')), "?");
}

TEST(message_text, excerpts_end_after_forty_characters) {
    EXPECT_EQ(pmu::excerpt(std::string(40, 'x')), std::string(40, 'x'));
    EXPECT_EQ(pmu::excerpt(std::string(41, 'x')), std::string(40, 'x') + "...");
}

} // namespace
} // namespace core_test::message_text_test
