// SPDX-License-Identifier: Apache-2.0
#include <iss/host/elf_sections.h>

#include <algorithm>
#include <cstddef>

namespace platform {

namespace {

constexpr std::size_t longest_name = 4096;
/// Names in total: in a damaged table every symbol can share one long name.
constexpr std::size_t most_name_bytes = std::size_t{64} << 20U;

/// Symbols that are looked at, functions or not: for a file of the largest size the list would
/// take several times its memory.
constexpr std::uint64_t most_symbols = 1'000'000;

constexpr std::uint32_t arm_attributes_section = 0x70000003; ///< SHT_ARM_ATTRIBUTES
} // namespace

elf_sections::elf_sections(byte_view file, const Elf32_Ehdr& header) : m_file(file) {
    if (header.e_shentsize != sizeof(Elf32_Shdr)) {
        return;
    }
    for (std::uint32_t i = 0; i < header.e_shnum; ++i) {
        const auto section =
            file.at<Elf32_Shdr>(header.e_shoff + std::uint64_t{i} * sizeof(Elf32_Shdr));
        if (!section) {
            return;
        }
        m_sections.push_back(*section);
    }
}

const Elf32_Shdr* elf_sections::first_of_type(std::uint32_t type) const {
    const auto found = std::find_if(m_sections.begin(), m_sections.end(),
                                    [&](const Elf32_Shdr& s) { return s.sh_type == type; });
    return found == m_sections.end() ? nullptr : &*found;
}

std::optional<byte_view> elf_sections::contents(const Elf32_Shdr& section) const {
    return m_file.part(section.sh_offset, section.sh_size);
}

symbol_section elf_sections::section_of(const Elf32_Sym& symbol) const {
    if (symbol.st_shndx >= m_sections.size()) {
        return {};
    }
    const Elf32_Shdr& section = m_sections[symbol.st_shndx];
    return {(section.sh_flags & SHF_EXECINSTR) != 0,
            std::uint64_t{section.sh_addr} + section.sh_size};
}

std::vector<elf_symbol> elf_sections::functions() const {
    const Elf32_Shdr* table = first_of_type(SHT_SYMTAB);
    const auto entries = table != nullptr ? contents(*table) : std::nullopt;
    const bool has_names = entries && table->sh_link < m_sections.size();
    const auto names = has_names ? contents(m_sections[table->sh_link]) : std::nullopt;
    function_collector collector;
    std::size_t name_bytes = 0;
    for (std::uint64_t i = 0; names && i < most_symbols && name_bytes < most_name_bytes; ++i) {
        const auto symbol = entries->at<Elf32_Sym>(i * sizeof(Elf32_Sym));
        if (!symbol) {
            break;
        }
        const auto name = names->text(symbol->st_name, longest_name);
        if (name) {
            name_bytes += name->size();
            collector.add(*symbol, *name, section_of(*symbol));
        }
    }
    return collector.take();
}

arm_attributes elf_sections::attributes() const {
    const Elf32_Shdr* section = first_of_type(arm_attributes_section);
    const auto bytes = section != nullptr ? contents(*section) : std::nullopt;
    const auto attributes = bytes ? read_arm_attributes(*bytes) : std::nullopt;
    return attributes.value_or(arm_attributes{});
}

} // namespace platform
