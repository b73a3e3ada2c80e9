// SPDX-License-Identifier: Apache-2.0
// The ELF loader: what it reads, and that every fault of a file is an error that says what it is.
#include "elf_builder.h"
#include <support/temporary_folder.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <random>

namespace platform::iss::elf_image_test {
namespace {

TEST(elf_image, has_segments_by_address_and_an_end) {
    elf_builder builder;
    std::swap(builder.segments[0], builder.segments[1]);
    const elf_image image = parsed(builder.build());

    EXPECT_EQ(image.path, "test.elf");
    EXPECT_EQ(image.entry, 0x8000U);
    ASSERT_EQ(image.segments.size(), 2U);
    EXPECT_EQ(image.segments[0].address, 0x8000U);
    EXPECT_EQ(image.segments[0].bytes, file_bytes(32, 0xC0));
    EXPECT_EQ(image.segments[0].memory_size, 32U);
    EXPECT_TRUE(image.segments[0].is_executable);
    EXPECT_EQ(image.segments[1].address, 0x9000U);
    EXPECT_EQ(image.segments[1].bytes, (file_bytes{1, 2, 3, 4}));
    EXPECT_EQ(image.segments[1].memory_size, 0x100U);
    EXPECT_FALSE(image.segments[1].is_executable);
    EXPECT_EQ(image.end, 0x9100U);
}

struct header_fault {
    std::size_t offset;
    std::size_t bytes;
    std::uint32_t value;
    const char* message;
};

TEST(elf_image, each_header_field_is_checked) {
    const std::size_t first = sizeof(Elf32_Ehdr); // the first program header
    const header_fault faults[] = {
        {0, 1, 'X', "expected an ELF file, found one that begins with 0x58 0x45 0x4C 0x46"},
        {3, 1, 0, "expected an ELF file, found one that begins with 0x7F 0x45 0x4C 0x00"},
        {EI_CLASS, 1, ELFCLASS64, "expected a 32-bit ELF file, found a 64-bit one for ARM (40)"},
        {EI_CLASS, 1, 0, "expected a 32-bit ELF file, found the class 0"},
        {EI_DATA, 1, ELFDATA2MSB, "expected a little-endian ELF file, found a big-endian one"},
        {EI_DATA, 1, 7, "expected a little-endian ELF file, found the data encoding 7"},
        {EI_VERSION, 1, 0, "expected ELF version 1, found version 0 (offset 0x6)"},
        {16, 2, ET_NONE, "expected an executable file, found a file of no type (0)"},
        {16, 2, ET_REL, "found a relocatable file (1), which is not linked (offset 0x10)"},
        {16, 2, ET_DYN, "found a shared or position-independent file (3)"},
        {16, 2, ET_CORE, "found a core file (4)"},
        {16, 2, 0xFE00, "found the type 65024"},
        {18, 2, EM_X86_64, "expected firmware for ARM (40), found AMD x86-64 (62) (offset 0x12)"},
        {18, 2, EM_RISCV, "found RISC-V (243)"},
        {18, 2, 0x1234, "found an unknown machine (4660)"},
        {20, 4, 2, "expected ELF version 1, found version 2 (offset 0x14)"},
        {24, 4, 0x7FFE, "expected an entry at a multiple of 4 (ARM) or an odd one (Thumb)"},
        {24, 4, 0x7FFD, "expected an entry in a loaded executable segment, found 0x00007FFD"},
        {24, 4, 0x8020, "expected an entry in a loaded executable segment, found 0x00008020"},
        {24, 4, 0x9000, "expected an entry in a loaded executable segment, found 0x00009000"},
        {28, 4, 0, "expected an offset of the program headers, found 0 (offset 0x1C)"},
        {28, 4, 0xFFFFFFFF, "expected 2 program headers of 32 bytes in the file"},
        {36, 4, 0x05800200, "expected little-endian data, found the flag of big-endian data (BE8)"},
        {40, 2, 51, "expected an ELF header of 52 bytes, found 51 bytes"},
        {42, 2, 56, "expected program headers of 32 bytes, found 56 bytes"},
        {44, 2, 0, "expected a segment to load, found no program header"},
        {44, 2, 0xFFFF, "expected 65535 program headers of 32 bytes in the file, found the end"},
        {48, 2, 0, "expected the number of sections in the ELF header, found none (offset 0x30)"},
        {first, 4, PT_INTERP, "expected firmware that runs by itself, found a program for a dyn"},
        {first, 4, PT_NOTE, "expected an entry in a loaded executable segment"},
        {first + 4, 4, 0xFFFFFFF0, "expected segment 0 within the file of"},
        {first + 8, 4, 0xFFFFFFE1, "expected segment 0 within 32-bit addresses, found 32 bytes"},
        {first + 12, 4, 0xFFFFFFE1, "expected segment 0 within 32-bit addresses, found 32 bytes"},
        {first + 12, 4, 0x8FE1, "expected segments that do not overlap, found one at address 0x"},
        {first + 16, 4, 33, "expected segment 0 with at most 32 bytes in the file, found 33 bytes"},
        {first + 20, 4, 31, "expected segment 0 with at most 31 bytes in the file, found 32 bytes"},
        {first + 20, 4, 0x1001, "expected segments that do not overlap, found one at address 0x"},
        {first + 20, 4, 0xFFFFFFFF, "expected segment 0 within 32-bit addresses, found 4294967295"},
        {first + 24, 4, PF_R | PF_W, "expected an entry in a loaded executable segment"},
    };
    const file_bytes sound = elf_builder().build();
    ASSERT_EQ(parse_error(sound), "an image");
    for (const header_fault& fault : faults) {
        file_bytes file = sound;
        std::memcpy(file.data() + fault.offset, &fault.value, fault.bytes);
        const std::string message = parse_error(file);
        EXPECT_NE(message.find(fault.message), std::string::npos)
            << "offset " << fault.offset << ", value " << fault.value << ": " << message;
        EXPECT_EQ(message.rfind("test.elf: expected ", 0), 0U) << message;
    }
}

TEST(elf_image, without_anything_to_load_is_an_error) {
    elf_builder builder;
    for (elf_builder::segment& s : builder.segments) {
        s.header.p_filesz = 0;
        s.header.p_memsz = 0;
    }
    EXPECT_EQ(
        parse_error(builder.build()),
        "test.elf: expected a segment to load, found none in 2 program headers (offset 0x34)");
}

TEST(elf_image, can_be_cut_anywhere) {
    elf_builder builder;
    builder.add_symbol("main", 0x8000, 8);
    const file_bytes file = builder.build();
    const std::size_t loaded = sizeof(Elf32_Ehdr) + 2 * sizeof(Elf32_Phdr) + 32 + 4;
    for (std::size_t size = 0; size <= file.size(); ++size) {
        const file_bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
        if (size < loaded) {
            EXPECT_THROW(parsed(cut), elf_error) << size;
        } else {
            EXPECT_EQ(parsed(cut).segments.size(), 2U) << size;
        }
    }
    EXPECT_EQ(parse_error({}), "test.elf: expected an ELF file, found an empty file");
    EXPECT_EQ(parse_error({0x7F, 'E', 'L', 'F'}),
              "test.elf: expected an ELF header of 52 bytes, found a file of 4 bytes");
    EXPECT_EQ(parsed(file).symbols.size(), 1U);
}

TEST(elf_image, zeros_take_no_memory_of_the_host) {
    elf_builder builder;
    builder.segments[1].header.p_memsz = 0xFFFF7000; // up to the last address
    const elf_image image = parsed(builder.build());
    EXPECT_EQ(image.segments[1].memory_size, 0xFFFF7000U);
    EXPECT_EQ(image.segments[1].bytes.size(), 4U);
    EXPECT_EQ(image.segments[1].end(), std::uint64_t{1} << 32U);
    EXPECT_EQ(image.end, std::uint64_t{1} << 32U);
}

TEST(elf_image, segments_have_no_more_contents_than_the_file) {
    elf_builder builder;
    for (std::uint32_t i = 0; i < 64; ++i) {
        builder.add_segment(0x10000 + 0x1000 * i, {}, 0x1000, PF_R);
    }
    file_bytes file = builder.build();
    for (std::size_t i = 2; i < builder.segments.size(); ++i) { // all of them share the file
        const std::size_t at = sizeof(Elf32_Ehdr) + i * sizeof(Elf32_Phdr);
        elf_builder::put(file, at + offsetof(Elf32_Phdr, p_offset), std::uint32_t{0});
        elf_builder::put(file, at + offsetof(Elf32_Phdr, p_filesz), std::uint32_t{0x400});
    }
    EXPECT_NE(parse_error(file).find("expected segments with no more contents than the file of"),
              std::string::npos)
        << parse_error(file);
}

TEST(elf_image, data_that_runs_elsewhere_is_loaded_without_its_zeros) {
    elf_builder builder;
    builder.segments[1].header.p_paddr = 0x8020; // right after the code
    builder.add_segment(0xA000, {}, 0x200, PF_R | PF_W).header.p_paddr = 0x8022;
    builder.add_segment(0x8024, {5}, 1, PF_R);
    const elf_image image = parsed(builder.build());
    ASSERT_EQ(image.segments.size(), 3U);
    EXPECT_EQ(image.segments[1].address, 0x8020U);
    EXPECT_EQ(image.segments[1].memory_size, 4U);
    EXPECT_EQ(image.segments[2].address, 0x8024U);
    EXPECT_EQ(image.end, 0xA200U) << "after the .bss";
}

TEST(elf_image, starts_in_thumb_state_at_an_odd_entry) {
    elf_builder builder;
    builder.header.e_entry = 0x801F;
    EXPECT_EQ(parsed(builder.build()).entry, 0x801FU);
}

TEST(elf_image, entry_is_where_the_file_has_bytes) {
    elf_builder builder;
    builder.segments[0].header.p_memsz = 64;
    builder.header.e_entry = 0x8020;
    EXPECT_NE(parse_error(builder.build()).find("expected an entry in a loaded"),
              std::string::npos);
}

TEST(elf_image, finds_the_function_of_an_address) {
    elf_builder builder;
    builder.add_symbol("second", 0x8009, 4); // Thumb
    builder.add_symbol("first", 0x8000, 8);
    builder.add_symbol("undefined", 0x8010, 8, STT_FUNC, STB_GLOBAL, SHN_UNDEF);
    builder.add_symbol("object", 0x8014, 8, STT_OBJECT);
    builder.add_symbol("", 0x8018, 8);
    builder.add_symbol("wraps", 0xFFFFFFF0, 0x11);
    builder.add_symbol("last", 0xFFFFFFF0, 0x10, STT_FUNC, STB_GLOBAL, SHN_ABS);
    const elf_image image = parsed(builder.build());

    ASSERT_EQ(image.symbols.size(), 3U);
    EXPECT_EQ(image.symbols[0].name, "first");
    EXPECT_FALSE(image.symbols[0].is_thumb);
    EXPECT_EQ(image.symbols[1].name, "second");
    EXPECT_EQ(image.symbols[1].address, 0x8008U);
    EXPECT_TRUE(image.symbols[1].is_thumb);
    EXPECT_EQ(image.symbols[2].name, "last");

    const auto name_at = [&](std::uint32_t pc) {
        const elf_symbol* found = image.function_at(pc);
        return found == nullptr ? "none" : found->name;
    };
    EXPECT_EQ(name_at(0), "none");
    EXPECT_EQ(name_at(0x7FFF), "none");
    EXPECT_EQ(name_at(0x8000), "first");
    EXPECT_EQ(name_at(0x8007), "first");
    EXPECT_EQ(name_at(0x8008), "second");
    EXPECT_EQ(name_at(0x8009), "second");
    EXPECT_EQ(name_at(0x800B), "second");
    EXPECT_EQ(name_at(0x800C), "none");
    EXPECT_EQ(name_at(0xFFFFFFFF), "last");
    EXPECT_EQ(elf_image().function_at(0), nullptr);
}

TEST(elf_image, functions_without_a_size_reach_to_the_next_or_the_end_of_the_section) {
    elf_builder builder;
    builder.add_symbol("first", 0x8000, 0);
    builder.add_symbol("second", 0x8008, 0);
    builder.add_symbol("elsewhere", 0xA000, 0, STT_FUNC, STB_GLOBAL, SHN_ABS);
    const elf_image image = parsed(builder.build());
    ASSERT_EQ(image.symbols.size(), 3U);
    EXPECT_EQ(image.symbols[0].size, 8U);
    EXPECT_EQ(image.symbols[1].size, 0x18U);
    EXPECT_EQ(image.symbols[2].size, 0U);
    EXPECT_EQ(image.function_at(0x8020), nullptr);
    EXPECT_EQ(image.function_at(0xA000), nullptr);
}

TEST(elf_image, the_best_of_several_names_comes_first) {
    elf_builder builder;
    builder.add_symbol("__alias", 0x8000, 8);
    builder.add_symbol("a_label", 0x8000, 0, STT_NOTYPE);
    builder.add_symbol("no_size", 0x8000, 0);
    builder.add_symbol("name_b", 0x8000, 8);
    builder.add_symbol("name_a", 0x8000, 8);
    builder.add_symbol("sized_label", 0x8010, 4, STT_NOTYPE);
    builder.add_symbol("unsized_function", 0x8010, 0);
    const elf_image image = parsed(builder.build());
    ASSERT_EQ(image.symbols.size(), 6U) << "the label is inside of a function";
    EXPECT_EQ(image.symbols[4].name, "unsized_function");
    EXPECT_EQ(image.symbols[5].name, "sized_label");
    EXPECT_EQ(image.symbols[0].name, "name_a");
    EXPECT_EQ(image.symbols[1].name, "name_b");
    EXPECT_EQ(image.symbols[2].name, "__alias");
    EXPECT_EQ(image.symbols[3].name, "no_size");
    ASSERT_NE(image.function_at(0x8006), nullptr);
    EXPECT_EQ(image.function_at(0x8006)->name, "name_a");
}

TEST(elf_image, global_labels_of_assembler_code_are_functions) {
    elf_builder builder;
    builder.add_symbol("$a", 0x8000, 0, STT_NOTYPE, STB_LOCAL);
    builder.add_symbol("$t.1", 0x8010, 0, STT_NOTYPE, STB_LOCAL);
    builder.add_symbol("$d", 0x801C, 0, STT_NOTYPE, STB_LOCAL);
    builder.add_symbol("reset", 0x8000, 0, STT_NOTYPE);
    builder.add_symbol("loop", 0x8004, 0, STT_NOTYPE, STB_LOCAL);
    builder.add_symbol("sized", 0x8008, 8);
    builder.add_symbol("inner", 0x800C, 0, STT_NOTYPE);
    builder.add_symbol("handler", 0x8010, 0, STT_NOTYPE);
    builder.add_symbol("_etext", 0x8020, 0, STT_NOTYPE);
    builder.add_symbol("stack_top", 0x8018, 0, STT_NOTYPE, STB_GLOBAL, SHN_ABS);
    const elf_image image = parsed(builder.build());
    ASSERT_EQ(image.symbols.size(), 3U);
    EXPECT_EQ(image.symbols[0].name, "reset");
    EXPECT_EQ(image.symbols[0].size, 8U);
    EXPECT_FALSE(image.symbols[0].is_thumb);
    EXPECT_EQ(image.symbols[1].name, "sized");
    EXPECT_EQ(image.symbols[2].name, "handler");
    EXPECT_EQ(image.symbols[2].size, 0x10U);
    EXPECT_TRUE(image.symbols[2].is_thumb);
}

// BL at 0x8000 to 0x800C: (0x800C - 0x8008) / 4 = 1. BLX at 0x8004 to Thumb code at 0x801A:
// 0x801A - 0x800C = 14 = 3 * 4 + 2, H = 1. Thumb's BL at 0x8010 to 0x8016: 0x8016 - 0x8014 = 2, so
// imm11 = 1; its BLX at 0x8014 to 0x8008: 0x8008 - 0x8018 = -16, imm11 = -16 / 2 with a 0 as bit 0.
TEST(elf_image, local_labels_that_are_called_are_functions) {
    elf_builder builder;
    const auto put = [&](std::size_t at, const file_bytes& code) {
        std::copy(code.begin(), code.end(), builder.segments[0].bytes.begin() + at);
    };
    put(0x00, {0x01, 0x00, 0x00, 0xEB});
    put(0x04, {0x03, 0x00, 0x00, 0xFB});
    put(0x10, {0x00, 0xF0, 0x01, 0xF8});
    put(0x14, {0xFF, 0xF7, 0xF8, 0xEF});
    const auto add_local = [&](const char* name, std::uint32_t address) {
        builder.add_symbol(name, address, 0, STT_NOTYPE, STB_LOCAL);
    };
    add_local("$a", 0x8000);
    add_local("$t", 0x8010);
    builder.add_symbol("_start", 0x8000, 0, STT_NOTYPE);
    add_local("loop", 0x8004);
    add_local("by_thumb_blx", 0x8008);
    add_local("by_bl", 0x800C);
    add_local("not_called", 0x8012);
    add_local("by_thumb_bl", 0x8016);
    add_local(".L1", 0x801A);
    add_local("by_blx", 0x801A);
    const elf_image image = parsed(builder.build());
    ASSERT_EQ(image.symbols.size(), 5U);
    EXPECT_EQ(image.symbols[0].name, "_start");
    EXPECT_EQ(image.symbols[1].name, "by_thumb_blx");
    EXPECT_EQ(image.symbols[1].size, 4U);
    EXPECT_EQ(image.symbols[2].name, "by_bl");
    EXPECT_EQ(image.symbols[2].size, 10U);
    EXPECT_FALSE(image.symbols[2].is_thumb);
    EXPECT_EQ(image.symbols[3].name, "by_thumb_bl");
    EXPECT_TRUE(image.symbols[3].is_thumb);
    EXPECT_EQ(image.symbols[4].name, "by_blx");
    EXPECT_EQ(image.symbols[4].size, 6U);
}

TEST(elf_image, local_labels_are_functions_where_nothing_else_can_be) {
    elf_builder builder;
    const auto add_local = [&](const char* name, std::uint32_t address) {
        builder.add_symbol(name, address, 0, STT_NOTYPE, STB_LOCAL);
    };
    add_local("$a", 0x8000);
    add_local("$d", 0x8018);
    add_local("first", 0x8000);
    builder.add_symbol("sized", 0x8004, 8);
    add_local("inner", 0x8008);
    add_local("after", 0x800C);
    add_local("loop", 0x8010);
    add_local("table", 0x8018);
    const elf_image image = parsed(builder.build());
    ASSERT_EQ(image.symbols.size(), 3U);
    EXPECT_EQ(image.symbols[0].name, "first");
    EXPECT_EQ(image.symbols[0].size, 4U);
    EXPECT_EQ(image.symbols[1].name, "sized");
    EXPECT_EQ(image.symbols[2].name, "after");
    EXPECT_EQ(image.symbols[2].size, 0x14U);
}

TEST(elf_image, mapping_symbols_say_what_is_data) {
    elf_builder builder;
    builder.add_symbol("$d", 0x8018, 0, STT_NOTYPE, STB_LOCAL);
    builder.add_symbol("$a", 0x8000, 0, STT_NOTYPE, STB_LOCAL);
    builder.add_symbol("$t.x", 0x8010, 0, STT_NOTYPE, STB_LOCAL);
    builder.add_symbol("$data", 0x8004, 0, STT_NOTYPE, STB_LOCAL); // a name like any other
    builder.add_symbol("$x", 0x8008, 0, STT_NOTYPE, STB_LOCAL);    // of another architecture
    const elf_image image = parsed(builder.build());
    ASSERT_EQ(image.mapping.size(), 3U);
    EXPECT_EQ(image.mapping_at(0x7FFF), nullptr);
    EXPECT_EQ(image.mapping_at(0x8000)->kind, code_kind::arm);
    EXPECT_EQ(image.mapping_at(0x800F)->kind, code_kind::arm);
    EXPECT_EQ(image.mapping_at(0x8010)->kind, code_kind::thumb);
    EXPECT_EQ(image.mapping_at(0x801C)->kind, code_kind::data);
}

TEST(elf_image, names_of_functions_are_not_endless) {
    elf_builder builder;
    builder.add_symbol(std::string(4096, 'a'), 0x8000, 8);
    builder.add_symbol(std::string(4097, 'b'), 0x8008, 8);
    const elf_image image = parsed(builder.build());
    ASSERT_EQ(image.symbols.size(), 1U);
    EXPECT_EQ(image.symbols[0].name, std::string(4096, 'a'));
}

TEST(elf_image, damaged_sections_leave_the_rest) {
    elf_builder builder;
    builder.add_symbol("main", 0x8000, 8);
    const file_bytes sound = builder.build();
    Elf32_Ehdr header{};
    std::memcpy(&header, sound.data(), sizeof header);
    const std::size_t symbols = header.e_shoff + elf_builder::symbol_section * sizeof(Elf32_Shdr);
    const std::size_t names = header.e_shoff + elf_builder::name_section * sizeof(Elf32_Shdr);
    const header_fault faults[] = {
        {offsetof(Elf32_Ehdr, e_shoff), 4, 0xFFFFFFF0, "no sections"},
        {offsetof(Elf32_Ehdr, e_shentsize), 2, 39, "sections of another size"},
        {offsetof(Elf32_Ehdr, e_shnum), 2, 2, "too few sections"},
        {symbols + offsetof(Elf32_Shdr, sh_offset), 4, 0xFFFFFFF0, "symbols outside"},
        {symbols + offsetof(Elf32_Shdr, sh_size), 4, 0xFFFFFFFF, "too many symbols"},
        {symbols + offsetof(Elf32_Shdr, sh_size), 4, 15, "part of a symbol"},
        {symbols + offsetof(Elf32_Shdr, sh_link), 4, 99, "no names"},
        {names + offsetof(Elf32_Shdr, sh_offset), 4, 0xFFFFFFF0, "names outside"},
        {names + offsetof(Elf32_Shdr, sh_size), 4, 5, "a name without an end"},
    };
    ASSERT_EQ(parsed(sound).symbols.size(), 1U);
    for (const header_fault& fault : faults) {
        file_bytes file = sound;
        std::memcpy(file.data() + fault.offset, &fault.value, fault.bytes);
        const elf_image image = parsed(file);
        EXPECT_TRUE(image.symbols.empty()) << fault.message;
        EXPECT_EQ(image.segments.size(), 2U) << fault.message;
    }
}

TEST(elf_image, is_loaded_from_a_file) {
    const sc_test::temporary_folder folder;
    const file_bytes file = elf_builder().build();
    folder.write("a.elf", std::string(file.begin(), file.end()));
    const elf_image image = load_elf(folder.path("a.elf"));
    EXPECT_EQ(image.path, folder.path("a.elf"));
    EXPECT_EQ(image.segments.size(), 2U);
}

TEST(elf_image, a_file_that_cannot_be_read_is_an_error) {
    const sc_test::temporary_folder folder;
    folder.write("empty", "");
    folder.write("text", "int main(void)");
    folder.write("huge", "");
    std::filesystem::resize_file(folder.path("huge"), (std::uintmax_t{256} << 20U) + 1);
    std::filesystem::create_symlink("loop", folder.path("loop"));
    const auto error = [](const std::string& path) {
        try {
            load_elf(path);
            return std::string("none");
        } catch (const elf_error& e) {
            return std::string(e.what());
        }
    };
    const std::string in = folder.path() + "/";
    EXPECT_EQ(error(in + "none"), in + "none: expected an ELF file, found no such file");
    EXPECT_EQ(error(in + "text/a"), in + "text/a: expected an ELF file, found no such file");
    EXPECT_EQ(error(in + "empty"), in + "empty: expected an ELF file, found an empty file");
    EXPECT_EQ(error(folder.path()), folder.path() + ": expected an ELF file, found a folder");
    EXPECT_EQ(error("/dev/zero"), "/dev/zero: expected an ELF file, found a device or pipe");
    EXPECT_EQ(error(in + "text"), in + "text: expected an ELF file, found one that begins with "
                                       "0x69 0x6E 0x74 0x20 (offset 0x0)");
    EXPECT_EQ(error(in + "huge"), in + "huge: expected a file of at most 268435456 bytes, found "
                                       "268435457 bytes");
    EXPECT_EQ(error(in + "loop").rfind(in + "loop: expected a readable file, found ", 0), 0U);
}

TEST(elf_image, damaged_at_random_is_an_error_or_an_image) {
    elf_builder builder;
    builder.add_symbol("main", 0x8000, 8);
    builder.add_symbol("$t", 0x8008, 0, STT_NOTYPE, STB_LOCAL);
    builder.add_symbol("label", 0x8008, 0, STT_NOTYPE);
    builder.add_symbol("function", 0x8011, 0);
    builder.attributes = {'A', 24, 0, 0, 0,   'a', 'e', 'a', 'b', 'i',  0, 1,  14,
                          0,   0,  0, 5, '7', '-', 'R', 0,   6,   0x0A, 7, 'R'};
    const file_bytes sound = builder.build();
    std::mt19937 random(20240607);
    const auto below = [&](std::size_t limit) { return random() % limit; };
    constexpr std::uint8_t edges[] = {0x00, 0x01, 0x7F, 0x80, 0xFF};
    std::size_t images = 0;
    constexpr std::size_t runs = 20000;
    for (std::size_t run = 0; run < runs; ++run) {
        file_bytes file = sound;
        for (std::size_t n = 1 + below(4); n != 0; --n) {
            const bool is_edge = below(2) == 0;
            file[below(file.size())] =
                is_edge ? edges[below(std::size(edges))] : static_cast<std::uint8_t>(random());
        }
        if (below(8) == 0) {
            file.resize(below(file.size() + 1));
        }
        try {
            const elf_image image = parsed(file);
            ++images;
            std::uint64_t end = 0;
            for (const elf_segment& s : image.segments) {
                ASSERT_GE(s.address, end) << "run " << run;
                ASSERT_LE(s.bytes.size(), s.memory_size) << "run " << run;
                end = s.end();
            }
            ASSERT_LE(end, image.end) << "run " << run;
            ASSERT_LE(image.end, std::uint64_t{1} << 32U) << "run " << run;
            for (const elf_symbol& s : image.symbols) {
                ASSERT_TRUE(s.size == 0 || image.function_at(s.address) != nullptr)
                    << "run " << run;
            }
            executes({"cpu", 10, 'R'}, image.attributes);
        } catch (const elf_error& error) {
            ASSERT_EQ(std::string(error.what()).rfind("test.elf: expected ", 0), 0U)
                << "run " << run;
        }
    }
    EXPECT_GT(images, runs / 20) << "the damage is too great to test anything";
    EXPECT_LT(images, runs - runs / 20) << "the damage is too small to test anything";
}

} // namespace
} // namespace platform::iss::elf_image_test
