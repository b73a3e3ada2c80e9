// SPDX-License-Identifier: Apache-2.0
// Makes small ELF files for the tests of the loader.
#pragma once

#include <iss/host/elf_image.h>

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace platform::iss {

using file_bytes = std::vector<std::uint8_t>;

/// A linked program for ARM. Without changes: a code segment of 32 bytes at 0x8000, where it
/// starts, and a data segment of 4 bytes at 0x9000, which has 0x100 bytes in memory.
class elf_builder {
public:
    struct segment {
        Elf32_Phdr header;
        file_bytes bytes;
    };

    elf_builder() {
        std::memcpy(header.e_ident, ELFMAG, SELFMAG);
        header.e_ident[EI_CLASS] = ELFCLASS32;
        header.e_ident[EI_DATA] = ELFDATA2LSB;
        header.e_ident[EI_VERSION] = EV_CURRENT;
        header.e_type = ET_EXEC;
        header.e_machine = EM_ARM;
        header.e_version = EV_CURRENT;
        header.e_entry = 0x8000;
        header.e_flags = 0x05000200;
        header.e_ehsize = sizeof(Elf32_Ehdr);
        header.e_phentsize = sizeof(Elf32_Phdr);
        header.e_shentsize = sizeof(Elf32_Shdr);
        add_segment(0x8000, file_bytes(32, 0xC0), 32, PF_R | PF_X);
        add_segment(0x9000, {1, 2, 3, 4}, 0x100, PF_R | PF_W);
    }

    segment& add_segment(std::uint32_t address, const file_bytes& bytes, std::uint32_t memory_size,
                         std::uint32_t flags) {
        Elf32_Phdr h{};
        h.p_type = PT_LOAD;
        h.p_vaddr = address;
        h.p_paddr = address;
        h.p_filesz = static_cast<std::uint32_t>(bytes.size());
        h.p_memsz = memory_size;
        h.p_flags = flags;
        segments.push_back({h, bytes});
        return segments.back();
    }

    /// A symbol in the section of the code, 0x8000 to 0x801F, unless `section` is another.
    void add_symbol(const std::string& name, std::uint32_t value, std::uint32_t size,
                    unsigned type = STT_FUNC, unsigned binding = STB_GLOBAL,
                    std::uint16_t section = code_section) {
        Elf32_Sym s{};
        s.st_name = static_cast<std::uint32_t>(names.size());
        s.st_value = value;
        s.st_size = size;
        s.st_info = static_cast<unsigned char>(ELF32_ST_INFO(binding, type));
        s.st_shndx = section;
        symbols.push_back(s);
        names += name + '\0';
    }

    /// Header, program headers, contents of segments, section headers, contents of sections.
    file_bytes build() const {
        file_bytes file(sizeof(Elf32_Ehdr) + segments.size() * sizeof(Elf32_Phdr));
        Elf32_Ehdr h = header;
        h.e_phoff = sizeof(Elf32_Ehdr);
        h.e_phnum = static_cast<std::uint16_t>(segments.size());
        for (std::size_t i = 0; i < segments.size(); ++i) {
            Elf32_Phdr segment_header = segments[i].header;
            segment_header.p_offset = static_cast<std::uint32_t>(file.size());
            file.insert(file.end(), segments[i].bytes.begin(), segments[i].bytes.end());
            put(file, h.e_phoff + i * sizeof(Elf32_Phdr), segment_header);
        }
        h.e_shoff = static_cast<std::uint32_t>(file.size());
        h.e_shnum = static_cast<std::uint16_t>(section_count + named.size() + 1);
        h.e_shstrndx = static_cast<std::uint16_t>(section_count + named.size());
        put(file, 0, h);
        append_sections(file);
        return file;
    }

    template <class T>
    static void put(file_bytes& file, std::size_t offset, const T& value) {
        std::memcpy(file.data() + offset, &value, sizeof(T));
    }

    static constexpr std::uint16_t code_section = 1;
    static constexpr std::uint16_t symbol_section = 2;
    static constexpr std::uint16_t name_section = 3;
    static constexpr std::uint16_t attribute_section = 4;
    static constexpr std::uint16_t section_count = 5;

    Elf32_Ehdr header{};
    std::vector<segment> segments;
    std::vector<Elf32_Sym> symbols;
    std::string names = std::string(1, '\0');
    file_bytes attributes;

    /// A section that is found by its name.
    struct named_section {
        std::string name;
        file_bytes bytes;
    };
    std::vector<named_section> named;

private:
    void append_sections(file_bytes& file) const {
        const std::size_t table = file.size();
        file.resize(table + (section_count + named.size() + 1) * sizeof(Elf32_Shdr));
        const auto append = [&](std::size_t index, std::uint32_t type, const void* data,
                                std::size_t size, std::size_t name = 0) {
            Elf32_Shdr s{};
            s.sh_name = static_cast<std::uint32_t>(name);
            s.sh_type = type;
            s.sh_offset = static_cast<std::uint32_t>(file.size());
            s.sh_size = static_cast<std::uint32_t>(size);
            s.sh_link = name_section;
            put(file, table + index * sizeof(Elf32_Shdr), s);
            const auto* const bytes = static_cast<const std::uint8_t*>(data);
            file.insert(file.end(), bytes, bytes + size);
        };
        append(symbol_section, SHT_SYMTAB, symbols.data(), symbols.size() * sizeof(Elf32_Sym));
        append(name_section, SHT_STRTAB, names.data(), names.size());
        append(attribute_section, 0x70000003, attributes.data(), attributes.size());
        std::string section_names(1, '\0');
        for (std::size_t i = 0; i < named.size(); ++i) {
            append(section_count + i, SHT_PROGBITS, named[i].bytes.data(), named[i].bytes.size(),
                   section_names.size());
            section_names += named[i].name + '\0';
        }
        append(section_count + named.size(), SHT_STRTAB, section_names.data(),
               section_names.size());
        Elf32_Shdr code{};
        code.sh_type = SHT_PROGBITS;
        code.sh_flags = SHF_ALLOC | SHF_EXECINSTR;
        code.sh_addr = 0x8000;
        code.sh_size = 32;
        put(file, table + code_section * sizeof(Elf32_Shdr), code);
    }
};

inline elf_image parsed(const file_bytes& file) {
    return parse_elf("test.elf", byte_view(file.data(), file.size()));
}

/// The message of the error; "an image" if there is none.
inline std::string parse_error(const file_bytes& file) {
    try {
        parsed(file);
        return "an image";
    } catch (const elf_error& error) {
        return error.what();
    }
}

} // namespace platform::iss
