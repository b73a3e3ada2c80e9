// SPDX-License-Identifier: Apache-2.0
// A case of random firmware as a file, as text, and with less code.
#include "random_firmware.h"

#include <elf.h>
#include <process/words.h>

#include <algorithm>
#include <cstring>

namespace platform::fuzz {

namespace {

using content = memory_block::content;

constexpr std::uint32_t nop_of_arm = 0xE1A0'0000;
constexpr std::uint32_t two_nops_of_thumb = 0x46C0'46C0;

} // namespace

std::string elf_of(const fuzz_case& c) {
    Elf32_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS32;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_EXEC;
    header.e_machine = EM_ARM;
    header.e_version = EV_CURRENT;
    header.e_entry = c.entry;
    header.e_flags = EF_ARM_EABI_VER5 | EF_ARM_ABI_FLOAT_SOFT;
    header.e_ehsize = sizeof(Elf32_Ehdr);
    header.e_phoff = sizeof(Elf32_Ehdr);
    header.e_phentsize = sizeof(Elf32_Phdr);
    header.e_phnum = static_cast<Elf32_Half>(c.memory.size());
    const auto append = [](std::string& file, const void* data, std::size_t bytes) {
        file.append(static_cast<const char*>(data), bytes);
    };
    std::string file;
    append(file, &header, sizeof header);
    std::string contents;
    for (const memory_block& block : c.memory) {
        Elf32_Phdr segment{};
        segment.p_type = PT_LOAD;
        segment.p_offset = static_cast<Elf32_Off>(sizeof header + c.memory.size() * sizeof segment +
                                                  contents.size());
        segment.p_vaddr = segment.p_paddr = block.address;
        segment.p_filesz = segment.p_memsz = static_cast<Elf32_Word>(block.words.size() * 4U);
        segment.p_flags = PF_R | PF_W | PF_X;
        append(file, &segment, sizeof segment);
        for (const std::uint32_t word : block.words) {
            for (unsigned shift = 0; shift < 32; shift += 8) {
                contents += static_cast<char>(word >> shift & 0xFFU);
            }
        }
    }
    return file + contents;
}

void drop(fuzz_case& c, std::size_t first, std::size_t end) {
    std::size_t place = 0;
    for (memory_block& block : c.memory) {
        for (std::size_t w = 0; w < block.words.size(); ++w) {
            if (block.kinds[w] == content::other) {
                continue;
            }
            if (place >= first && place < end) {
                block.words[w] = block.kinds[w] == content::arm ? nop_of_arm : two_nops_of_thumb;
            }
            ++place;
        }
    }
}

std::string listing(const fuzz_case& c) {
    std::string text;
    for (const memory_block& block : c.memory) {
        for (std::size_t w = 0; w < block.words.size(); ++w) {
            const bool is_arm = block.kinds[w] == content::arm;
            const std::uint32_t word = block.words[w];
            if (block.kinds[w] == content::other ||
                word == (is_arm ? nop_of_arm : two_nops_of_thumb)) {
                continue;
            }
            text += process::hex_digits(block.address + 4 * w, 8);
            text += is_arm ? ": .arm    .word " + process::hex(word, 8)
                           : ": .thumb  .hword " + process::hex(word & 0xFFFFU, 4) + ", " +
                                 process::hex(word >> 16U, 4);
            text += '\n';
        }
    }
    return text;
}

std::size_t places(const fuzz_case& c) {
    std::size_t count = 0;
    for (const memory_block& block : c.memory) {
        count += block.kinds.size() - static_cast<std::size_t>(std::count(
                                          block.kinds.begin(), block.kinds.end(), content::other));
    }
    return count;
}

} // namespace platform::fuzz
