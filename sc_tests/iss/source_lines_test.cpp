// SPDX-License-Identifier: Apache-2.0
// Source lines: what the DWARF of a file tells, and what messages make of it.
#include "dwarf_builder.h"

#include <iss/cpu/iss_text.h>
#include <iss/host/dwarf_lines.h>
#include <iss/host/elf_handle.h>
#include <iss/host/source_paths.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace platform::iss::source_lines_test {
namespace {

file_bytes file_with(const dwarf_builder& dwarf) {
    elf_builder elf;
    elf.add_symbol("main", 0x8000, 24);
    dwarf.put_into(elf);
    return elf.build();
}

/// As messages have it; "none" where there is no line.
std::string line_at(const source_lines& lines, std::uint32_t pc) {
    const auto found = lines.at(pc);
    return found ? std::string(found->file) + ":" + std::to_string(found->line) : "none";
}

source_lines lines_of(const dwarf_builder& dwarf) {
    return parsed(file_with(dwarf)).lines;
}

TEST(source_lines, come_from_a_file) {
    const source_lines lines = lines_of(some_lines());
    EXPECT_EQ(line_at(lines, 0), "none");
    EXPECT_EQ(line_at(lines, 0x7FFF), "none");
    EXPECT_EQ(line_at(lines, 0x8000), "main.c:12");
    EXPECT_EQ(line_at(lines, 0x8007), "main.c:12");
    EXPECT_EQ(line_at(lines, 0x8008), "other.h:7");
    EXPECT_EQ(line_at(lines, 0x800F), "other.h:7");
    EXPECT_EQ(line_at(lines, 0x8010), "main.c:13");
    EXPECT_EQ(line_at(lines, 0x801F), "main.c:13");
    EXPECT_EQ(line_at(lines, 0x8020), "none");
    EXPECT_EQ(line_at(lines, 0xFFFFFFFF), "none");
    EXPECT_TRUE(parsed(elf_builder().build()).lines.empty());
    EXPECT_EQ(line_at(source_lines(), 0), "none");
}

TEST(source_lines, are_the_same_within_this_process) {
    const file_bytes file = file_with(some_lines());
    const elf_handle elf = open_elf(byte_view(file.data(), file.size()));
    const source_lines lines = read_trusted_source_lines(elf.get());
    EXPECT_EQ(lines.to_bytes(), lines_of(some_lines()).to_bytes());
    EXPECT_EQ(lines.size(), 4U);
}

TEST(source_lines, are_those_of_the_code_of_their_unit) {
    dwarf_builder dwarf;
    dwarf.add_unit(0x8000, 12, {{0, 1, 1}, {8, 2, 1}, {16, 3, 1}}, 32);
    const source_lines lines = lines_of(dwarf);
    EXPECT_EQ(line_at(lines, 0x800B), "main.c:2");
    EXPECT_EQ(line_at(lines, 0x800C), "none");
    EXPECT_EQ(line_at(lines, 0x8010), "none");
}

TEST(source_lines, of_code_that_the_linker_dropped_are_none) {
    dwarf_builder dwarf;
    dwarf.add_unit(0, 16, {{0, 1, 1}}, 16);
    EXPECT_EQ(line_at(lines_of(dwarf), 0), "main.c:1") << "the only one there";
    dwarf.add_unit(0, 8, {{0, 2, 2}}, 8);
    dwarf.add_unit(0x8000, 32, {{0, 3, 1}}, 32);
    const source_lines lines = lines_of(dwarf);
    EXPECT_EQ(line_at(lines, 0), "none");
    EXPECT_EQ(line_at(lines, 12), "none");
    EXPECT_EQ(line_at(lines, 0x8000), "main.c:3");
}

TEST(source_lines, of_two_units_at_one_place_are_those_that_begin_first) {
    dwarf_builder dwarf;
    dwarf.add_unit(0x8008, 16, {{0, 20, 2}}, 16);
    dwarf.add_unit(0x8000, 16, {{0, 10, 1}}, 16);
    const source_lines lines = lines_of(dwarf);
    EXPECT_EQ(line_at(lines, 0x800F), "main.c:10");
    EXPECT_EQ(line_at(lines, 0x8010), "other.h:20");
    EXPECT_EQ(line_at(lines, 0x8018), "none");
}

TEST(source_lines, have_names_that_fit_a_line) {
    dwarf_builder dwarf;
    dwarf.files = {"a\n\x1B[2J\x7F.c", "C:\\src\\" + std::string(300, 'x')};
    dwarf.add_unit(0x8000, 32, {{0, 1, 1}, {8, 2, 2}}, 32);
    const source_lines lines = lines_of(dwarf);
    EXPECT_EQ(line_at(lines, 0x8000), "a??[2J?.c:1");
    EXPECT_EQ(line_at(lines, 0x8008), std::string(255, 'x') + ":2");
}

// Without a path of its own a file is in the folder.
TEST(source_lines, keep_folders_where_names_do_not_tell_files_apart) {
    dwarf_builder dwarf;
    dwarf.folder = "/src/A";
    dwarf.files = {"util.c", "/src/B/util.c", "main.c", "./main.c", "/lib/A/util.c"};
    dwarf.add_unit(0x8000, 32, {{0, 1, 1}, {4, 2, 2}, {8, 3, 3}, {12, 4, 4}, {16, 5, 5}}, 32);
    const source_lines lines = lines_of(dwarf);
    EXPECT_EQ(line_at(lines, 0x8000), "src/A/util.c:1");
    EXPECT_EQ(line_at(lines, 0x8004), "B/util.c:2");
    EXPECT_EQ(line_at(lines, 0x8008), "main.c:3");
    EXPECT_EQ(line_at(lines, 0x800C), "main.c:4");
    EXPECT_EQ(line_at(lines, 0x8010), "lib/A/util.c:5");
    EXPECT_EQ(lines.at(0x8000)->path, "/src/A/util.c");
    EXPECT_EQ(lines.at(0x8004)->path, "/src/B/util.c");
}

TEST(source_paths, have_the_shortest_names_that_tell_them_apart) {
    using testing::ElementsAre;
    EXPECT_THAT(short_names({"/a/x/f.c", "/b/x/f.c", "/c/y/f.c", "g.c", "/d/g.c", "/z/h.c"}),
                ElementsAre("a/x/f.c", "b/x/f.c", "y/f.c", "g.c", "d/g.c", "h.c"));
    EXPECT_THAT(short_names({"/p/q/../f.c", "/p/f.c", "/p//./f.c", "/r/f.c"}),
                ElementsAre("p/f.c", "p/f.c", "p/f.c", "r/f.c"));
    EXPECT_THAT(short_names({"C:\\p\\f.c", "C:\\r\\f.c", "", "/", "../f.c"}),
                ElementsAre("p/f.c", "r/f.c", "", "", "../f.c"));
    EXPECT_THAT(short_names({"/a-/f.c", "/a/f.c", "/x/a/f.c"}),
                ElementsAre("a-/f.c", "a/f.c", "x/a/f.c"));
    EXPECT_THAT(short_names({}), ElementsAre());
}

TEST(source_lines, are_refused_where_their_bytes_are_damaged) {
    const std::string sound = lines_of(some_lines()).to_bytes();
    ASSERT_EQ(source_lines::from_bytes(sound).size(), 4U);
    EXPECT_EQ(source_lines::from_bytes(sound).to_bytes(), sound);
    for (std::size_t size = 0; size < sound.size(); ++size) {
        EXPECT_TRUE(source_lines::from_bytes(sound.substr(0, size)).empty()) << size;
    }
    const auto with = [&](std::size_t at, std::uint32_t value) {
        std::string bytes = sound;
        std::memcpy(bytes.data() + at, &value, sizeof value);
        return source_lines::from_bytes(bytes);
    };
    constexpr std::size_t header = 8; // before the rows, of 12 bytes each, and before the files
    constexpr std::size_t files = header + std::size_t{4} * 12;
    EXPECT_TRUE(with(0, 3).empty()) << "rows";
    EXPECT_TRUE(with(4, 0x40000000).empty()) << "rows beyond all";
    EXPECT_TRUE(with(files, 3).empty()) << "files";
    EXPECT_TRUE(with(files + 4, 0x40000000).empty()) << "files beyond all";
    EXPECT_TRUE(with(header, 0x8009).empty()) << "the order of addresses";
    EXPECT_TRUE(with(header + 8, 2).empty()) << "the number of a file";
}

TEST(source_lines, stand_in_the_text_of_a_place) {
    const elf_image image = parsed(file_with(some_lines()));
    EXPECT_EQ(place_text(0x8004, image), "0x00008004 (main+0x4, main.c:12)");
    EXPECT_EQ(place_text(0x8017, image), "0x00008017 (main+0x17, main.c:13)");
    EXPECT_EQ(place_text(0x8018, image), "0x00008018 (main.c:13)") << "no function";
    EXPECT_EQ(place_text(0x8020, image), "0x00008020");
    elf_image without = image;
    without.lines = {};
    EXPECT_EQ(place_text(0x8000, without), "0x00008000 in main+0x0");
    EXPECT_EQ(place_text(0x800A, without), "0x0000800A in main+0xA");
    EXPECT_EQ(place_text(0x8018, without), "0x00008018");
}

} // namespace
} // namespace platform::iss::source_lines_test
