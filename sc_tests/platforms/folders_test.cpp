// SPDX-License-Identifier: Apache-2.0
// What is in folders: read, visited and removed, whatever is there.
#include <process/folders.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <vector>

namespace platform::folders_test {
namespace {

using testing::ElementsAre;
using testing::Optional;
using testing::UnorderedElementsAre;

class folders : public testing::Test {
protected:
    folders() {
        std::filesystem::create_directories(outer.path("top/inner"));
        outer.write("kept", "12345");
        outer.write("top/file", "123");
        outer.write("top/inner/file", "1");
        std::filesystem::create_directory_symlink(outer.path(), outer.path("top/inner/link"));
    }

    sc_test::temporary_folder outer;
};

TEST_F(folders, have_names) {
    EXPECT_THAT(process::names_in(outer.path("top")),
                Optional(UnorderedElementsAre("file", "inner")));
}

TEST_F(folders, that_cannot_be_read_have_none) {
    EXPECT_EQ(process::names_in(outer.path("none")), std::nullopt);
    EXPECT_EQ(errno, ENOENT);
    EXPECT_EQ(process::names_in(outer.path("kept")), std::nullopt);
    EXPECT_EQ(errno, ENOTDIR);
}

TEST_F(folders, are_visited_after_what_is_in_them_and_links_are_not_followed) {
    std::vector<std::string> seen;
    const int error = process::visit(outer.path("top/inner"), [&](const std::string& path,
                                                                  const auto& status) {
        seen.push_back(path.substr(outer.path().size()) + (S_ISLNK(status.st_mode) ? " link" : ""));
    });
    EXPECT_EQ(error, 0);
    ASSERT_EQ(seen.size(), 3U);
    EXPECT_EQ(seen.back(), "/top/inner");
    EXPECT_THAT(seen,
                UnorderedElementsAre("/top/inner", "/top/inner/file", "/top/inner/link link"));
}

TEST_F(folders, are_removed_with_all_they_have_and_nothing_else) {
    EXPECT_EQ(process::remove_all(outer.path("top")), 0);
    EXPECT_THAT(process::names_in(outer.path()), Optional(ElementsAre("kept")));
    EXPECT_EQ(process::remove_all(outer.path("top")), 0) << "it is not there";
    EXPECT_EQ(process::remove_all(outer.path("kept")), 0) << "a file";
    EXPECT_THAT(process::names_in(outer.path()), Optional(ElementsAre()));
}

TEST_F(folders, that_are_links_are_not_what_they_point_to) {
    const std::string link = outer.path("link");
    std::filesystem::create_directory_symlink(outer.path("top"), link);
    EXPECT_EQ(process::remove_all(link), 0);
    EXPECT_THAT(process::names_in(outer.path()), Optional(UnorderedElementsAre("kept", "top")));
    EXPECT_THAT(process::names_in(outer.path("top")),
                Optional(UnorderedElementsAre("file", "inner")));
}

} // namespace
} // namespace platform::folders_test
