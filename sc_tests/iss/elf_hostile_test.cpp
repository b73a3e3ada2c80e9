// SPDX-License-Identifier: Apache-2.0
// ELF files that are damaged in every way, and files that are none: an error, at once, without
// more memory than the file has.
#include "busy_neighbour.h"
#include "dwarf_builder.h"
#include "elf_builder.h"
#include <support/temporary_folder.h>

#include <iss/host/beneath.h>
#include <iss/host/elf_image.h>

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>

namespace platform::iss::elf_hostile_test {
namespace {

/// The most memory that this process has had, in bytes.
std::uint64_t peak_memory() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) << 10U;
}

file_bytes sound_file() {
    elf_builder builder;
    builder.add_symbol("main", 0x8000, 8);
    builder.add_symbol("$t", 0x8008, 0, STT_NOTYPE, STB_LOCAL);
    builder.add_symbol("label", 0x8008, 0, STT_NOTYPE);
    builder.add_symbol("function", 0x8011, 0);
    builder.attributes = {'A', 24, 0, 0, 0,   'a', 'e', 'a', 'b', 'i',  0, 1,  14,
                          0,   0,  0, 5, '7', '-', 'R', 0,   6,   0x0A, 7, 'R'};
    return builder.build();
}

class hostile_elf : public testing::Test {
protected:
    /// Parses a file; whatever comes of it is sound.
    void try_out(const file_bytes& file) {
        try {
            const elf_image image = parsed(file);
            ++images;
            std::uint64_t end = 0;
            std::size_t contents = 0;
            for (const elf_segment& s : image.segments) {
                ASSERT_GE(s.address, end);
                ASSERT_LE(s.bytes.size(), s.memory_size);
                contents += s.bytes.size();
                end = s.end();
            }
            ASSERT_LE(contents, file.size());
            ASSERT_LE(end, image.end);
            ASSERT_LE(image.end, std::uint64_t{1} << 32U);
            ASSERT_LE(image.symbols.size(), file.size() / sizeof(Elf32_Sym));
            for (const elf_symbol& s : image.symbols) {
                ASSERT_LE(std::uint64_t{s.address} + s.size, std::uint64_t{1} << 32U);
                image.function_at(s.address);
                image.function_at(s.address - 1);
            }
            for (std::uint32_t pc = 0x7FFC; pc < 0x8024; pc += 4) {
                const auto line = image.lines.at(pc);
                ASSERT_TRUE(!line || line->line != 0);
                lines += line ? 1 : 0;
            }
            executes({"cpu", 10, 'R'}, image.attributes);
        } catch (const elf_error& error) {
            ++errors;
            const std::string message = error.what();
            ASSERT_EQ(message.rfind("test.elf: expected ", 0), 0U) << message;
            ASSERT_EQ(message.find('\n'), std::string::npos) << message;
        }
    }

    void TearDown() override {
        EXPECT_LT(peak_memory() - m_peak_before, std::uint64_t{500} << 20U);
    }

    const file_bytes sound = sound_file();
    int images = 0;
    int errors = 0;
    int lines = 0;

private:
    const std::uint64_t m_peak_before = peak_memory();
};

TEST_F(hostile_elf, cut_off_anywhere) {
    for (std::size_t size = 0; size < sound.size(); ++size) {
        try_out(file_bytes(sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(size)));
        ASSERT_FALSE(HasFatalFailure()) << "after " << size << " bytes";
    }
    EXPECT_GT(images, 0) << "the sections may be missing";
    EXPECT_GT(errors, 100);
}

TEST_F(hostile_elf, with_any_bit_changed) {
    for (std::size_t bit = 0; bit < 8 * sound.size(); ++bit) {
        file_bytes file = sound;
        file[bit / 8] = static_cast<std::uint8_t>(file[bit / 8] ^ 1U << bit % 8);
        try_out(file);
        ASSERT_FALSE(HasFatalFailure()) << "byte " << bit / 8 << ", bit " << bit % 8;
    }
    EXPECT_GT(images, 100);
    EXPECT_GT(errors, 100);
}

TEST_F(hostile_elf, with_any_two_fields_at_their_edges) {
    const auto size = static_cast<std::uint32_t>(sound.size());
    const std::uint32_t edges[] = {0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFE0, size};
    // The words of the headers; those of sections and symbols lie further on, at any offset.
    const std::size_t headers = sizeof(Elf32_Ehdr) + 2 * sizeof(Elf32_Phdr);
    for (std::size_t at = EI_NIDENT; at + 4 <= sound.size(); at += 2) {
        for (const std::uint32_t edge : edges) {
            file_bytes file = sound;
            elf_builder::put(file, at, edge);
            try_out(file);
            for (std::size_t other = EI_NIDENT; at < headers && other < at; other += 4) {
                file_bytes twice = file;
                elf_builder::put(twice, other, edges[(at + other) % 7]);
                try_out(twice);
            }
            ASSERT_FALSE(HasFatalFailure()) << "offset " << at << ", value " << edge;
        }
    }
    EXPECT_GT(images, 100);
    EXPECT_GT(errors, 1000);
}

