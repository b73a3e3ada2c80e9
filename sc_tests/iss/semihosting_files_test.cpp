// SPDX-License-Identifier: Apache-2.0
// Semihosting with files: below one folder of the host and nowhere else.
#include "name_lookups.h"
#include "semihosting_fixture.h"
#include <support/temporary_folder.h>

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>

namespace platform::iss::semihosting_files_test {
namespace {

namespace fs = std::filesystem;

class semihosting_files_test : public semihosting_fixture,
                               public testing::WithParamInterface<name_lookup> {
protected:
    semihosting_files_test() {
        config.lookup = GetParam();
        fs::create_directory(outer.path("inside"));
        fs::create_directory(outer.path("inside/sub"));
        outer.write("secret", "secret");
        config.directory = outer.path("inside");
    }

    std::string contents(const std::string& name) const { return outer.read("inside/" + name); }
    bool exists(const std::string& name) const { return fs::exists(outer.path("inside/" + name)); }

    void expect_open_error(const std::string& name, std::uint32_t mode, std::uint32_t expected) {
        EXPECT_EQ(open(name, mode), failure) << name;
        EXPECT_EQ(error(), expected) << name;
    }

    sc_test::temporary_folder outer; ///< what is not in "inside" is out of reach
};

enum : std::uint32_t { mode_r = 0, mode_r_plus = 2, mode_w = 4, mode_w_plus = 6, mode_a = 8 };

// Error numbers of newlib.
enum : std::uint32_t {
    no_entry = 2,
    bad_handle = 9,
    access_refused = 13,
    is_a_folder = 21,
    invalid = 22,
    too_many_open = 24,
    too_large = 27,
    name_too_long = 91,
    loop_of_links = 92,
};

TEST_P(semihosting_files_test, are_written_read_and_measured) {
    const std::uint32_t written = open("a.txt", mode_w);
    EXPECT_EQ(written, 1U);
    EXPECT_EQ(write(written, "hello world"), 0U);
    EXPECT_EQ(call(0x0C, {written}), 11U);
    EXPECT_EQ(call(0x09, {written}), 0U) << "not a console";
    EXPECT_EQ(read(written, 4).second, 4U) << "open for writing";
    EXPECT_EQ(error(), bad_handle);
    EXPECT_EQ(call(0x02, {written}), 0U);
    EXPECT_EQ(contents("a.txt"), "hello world");

    const std::uint32_t handle = open("a.txt", mode_r);
    EXPECT_EQ(read(handle, 5), std::make_pair(std::string("hello"), 0U));
    EXPECT_EQ(read(handle, 100), std::make_pair(std::string(" world"), 94U));
    EXPECT_EQ(read(handle, 100), std::make_pair(std::string(), 100U)) << "the end of the file";
    EXPECT_EQ(call(0x0A, {handle, 6}), 0U);
    EXPECT_EQ(read(handle, 3).first, "wor");
    EXPECT_EQ(write(handle, "x"), 1U) << "open for reading";
    EXPECT_EQ(error(), bad_handle);
    EXPECT_EQ(err.str(), "");
}

TEST_P(semihosting_files_test, modes_are_those_of_fopen) {
    for (std::uint32_t binary = 0; binary < 2; ++binary) {
        outer.write("inside/f", "12345");
        const std::uint32_t changed = open("f", mode_r_plus + binary);
        EXPECT_EQ(write(changed, "ab"), 0U);
        EXPECT_EQ(read(changed, 9).first, "345");
        EXPECT_EQ(contents("f"), "ab345");

        const std::uint32_t appended = open("f", mode_a + binary);
        EXPECT_EQ(write(appended, "6\r\n"), 0U);
        EXPECT_EQ(read(appended, 1).second, 1U);
        EXPECT_EQ(contents("f"), "ab3456\r\n");

        const std::uint32_t both = open("f", mode_a + 2 + binary);
        EXPECT_EQ(call(0x0A, {both, 0}), 0U);
        EXPECT_EQ(read(both, 2).first, "ab");
        EXPECT_EQ(write(both, "!"), 0U) << "at the end";
        EXPECT_EQ(contents("f"), "ab3456\r\n!");

        const std::uint32_t fresh = open("f", mode_w_plus + binary);
        EXPECT_EQ(contents("f"), "");
        EXPECT_EQ(write(fresh, "new"), 0U);
        EXPECT_EQ(call(0x0A, {fresh, 0}), 0U);
        EXPECT_EQ(read(fresh, 9).first, "new");
        EXPECT_NE(open("f", mode_w + binary), failure);
        EXPECT_EQ(contents("f"), "");
    }
    expect_open_error("none", mode_r, no_entry);
    expect_open_error("none", mode_r_plus, no_entry);
    expect_open_error("f", 12, invalid);
    expect_open_error("f", 0xFFFFFFFF, invalid);
    expect_open_error(":tt", 12, invalid);
}

TEST_P(semihosting_files_test, long_transfers_go_in_parts) {
    std::string data(3 * guest_access::chunk + 17, '\0');
    for (std::size_t i = 0; i < data.size(); ++i) {
        data[i] = static_cast<char>(i % 251); // not the same in each part
    }
    const std::uint32_t handle = open("long", mode_w_plus);
    memory.largest_access = 0;
    put_words(block, {handle, buffer, static_cast<std::uint32_t>(data.size())});
    put(buffer, data);
    memory.largest_access = 0;
    EXPECT_EQ(host().call(0x05, block).r0, 0U);
    EXPECT_LE(memory.largest_access, guest_access::chunk);
    EXPECT_EQ(contents("long"), data);
    put(buffer, std::string(data.size(), '\0'));
    EXPECT_EQ(call(0x0A, {handle, 0}), 0U);
    EXPECT_EQ(read(handle, static_cast<std::uint32_t>(data.size() + 5)), std::make_pair(data, 5U));
}

TEST_P(semihosting_files_test, are_as_few_as_the_host_allows) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "a sanitizer needs descriptors of its own, where none is left";
#endif
    rlimit before{};
    ::getrlimit(RLIMIT_NOFILE, &before);
    const rlimit few{30, before.rlim_max};
    host(); // holds its folder
    ::setrlimit(RLIMIT_NOFILE, &few);
    std::uint32_t opened = 0;
    while (open("f" + std::to_string(opened), mode_w) != failure) {
        ++opened;
    }
    EXPECT_EQ(error(), too_many_open);
    EXPECT_LT(opened, 30U);
    EXPECT_EQ(call(0x02, {1}), 0U);
    EXPECT_NE(open("f", mode_w), failure);
    ::setrlimit(RLIMIT_NOFILE, &before);
}

TEST(host_file, a_full_disk_is_an_error_of_the_bytes_that_did_not_fit) {
    host_file file(process::descriptor(::open("/dev/full", O_WRONLY | O_CLOEXEC)));
    const file_result result = file.write("text", 4);
    EXPECT_EQ(result.value, 0U);
    EXPECT_EQ(result.error, ENOSPC);
}

TEST_P(semihosting_files_test, handles_are_few_and_used_again) {
    for (std::uint32_t i = 1; i <= file_table::most_open; ++i) {
        EXPECT_EQ(open("f" + std::to_string(i % 3), mode_w), i);
    }
    expect_open_error("f", mode_w, too_many_open);
    EXPECT_FALSE(exists("f"));
    EXPECT_EQ(call(0x02, {5}), 0U);
    EXPECT_EQ(call(0x02, {5}), failure) << "closed";
    EXPECT_EQ(error(), bad_handle);
    EXPECT_EQ(open("f", mode_w), 5U);
}

TEST_P(semihosting_files_test, handles_that_are_not_open_are_errors) {
    EXPECT_NE(open("f", mode_w), failure);
    for (const std::uint32_t handle : {0U, 2U, file_table::most_open + 1, 0x7FFFFFFFU, failure}) {
        const auto expect_bad = [&](std::uint32_t result, std::uint32_t expected) {
            EXPECT_EQ(result, expected) << handle;
            EXPECT_EQ(error(), bad_handle) << handle;
            host().call(0x12, 0); // another error
        };
        expect_bad(call(0x02, {handle}), failure);
        expect_bad(call(0x05, {handle, buffer, 7}), 7);
        expect_bad(call(0x06, {handle, buffer, 7}), 7);
        expect_bad(call(0x09, {handle}), failure);
        expect_bad(call(0x0A, {handle, 0}), failure);
        expect_bad(call(0x0C, {handle}), failure);
    }
}

TEST_P(semihosting_files_test, names_are_relative_to_the_folder) {
    for (const char* const name :
         {"f", "/f", "//f", "./f", "sub/../f", "/sub/./../f", "none/../f"}) {
        const std::uint32_t handle = open(name, mode_w);
        ASSERT_NE(handle, failure) << name;
        EXPECT_EQ(write(handle, name), 0U);
        EXPECT_EQ(call(0x02, {handle}), 0U);
        EXPECT_EQ(contents("f"), name);
    }
    EXPECT_NE(open("sub/g", mode_w), failure);
    EXPECT_TRUE(exists("sub/g"));
    EXPECT_EQ(err.str(), "");
}

TEST_P(semihosting_files_test, a_name_ends_at_a_nul) {
    EXPECT_NE(open(std::string("f\0g", 3), mode_w), failure);
    EXPECT_TRUE(exists("f"));
    expect_open_error(std::string("\0f", 2), mode_r, no_entry);
}

TEST_P(semihosting_files_test, names_that_lead_out_are_refused) {
    fs::create_symlink("../secret", outer.path("inside/link"));
    fs::create_symlink(outer.path(), outer.path("inside/out"));
    fs::create_symlink("../made", outer.path("inside/sub/dangling"));
    fs::create_symlink(outer.path("made"), outer.path("inside/dangling"));
    for (const char* const name :
         {"../secret", "/../secret", "sub/../../secret", "..", "link", "out/secret", "out",
          "sub/../out/secret", "none/../out/secret", "out/inside/../secret"}) {
        for (const std::uint32_t mode : {mode_r, mode_w, mode_a}) {
            expect_open_error(name, mode, access_refused);
        }
    }
    EXPECT_EQ(outer.read("secret"), "secret");
    expect_open_error("dangling", mode_w, access_refused);
    EXPECT_FALSE(fs::exists(outer.path("made"))) << "no file is made through a link";
    EXPECT_EQ(err.str().rfind("warning: semihosting: the file '../secret' is refused: it is not "
                              "accessible, or not in the folder of --semihosting-dir\n",
                              0),
              0U)
        << err.str();
}

TEST_P(semihosting_files_test, a_folder_beside_with_a_longer_name_is_outside) {
    fs::create_directory(outer.path("inside2"));
    outer.write("inside2/f", "secret");
    fs::create_symlink("../inside2", outer.path("inside/link"));
    expect_open_error("../inside2/f", mode_r, access_refused);
    expect_open_error("link/f", mode_r, access_refused);
}

TEST_P(semihosting_files_test, links_that_stay_inside_are_followed) {
    outer.write("inside/f", "text");
    fs::create_symlink("../f", outer.path("inside/sub/link"));
    EXPECT_EQ(read(open("sub/link", mode_r), 9).first, "text");
    EXPECT_EQ(remove("sub/link"), 0U);
    EXPECT_TRUE(exists("f")) << "the link is removed, not the file";
    EXPECT_FALSE(exists("sub/link"));
}

TEST_P(semihosting_files_test, the_folder_itself_may_be_a_link) {
    fs::create_directory_symlink("inside", outer.path("entrance"));
    config.directory = outer.path("entrance");
    outer.write("inside/f", "text");
    EXPECT_EQ(read(open("f", mode_r), 9).first, "text");
}

TEST_P(semihosting_files_test, only_regular_files_are_opened) {
    ASSERT_EQ(::mkfifo(outer.path("inside/pipe").c_str(), 0600), 0);
    fs::create_symlink("/dev/zero", outer.path("inside/device"));
    fs::create_symlink("loop", outer.path("inside/loop"));
    expect_open_error("pipe", mode_r, access_refused); // does not wait for a writer
    expect_open_error("pipe", mode_r_plus, access_refused);
    expect_open_error("device", mode_r, access_refused);
    expect_open_error("sub", mode_r, is_a_folder);
    expect_open_error("sub", mode_w, is_a_folder);
    expect_open_error(".", mode_r, is_a_folder);
    expect_open_error("/", mode_r, no_entry);
    expect_open_error("", mode_r, no_entry);
    expect_open_error("loop", mode_r, loop_of_links);
    expect_open_error(std::string(300, 'x'), mode_r, name_too_long);
    EXPECT_EQ(call(0x01, {text, mode_r, 4096}), failure);
    EXPECT_EQ(error(), name_too_long);
}

TEST_P(semihosting_files_test, a_length_of_more_than_31_bits_is_an_error) {
    outer.write("inside/sparse", "");
    fs::resize_file(outer.path("inside/sparse"), 0x7FFFFFFF);
    const std::uint32_t handle = open("sparse", mode_r);
    EXPECT_EQ(call(0x0C, {handle}), 0x7FFFFFFFU);
    EXPECT_EQ(call(0x0A, {handle, 0x80000000}), 0U) << "a position has 32";
    fs::resize_file(outer.path("inside/sparse"), 0x80000000);
    EXPECT_EQ(call(0x0C, {handle}), failure);
    EXPECT_EQ(error(), 139U) << "EOVERFLOW";
}

TEST_P(semihosting_files_test, end_at_four_gigabytes) {
    const std::uint32_t handle = open("sparse", mode_w);
    EXPECT_EQ(call(0x0A, {handle, 0xFFFFFFFE}), 0U);
    EXPECT_EQ(write(handle, "abcd"), 2U) << "two bytes fit";
    EXPECT_EQ(error(), too_large);
    EXPECT_EQ(write(handle, "e"), 1U);
    const std::uint32_t end = open("sparse", mode_a);
    EXPECT_EQ(write(end, "e"), 1U);
    EXPECT_EQ(error(), too_large);
    EXPECT_EQ(fs::file_size(outer.path("inside/sparse")), std::uintmax_t{1} << 32U);
    EXPECT_EQ(call(0x0A, {handle, 0}), 0U);
    EXPECT_EQ(write(handle, "start"), 0U) << "what is there can be changed";
}

TEST_P(semihosting_files_test, are_removed) {
    outer.write("inside/f", "text");
    EXPECT_EQ(remove("f"), 0U);
    EXPECT_FALSE(exists("f"));
    EXPECT_EQ(remove("f"), failure);
    EXPECT_EQ(error(), no_entry);
    for (const char* const name : {"sub", ".", "sub/", "sub/.."}) {
        EXPECT_EQ(remove(name), failure) << name;
        EXPECT_EQ(error(), is_a_folder) << name;
    }
    EXPECT_TRUE(exists("sub"));
    fs::create_directory_symlink(outer.path(), outer.path("inside/out"));
    for (const char* const name : {"..", "../secret", "out/secret", "none/../out/secret"}) {
        EXPECT_EQ(remove(name), failure) << name;
        EXPECT_EQ(error(), access_refused) << name;
    }
    EXPECT_EQ(outer.read("secret"), "secret");
}

TEST_P(semihosting_files_test, are_renamed) {
    outer.write("inside/f", "text");
    outer.write("inside/g", "old");
    EXPECT_EQ(rename("f", "/sub/h"), 0U);
    EXPECT_EQ(rename("sub/h", "g"), 0U);
    EXPECT_EQ(contents("g"), "text");
    EXPECT_FALSE(exists("f"));
    EXPECT_EQ(rename("f", "h"), failure);
    EXPECT_EQ(error(), no_entry);
    EXPECT_EQ(rename("g", "../h"), failure);
    EXPECT_EQ(error(), access_refused);
    for (const char* const name : {"../secret", "..", "/..", "sub/../../inside"}) {
        EXPECT_EQ(rename(name, "h"), failure) << name;
        EXPECT_EQ(error(), access_refused) << name;
    }
    EXPECT_EQ(rename(".", "h"), failure);
    EXPECT_EQ(error(), is_a_folder);
    EXPECT_EQ(contents("g"), "text");
    EXPECT_EQ(outer.read("secret"), "secret");
}

TEST_P(semihosting_files_test, temporary_names_are_in_the_folder) {
    const auto name = [&](std::uint32_t identifier) {
        EXPECT_EQ(call(0x0D, {buffer, identifier, 80}), 0U);
        const std::string found = get(buffer, 80);
        return found.substr(0, found.find('\0'));
    };
    EXPECT_EQ(name(0), "semihosting-0.tmp");
    EXPECT_EQ(name(255), "semihosting-255.tmp");
    EXPECT_EQ(name(0), name(0)) << "one name an identifier";
    EXPECT_NE(open(name(7), mode_w), failure);
    EXPECT_TRUE(exists("semihosting-7.tmp"));
    EXPECT_EQ(call(0x0D, {buffer, 256, 80}), failure);
    EXPECT_EQ(error(), invalid);
    EXPECT_EQ(call(0x0D, {buffer, 0, 17}), failure) << "no room for the NUL";
    EXPECT_EQ(call(0x0D, {buffer, 0, 18}), 0U);
}

TEST_P(semihosting_files_test, without_a_folder_all_are_refused_with_one_message) {
    config.directory.clear();
    outer.write("f", "text");
    expect_open_error(outer.path("f"), mode_r, access_refused);
    expect_open_error("f", mode_w, access_refused);
    EXPECT_EQ(remove("g"), failure);
    EXPECT_EQ(error(), access_refused);
    EXPECT_EQ(rename("f", "g"), failure);
    EXPECT_EQ(err.str(), "warning: semihosting: the file '" + outer.path("f").substr(0, 48) +
                             (outer.path("f").size() > 48 ? "..." : "") +
                             "' is refused, and all others: give the firmware a folder with "
                             "--semihosting-dir\n");
    EXPECT_NE(open(":tt", mode_w), failure) << "consoles are no files";
    EXPECT_NE(open(":semihosting-features", mode_r), failure);
}

TEST_P(semihosting_files_test, the_features_are_a_file) {
    const std::uint32_t handle = open(":semihosting-features", mode_r);
    EXPECT_EQ(call(0x0C, {handle}), 5U);
    EXPECT_EQ(call(0x09, {handle}), 0U);
    EXPECT_EQ(read(handle, 4).first, "SHFB");
    EXPECT_EQ(read(handle, 4), std::make_pair(std::string("\x03"), 3U));
    EXPECT_EQ(read(handle, 4).second, 4U);
    EXPECT_EQ(call(0x0A, {handle, 4}), 0U);
    EXPECT_EQ(read(handle, 1).first, "\x03");
    EXPECT_EQ(call(0x0A, {handle, 6}), failure);
    EXPECT_EQ(error(), invalid);
    EXPECT_EQ(write(handle, "x"), 1U);
    EXPECT_EQ(error(), bad_handle);
    EXPECT_NE(open(":semihosting-features", 1), failure);
    for (std::uint32_t mode = 2; mode < 12; ++mode) {
        expect_open_error(":semihosting-features", mode, access_refused);
    }
}

INSTANTIATE_TEST_SUITE_P(by, semihosting_files_test, each_lookup, lookup_text);

} // namespace
} // namespace platform::iss::semihosting_files_test
