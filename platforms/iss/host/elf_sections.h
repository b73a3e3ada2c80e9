// SPDX-License-Identifier: Apache-2.0
// What the sections of an ELF file tell about its code. All of it is optional: nothing here fails.
#pragma once

#include <iss/host/elf_functions.h>
#include <iss/host/elf_image.h>

#include <elf.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace platform {

/// The sections of a file whose header has been found sound.
class elf_sections {
public:
    elf_sections(byte_view file, const Elf32_Ehdr& header);

    /// The functions, sorted as elf_image wants them. Symbols that do not fit are left out.
    std::vector<elf_symbol> functions() const;

    /// The build attributes; without values if there are none, or damaged ones.
    arm_attributes attributes() const;

private:
    const Elf32_Shdr* first_of_type(std::uint32_t type) const;
    std::optional<byte_view> contents(const Elf32_Shdr& section) const;
    symbol_section section_of(const Elf32_Sym& symbol) const;

    byte_view m_file;
    std::vector<Elf32_Shdr> m_sections;
};

} // namespace platform