/// The file, and where its line information lies.
struct file_with_lines {
    explicit file_with_lines(const dwarf_builder& dwarf) {
        elf_builder builder;
        dwarf.put_into(builder);
        bytes = builder.build();
        begin = bytes.size();
        for (const elf_builder::named_section& s : builder.named) {
            const auto found =
                std::search(bytes.begin(), bytes.end(), s.bytes.begin(), s.bytes.end());
            const auto at = static_cast<std::size_t>(found - bytes.begin());
            begin = std::min(begin, at);
            end = std::max(end, at + s.bytes.size());
        }
    }

    file_bytes bytes;
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Whatever becomes of the lines, the firmware is loaded. Each file takes a process: some bits of
// each byte are enough.
TEST_F(hostile_elf, with_a_bit_of_its_lines_changed) {
    const file_with_lines firmware(some_lines());
    ASSERT_GT(firmware.end - firmware.begin, 100U);
    try_out(firmware.bytes);
    ASSERT_EQ(lines, 8);
    for (std::size_t bit = 8 * firmware.begin; bit < 8 * firmware.end; bit += 3) {
        file_bytes file = firmware.bytes;
        file[bit / 8] = static_cast<std::uint8_t>(file[bit / 8] ^ 1U << bit % 8);
        try_out(file);
        ASSERT_FALSE(HasFatalFailure()) << "byte " << bit / 8 << ", bit " << bit % 8;
    }
    EXPECT_EQ(errors, 0);
    EXPECT_GT(lines, 2 * images) << "the damage is too great to test anything";
    EXPECT_LT(lines, 7 * images) << "the damage is too small to test anything";
}

TEST_F(hostile_elf, with_lines_at_their_edges) {
    const file_with_lines firmware(some_lines());
    for (std::size_t at = firmware.begin; at + 4 <= firmware.end; at += 2) {
        for (const std::uint32_t edge : {0U, 0x7FFFFFFFU, 0xFFFFFFFFU}) {
            file_bytes file = firmware.bytes;
            elf_builder::put(file, at, edge);
            try_out(file);
            ASSERT_FALSE(HasFatalFailure()) << "offset " << at << ", value " << edge;
        }
    }
    EXPECT_EQ(errors, 0);
}

// A reader that joins the names has 4 GB of a file of 200 KB.
TEST_F(hostile_elf, with_a_long_folder_of_many_files) {
    dwarf_builder dwarf;
    dwarf.folder = std::string(100'000, 'f');
    dwarf.files.assign(40'000, "a");
    dwarf.add_unit(0x8000, 32, {{0, 12, 1}}, 32);
    const file_bytes file = file_with_lines(dwarf).bytes;
    try_out(file);
    EXPECT_EQ(images, 1);
    EXPECT_EQ(lines, 0);
    const std::vector<std::string> left_out = parsed(file).left_out;
    EXPECT_NE(std::find(left_out.begin(), left_out.end(),
                        "test.elf: its source lines cannot be read, and are left out"),
              left_out.end());
}

TEST_F(hostile_elf, with_many_symbols) {
    elf_builder builder;
    builder.add_symbol("object", 0x8000, 4, STT_OBJECT);
    builder.symbols.resize(999'999, builder.symbols[0]);
    builder.add_symbol("the_last", 0x8000, 4);
    builder.add_symbol("one_too_many", 0x8004, 4);
    const elf_image image = parsed(builder.build());
    ASSERT_EQ(image.symbols.size(), 1U);
    EXPECT_EQ(image.symbols[0].name, "the_last");
}

// --- files that are none -------------------------------------------------------------------------

std::string load_error(const std::string& path) {
    try {
        load_elf(path);
        return "an image";
    } catch (const elf_error& error) {
        return error.what();
    }
}

TEST(elf_file, that_is_a_pipe_is_refused_at_once) {
    const sc_test::temporary_folder folder;
    const std::string pipe = folder.path("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(load_error(pipe), pipe + ": expected an ELF file, found a device or pipe");
    const process::descriptor writer(::open(pipe.c_str(), O_RDWR | O_CLOEXEC));
    EXPECT_EQ(load_error(pipe), pipe + ": expected an ELF file, found a device or pipe");
    EXPECT_EQ(load_error("/dev/full"), "/dev/full: expected an ELF file, found a device or pipe");
    EXPECT_EQ(load_error(""), ": expected an ELF file, found no such file");
}

TEST(elf_file, that_becomes_a_pipe_is_not_waited_for) {
    const sc_test::temporary_folder folder;
    const file_bytes file = elf_builder().build();
    folder.write("a.elf", std::string(file.begin(), file.end()));
    ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
    int images = 0;
    busy_neighbour([a = folder.path("a.elf"), b = folder.path("pipe")] {
        ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE);
    }).meanwhile([&] {
        const std::string found = load_error(folder.path("a.elf"));
        images += found == "an image" ? 1 : 0;
        ASSERT_TRUE(found == "an image" || found.find("a device or pipe") != std::string::npos)
            << found;
    });
    EXPECT_GT(images, 0);
}

TEST(elf_file, has_a_name_of_any_bytes) {
    const sc_test::temporary_folder folder;
    const file_bytes file = elf_builder().build();
    const std::string name = "\xFF\xC3(\x80\n.elf";
    folder.write(name, std::string(file.begin(), file.end()));
    EXPECT_EQ(load_elf(folder.path(name)).path, folder.path(name));
    folder.write(name, "");
    EXPECT_EQ(load_error(folder.path(name)),
              folder.path(name) + ": expected an ELF file, found an empty file");
}

} // namespace
} // namespace platform::iss::elf_hostile_test
