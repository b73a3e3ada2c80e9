// SPDX-License-Identifier: Apache-2.0
// Text that does nothing to a terminal.
#include <process/printable.h>

#include <gtest/gtest.h>

#include <ostream>
#include <sstream>
#include <string>

namespace platform {
namespace {

TEST(printable, shows_control_characters) {
    EXPECT_EQ(process::printable("a\x1B[31m\r\n\x7F"), "a\\x1B[31m\\x0D\\x0A\\x7F");
    EXPECT_EQ(process::printable("\xC2\x80 \xC2\x9F \xC2\xA0"), "\\xC2\\x80 \\xC2\\x9F \xC2\xA0");
    EXPECT_EQ(process::printable("\xC3\xA4 \xFF \xC2"), "\xC3\xA4 \xFF \xC2")
        << "no control character";
}

// RFC 3629, section 4: what is a character. A terminal of eight bits takes the byte 0x9B for CSI.
TEST(printable, shows_bytes_of_control_characters_that_are_of_no_character) {
    EXPECT_EQ(process::printable("e\x9B"
                                 "31m \x80\xA0"),
              "e\\x9B31m \\x80\xA0");
    for (const std::string character : {"\xC3\x9B", "\xE0\xA0\x9B", "\xE7\x9B\x9B", "\xED\x9F\x9B",
                                        "\xF0\x90\x9B\x9B", "\xF4\x8F\x9B\x9B"}) {
        EXPECT_EQ(process::printable(character), character);
    }
    EXPECT_EQ(process::printable("\xE7\x9B"), "\xE7\\x9B") << "cut";
    EXPECT_EQ(process::printable("\xC0\x9B \xE0\x9B\x9B"), "\xC0\\x9B \xE0\\x9B\\x9B")
        << "too long";
    EXPECT_EQ(process::printable("\xED\xA0\x9B"), "\xED\xA0\\x9B") << "a surrogate";
    EXPECT_EQ(process::printable("\xF4\x90\x9B\x9B \xF5\x9B"), "\xF4\\x90\\x9B\\x9B \xF5\\x9B")
        << "beyond U+10FFFF";
}

TEST(printable_output, is_the_same_however_it_is_cut) {
    const std::string text =
        "a\tb\n\x1B[m\xC2\x9B\xC2\xA0\xC3\x9B\x9B\xE7\x9B\x9B\xF4\x8F\r\n\xE7\x9B";
    const std::string expected =
        "a\tb\n\\x1B[m\\xC2\\x9B\xC2\xA0\xC3\x9B\\x9B\xE7\x9B\x9B\xF4\\x8F\\x0D\n"
        "\xE7\\x9B";
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
        std::stringbuf below;
        {
            process::printable_output filter(below);
            std::ostream out(&filter);
            for (std::size_t at = 0; at < text.size(); at += piece) {
                out << text.substr(at, piece) << std::flush;
            }
        }
        EXPECT_EQ(below.str(), expected) << piece;
    }
}

TEST(printable_output, lets_colours_through_where_they_are_ours) {
    std::stringbuf below;
    process::printable_output filter(below);
    std::ostream out(&filter);
    out << "a";
    process::write_as_it_is(out, "\x1B[31m");
    out << "b\x1B";
    EXPECT_EQ(below.str(), "a\x1B[31mb\\x1B");
    std::ostringstream plain;
    process::write_as_it_is(plain, "\x1B[m");
    EXPECT_EQ(plain.str(), "\x1B[m");
}

} // namespace
} // namespace platform
