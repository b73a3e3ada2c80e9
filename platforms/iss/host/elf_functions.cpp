// SPDX-License-Identifier: Apache-2.0
#include <iss/host/elf_functions.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>

namespace platform::iss {

namespace {

constexpr std::uint64_t address_space = std::uint64_t{1} << 32U;

/// "$a" or "$a.anything"
std::optional<code_kind> kind_of_mapping(const std::string& name) {
    if (name[0] != '$' || name.size() < 2 || (name.size() > 2 && name[2] != '.')) {
        return std::nullopt;
    }
    switch (name[1]) {
    case 'a': return code_kind::arm;
    case 't': return code_kind::thumb;
    case 'd': return code_kind::data;
    default: return std::nullopt;
    }
}

std::size_t leading_underscores(const std::string& name) {
    return std::min(name.find_first_not_of('_'), name.size());
}

} // namespace

void function_collector::add(const GElf_Sym& symbol, const std::string& name,
                             const symbol_section& section) {
    const unsigned type = GELF_ST_TYPE(symbol.st_info);
    const auto value = static_cast<std::uint32_t>(symbol.st_value); // of a 32-bit file
    const bool is_label = type == STT_NOTYPE && section.is_code;
    if (symbol.st_shndx == SHN_UNDEF || name.empty() || (type != STT_FUNC && !is_label)) {
        return;
    }
    if (is_label && name[0] == '$') {
        if (const auto kind = kind_of_mapping(name)) {
            m_mapping.push_back({value, *kind});
        }
        return;
    }
    candidate found;
    found.symbol.name = name;
    found.symbol.address = value & ~1U;
    found.symbol.size = static_cast<std::uint32_t>(symbol.st_size);
    found.symbol.is_thumb = (value & 1U) != 0;
    found.section_end = section.end;
    found.is_label = is_label;
    const std::uint64_t end = std::uint64_t{found.symbol.address} + found.symbol.size;
    // Labels: local ones are within functions, and linker scripts have some at a section's end.
    const bool is_unfit_label = is_label && (GELF_ST_BIND(symbol.st_info) == STB_LOCAL ||
                                             found.symbol.address >= section.end);
    if (end <= address_space && !is_unfit_label) {
        m_candidates.push_back(std::move(found));
    }
}

void function_collector::take(elf_image& into) {
    std::stable_sort(
        m_mapping.begin(), m_mapping.end(),
        [](const elf_mapping& a, const elf_mapping& b) { return a.address < b.address; });
    into.mapping = std::move(m_mapping);
    std::sort(m_candidates.begin(), m_candidates.end(), is_before);
    drop_inner_labels();
    set_states_of_labels(into);
    fill_sizes();
    into.symbols.clear();
    into.symbols.reserve(m_candidates.size());
    for (candidate& c : m_candidates) {
        into.symbols.push_back(std::move(c.symbol));
    }
}

bool function_collector::is_before(const candidate& a, const candidate& b) {
    const auto key = [](const candidate& c) {
        return std::make_tuple(c.symbol.address, c.is_label, c.symbol.size == 0,
                               leading_underscores(c.symbol.name));
    };
    const auto key_a = key(a);
    const auto key_b = key(b);
    return key_a != key_b ? key_a < key_b : a.symbol.name < b.symbol.name;
}

void function_collector::drop_inner_labels() {
    std::vector<candidate> kept;
    std::uint64_t end = 0; // of the functions so far
    for (candidate& c : m_candidates) {
        if (c.is_label && c.symbol.address < end) {
            continue;
        }
        if (!c.is_label) {
            end = std::max(end, std::uint64_t{c.symbol.address} + c.symbol.size);
        }
        kept.push_back(std::move(c));
    }
    m_candidates = std::move(kept);
}

void function_collector::set_states_of_labels(const elf_image& image) {
    for (candidate& c : m_candidates) {
        const elf_mapping* const at = c.is_label ? image.mapping_at(c.symbol.address) : nullptr;
        if (at != nullptr) {
            c.symbol.is_thumb = at->kind == code_kind::thumb;
        }
    }
}

/// Downwards, so that the address of the next function is known.
void function_collector::fill_sizes() {
    std::uint64_t next_address = address_space;
    std::uint64_t address = address_space;
    for (auto c = m_candidates.rbegin(); c != m_candidates.rend(); ++c) {
        elf_symbol& symbol = c->symbol;
        if (symbol.address != address) {
            next_address = address;
            address = symbol.address;
        }
        const std::uint64_t end = std::min(c->section_end, next_address);
        if (symbol.size == 0 && end > address) {
            symbol.size = static_cast<std::uint32_t>(end - address);
        }
    }
}

} // namespace platform::iss
