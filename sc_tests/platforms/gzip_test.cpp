// SPDX-License-Identifier: Apache-2.0
// Compressed text: what gzip reads, and what it writes.
#include <process/gzip.h>
#include <process/input_file.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iterator>
#include <sstream>
#include <string>

namespace platform::gzip_test {
namespace {

using process::gzip_output;

/// Lines that differ, of more bytes than any buffer has.
std::string long_text() {
    std::string text;
    for (unsigned n = 0; n != 50'000; ++n) {
        text += std::to_string(n * n) + '\n';
    }
    return text;
}

std::string compressed(const std::string& text) {
    std::stringbuf below;
    gzip_output buffer(below);
    std::ostream out(&buffer);
    out << text.substr(0, text.size() / 2) << std::flush << text.substr(text.size() / 2);
    EXPECT_TRUE(buffer.end());
    return below.str();
}

class gzip : public testing::Test {
protected:
    /// As whatever reads bit by bit has it.
    std::string read(const std::string& bytes) {
        folder.write("file", bytes);
        process::input_buffer in(folder.path("file"));
        return {std::istreambuf_iterator<char>(&in), {}};
    }
    std::string refusal(const std::string& bytes) {
        try {
            read(bytes);
        } catch (const process::input_error& e) {
            return e.reason();
        }
        return "none";
    }

    sc_test::temporary_folder folder;
};

TEST_F(gzip, is_read_by_gzip) {
    const std::string text = long_text();
    folder.write("a.gz", compressed(text));
    ASSERT_EQ(
        std::system(
            ("gzip -t " + folder.path("a.gz") + " && gzip -dk " + folder.path("a.gz")).c_str()),
        0);
    EXPECT_EQ(folder.read("a"), text);
    EXPECT_LT(compressed(text).size(), text.size() / 2);
    EXPECT_EQ(compressed(text), compressed(text)) << "no time stands in it";
}

TEST_F(gzip, is_expanded_where_it_is_read) {
    const std::string text = long_text();
    EXPECT_EQ(read(compressed(text)), text);
    EXPECT_EQ(read(compressed("")), "");
    EXPECT_EQ(read(compressed("one\n") + compressed("two\n")), "one\ntwo\n") << "as gzip does";
    folder.write("b", text);
    ASSERT_EQ(std::system(("gzip -9 " + folder.path("b")).c_str()), 0);
    EXPECT_EQ(read(folder.read("b.gz")), text) << "with a name in it";
}

TEST_F(gzip, is_nothing_else) {
    for (const char* text : {"", "\x1F", "x", "\x1F\x1F", "{}\n"}) {
        EXPECT_EQ(read(text), text);
    }
    EXPECT_TRUE(process::is_gzip_name("trace.gz"));
    EXPECT_FALSE(process::is_gzip_name("trace.gz.txt"));
    EXPECT_FALSE(process::is_gzip_name(".gz"));
    EXPECT_FALSE(process::is_gzip_name("gz"));
}

TEST_F(gzip, that_is_damaged_is_refused) {
    const std::string sound = compressed("some text that is long enough\n");
    EXPECT_EQ(refusal(sound), "none");
    for (std::size_t size = 2; size != sound.size(); ++size) {
        EXPECT_EQ(refusal(sound.substr(0, size)), "it is a gzip file that ends too early") << size;
    }
    for (std::size_t at = sound.size() - 8; at != sound.size(); ++at) { // its CRC and size
        std::string damaged = sound;
        damaged[at] = static_cast<char>(damaged[at] ^ 1);
        EXPECT_EQ(refusal(damaged), "it is a damaged gzip file") << at;
    }
    EXPECT_EQ(refusal(sound + "more"), "it is a damaged gzip file");
}

} // namespace
} // namespace platform::gzip_test
