// SPDX-License-Identifier: Apache-2.0
#include <iss/host/elf_sections.h>

#include <algorithm>
#include <cstddef>

namespace platform::iss {

namespace {

constexpr std::size_t longest_symbol_name = 4096;
/// Names in total: in a damaged table every symbol can share one long name.
constexpr std::size_t most_name_bytes = std::size_t{64} << 20U;

/// Symbols that are looked at, functions or not: for a file of the largest size the list would
/// take several times its memory.
constexpr int most_symbols = 1'000'000;

} // namespace

elf_sections::elf_sections(Elf* elf) : m_sections(1) {
    GElf_Ehdr file{};
    if (::gelf_getehdr(elf, &file) == nullptr || file.e_shentsize != sizeof(Elf32_Shdr)) {
        return; // libelf does not look at that size
    }
    for (Elf_Scn* s = ::elf_nextscn(elf, nullptr); s != nullptr; s = ::elf_nextscn(elf, s)) {
        section found{s, {}};
        ::gelf_getshdr(s, &found.header);
        m_sections.push_back(found);
    }
    ::elf_getshdrstrndx(elf, &m_names);
}

const elf_sections::section* elf_sections::first_of_type(GElf_Word type) const {
    const auto found = std::find_if(m_sections.begin(), m_sections.end(),
                                    [&](const section& s) { return s.header.sh_type == type; });
    return found == m_sections.end() ? nullptr : &*found;
}

byte_view elf_sections::contents(std::uint64_t index) const {
    Elf_Scn* const s = index < m_sections.size() ? m_sections[index].handle : nullptr;
    const Elf_Data* const data = ::elf_rawdata(s, nullptr);
    return data == nullptr || data->d_buf == nullptr
               ? byte_view()
               : byte_view(static_cast<const std::uint8_t*>(data->d_buf), data->d_size);
}

bool elf_sections::has(const std::string& name) const {
    const byte_view names = contents(m_names);
    return std::any_of(m_sections.begin(), m_sections.end(), [&](const section& s) {
        return names.text(s.header.sh_name, name.size()) == name;
    });
}

symbol_section elf_sections::section_of(const GElf_Sym& symbol) const {
    if (symbol.st_shndx >= m_sections.size()) {
        return {};
    }
    const GElf_Shdr& header = m_sections[symbol.st_shndx].header;
    return {(header.sh_flags & SHF_EXECINSTR) != 0, header.sh_addr + header.sh_size};
}

// Not by elf_strptr: it looks through the whole table for each name without an end, and would
// unpack a compressed table of any size.
void elf_sections::read_symbols(elf_image& into) const {
    function_collector collector;
    const section* const table = first_of_type(SHT_SYMTAB);
    Elf_Data* const entries = table != nullptr ? ::elf_getdata(table->handle, nullptr) : nullptr;
    const byte_view names = table != nullptr ? contents(table->header.sh_link) : byte_view();
    std::size_t name_bytes = 0;
    GElf_Sym symbol{};
    for (int i = 0; i < most_symbols && name_bytes < most_name_bytes &&
                    ::gelf_getsym(entries, i, &symbol) != nullptr;
         ++i) {
        const auto name = names.text(symbol.st_name, longest_symbol_name);
        if (name) {
            name_bytes += name->size();
            collector.add(symbol, *name, section_of(symbol));
        }
    }
    collector.take(into);
}

arm_attributes elf_sections::attributes() const {
    const section* const found = first_of_type(SHT_ARM_ATTRIBUTES);
    const auto attributes = found != nullptr
                                ? read_arm_attributes(contents(::elf_ndxscn(found->handle)))
                                : std::nullopt;
    return attributes.value_or(arm_attributes{});
}

} // namespace platform::iss
