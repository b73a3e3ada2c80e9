// SPDX-License-Identifier: Apache-2.0
#include <iss/debugger/gdb_text.h>
#include <iss/debugger/packet_reader.h>

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace platform::iss {
namespace {

using kind = packet_reader::item_kind;

std::vector<packet_reader::item> all_of(packet_reader& reader, const std::string& bytes) {
    std::vector<packet_reader::item> items;
    for (const char c : bytes) {
        if (auto item = reader.take(c)) {
            items.push_back(*item);
        }
    }
    return items;
}

TEST(packet_reader, takes_packets_with_the_right_checksum) {
    packet_reader reader;
    // 'm' + '0' + ',' + '4' = 0x6D + 0x30 + 0x2C + 0x34 = 0xFD
    const auto items = all_of(reader, "+$m0,4#fd$g#67");
    ASSERT_EQ(items.size(), 2U);
    EXPECT_EQ(items[0].kind, kind::packet);
    EXPECT_EQ(items[0].payload, "m0,4");
    EXPECT_EQ(items[1].payload, "g");
}

TEST(packet_reader, tells_a_wrong_checksum_and_one_that_is_no_number) {
    packet_reader reader;
    const auto items = all_of(reader, "$g#68$g#6z$g#67");
    ASSERT_EQ(items.size(), 3U);
    EXPECT_EQ(items[0].kind, kind::damaged);
    EXPECT_EQ(items[1].kind, kind::damaged);
    EXPECT_EQ(items[2].kind, kind::packet);
}

TEST(packet_reader, begins_anew_at_a_dollar_sign) {
    packet_reader reader;
    const auto items = all_of(reader, "$m0,$g#67");
    ASSERT_EQ(items.size(), 1U);
    EXPECT_EQ(items[0].payload, "g");
}

TEST(packet_reader, takes_an_interrupt_outside_of_a_packet_only) {
    packet_reader reader;
    const auto items = all_of(reader, std::string("\x03$\x03#03-"));
    ASSERT_EQ(items.size(), 3U);
    EXPECT_EQ(items[0].kind, kind::interrupt);
    EXPECT_EQ(items[1].kind, kind::packet);
    EXPECT_EQ(items[2].kind, kind::resend);
}

TEST(packet_reader, keeps_no_more_of_a_packet_than_it_promises) {
    packet_reader reader;
    const std::string longest(packet_reader::most, 'x'); // 0x78 * 0x4000: 0x00
    auto items = all_of(reader, "$" + longest + "#00");
    ASSERT_EQ(items.size(), 1U);
    EXPECT_EQ(items[0].kind, kind::packet);
    items = all_of(reader, "$" + longest + "x#78");
    ASSERT_EQ(items.size(), 1U);
    EXPECT_EQ(items[0].kind, kind::damaged);
    items = all_of(reader, "$g#67");
    ASSERT_EQ(items.size(), 1U);
    EXPECT_EQ(items[0].payload, "g");
}

TEST(packet_reader, recovers_from_any_bytes) {
    std::mt19937 random(1); // NOLINT(cert-msc32-c,cert-msc51-cpp): runs repeat
    packet_reader reader;
    constexpr char usual[] = "$#+-\x03}*gmMX0123456789abcdef,:;";
    for (unsigned round = 0; round < 20'000; ++round) {
        const auto length = random() % 40;
        for (auto n = length; n != 0; --n) {
            const bool is_usual = random() % 4 != 0;
            reader.take(is_usual ? usual[random() % (sizeof usual - 1)]
                                 : static_cast<char>(random()));
        }
        const auto items = all_of(reader, "$#$g#67"); // whatever came, the second is one
        ASSERT_FALSE(items.empty());
        ASSERT_EQ(items.back().kind, kind::packet);
        ASSERT_EQ(items.back().payload, "g");
    }
}

TEST(gdb_text, frames_and_escapes) {
    EXPECT_EQ(framed("OK"), "$OK#9a");
    EXPECT_EQ(framed(""), "$#00");
    // 0x7D, 0x23 ^ 0x20 = 0x03: together 0x80
    EXPECT_EQ(framed("#"), std::string("$}\x03#80"));
    EXPECT_EQ(hex_of_word(0x12345678), "78563412");
    EXPECT_EQ(word_of_hex("78563412"), 0x12345678U);
    EXPECT_FALSE(word_of_hex("7856341"));
    EXPECT_FALSE(word_of_hex("7856341x"));
    EXPECT_EQ(hex_of_number(0), "0");
    EXPECT_EQ(hex_of_number(0x1A0), "1a0");
    EXPECT_EQ(unescaped(std::string("}\x03x")), (std::vector<std::uint8_t>{'#', 'x'}));
    EXPECT_FALSE(unescaped("x}"));
    EXPECT_FALSE(packet_text("100000000").number());
    EXPECT_EQ(packet_text("ffffffff,").number(), 0xFFFF'FFFFU);
    EXPECT_FALSE(packet_text("").number());
}

} // namespace
} // namespace platform::iss
