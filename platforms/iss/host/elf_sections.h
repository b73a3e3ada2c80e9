// SPDX-License-Identifier: Apache-2.0
// What the sections of an ELF file tell about its code. All of it is optional: nothing here fails.
#pragma once

#include <iss/host/elf_functions.h>
#include <iss/host/elf_image.h>

#include <gelf.h>

#include <string>
#include <vector>

namespace platform::iss {

/// The sections of a file whose header has been found sound. It must outlive them.
class elf_sections {
public:
    explicit elf_sections(Elf* elf);

    /// The functions and the mapping symbols. Those that do not fit are left out.
    void read_symbols(elf_image& into) const;

    /// The build attributes; without values if there are none, or damaged ones.
    arm_attributes attributes() const;

    bool has(const std::string& name) const;

private:
    struct section {
        Elf_Scn* handle = nullptr;
        GElf_Shdr header{};
    };

    const section* first_of_type(GElf_Word type) const;
    byte_view contents(std::uint64_t index) const;
    symbol_section section_of(const GElf_Sym& symbol) const;

    std::vector<section> m_sections; ///< the first is none
    std::size_t m_names = 0;         ///< the index of the one that holds their names
};

} // namespace platform::iss
