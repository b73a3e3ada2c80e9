// SPDX-License-Identifier: Apache-2.0
#include <iss/host/elf_functions.h>

#include <iss/host/function_names.h>
#include <iss/host/guest_memory.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

namespace platform::iss {

namespace {

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

std::uint32_t halfword(const std::uint8_t* bytes) {
    return bytes[0] | std::uint32_t{bytes[1]} << 8U;
}

/// The number of so many bits in two's complement.
std::uint32_t sign_extended(std::uint32_t value, unsigned bits) {
    const std::uint32_t sign = 1U << (bits - 1);
    return ((value & (2 * sign - 1)) ^ sign) - sign;
}

/// Where an ARM instruction calls, by BL or BLX with an address.
std::optional<std::uint32_t> called_by_arm(std::uint32_t code, std::uint32_t pc) {
    const bool is_blx = (code & 0xFE00'0000U) == 0xFA00'0000U;
    const bool is_bl = (code & 0x0F00'0000U) == 0x0B00'0000U && code >> 28U != 0xFU;
    if (!is_bl && !is_blx) {
        return std::nullopt;
    }
    const std::uint32_t half = is_blx ? code >> 23U & 2U : 0; // H
    return pc + 8 + (sign_extended(code, 24) << 2U) + half;
}

/// The same of Thumb: encodings T1 and T2 of BL, BLX; of the old one J1 and J2 are ones.
std::optional<std::uint32_t> called_by_thumb(std::uint32_t first, std::uint32_t second,
                                             std::uint32_t pc) {
    const bool is_bl = (second & 0xD000U) == 0xD000U;
    const bool is_blx = (second & 0xD001U) == 0xC000U;
    if ((first & 0xF800U) != 0xF000U || (!is_bl && !is_blx)) {
        return std::nullopt;
    }
    const std::uint32_t s = first >> 10U & 1U;
    const std::uint32_t i1 = ~(second >> 13U ^ s) & 1U;
    const std::uint32_t i2 = ~(second >> 11U ^ s) & 1U;
    const std::uint32_t offset =
        s << 24U | i1 << 23U | i2 << 22U | (first & 0x3FFU) << 12U | (second & 0x7FFU) << 1U;
    return (is_blx ? (pc + 4) & ~3U : pc + 4) + sign_extended(offset, 25);
}

/// Which addresses code calls by BL and BLX, as far as mapping symbols say what is code.
/// \param addresses sorted
std::vector<bool> are_called(const std::vector<std::uint32_t>& addresses, const elf_image& image) {
    std::vector<bool> called(addresses.size());
    for (const elf_segment& s : image.segments) {
        auto next = std::upper_bound(
            image.mapping.begin(), image.mapping.end(), s.address,
            [](std::uint32_t address, const elf_mapping& m) { return address < m.address; });
        for (std::size_t at = s.address & 1U; at + 4 <= s.bytes.size(); at += 2) {
            const auto pc = static_cast<std::uint32_t>(s.address + at);
            while (next != image.mapping.end() && next->address <= pc) {
                ++next;
            }
            const code_kind kind =
                next == image.mapping.begin() ? code_kind::data : std::prev(next)->kind;
            const std::uint32_t first = halfword(&s.bytes[at]);
            const std::uint32_t second = halfword(&s.bytes[at + 2]);
            const auto target = kind == code_kind::thumb ? called_by_thumb(first, second, pc)
                                : kind == code_kind::arm && pc % 4 == 0
                                    ? called_by_arm(first | second << 16U, pc)
                                    : std::nullopt;
            if (!target) {
                continue;
            }
            const auto found = std::lower_bound(addresses.begin(), addresses.end(), *target);
            if (found != addresses.end() && *found == *target) {
                called[static_cast<std::size_t>(found - addresses.begin())] = true;
            }
        }
    }
    return called;
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
    found.is_local = is_label && GELF_ST_BIND(symbol.st_info) == STB_LOCAL;
    const std::uint64_t end = std::uint64_t{found.symbol.address} + found.symbol.size;
    // Linker scripts have labels at a section's end, compilers and assemblers have their own.
    const bool is_unfit_label = is_label && (found.symbol.address >= section.end ||
                                             (found.is_local && name.compare(0, 2, ".L") == 0));
    if (end <= address_space_bytes && !is_unfit_label) {
        m_candidates.push_back(std::move(found));
    }
}

void function_collector::take(elf_image& into) {
    std::stable_sort(
        m_mapping.begin(), m_mapping.end(),
        [](const elf_mapping& a, const elf_mapping& b) { return a.address < b.address; });
    into.mapping = std::move(m_mapping);
    std::sort(m_candidates.begin(), m_candidates.end(), is_before);
    drop_local_data(into);
    drop_inner_labels(into);
    set_states_of_labels(into);
    fill_sizes();
    into.symbols.clear();
    into.symbols.reserve(m_candidates.size());
    for (candidate& c : m_candidates) {
        into.symbols.push_back(std::move(c.symbol));
    }
    if (!set_shown_names(into.symbols)) {
        into.leave_out("names of C++");
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

void function_collector::drop_local_data(const elf_image& image) {
    const auto is_data = [&](const candidate& c) {
        const elf_mapping* const at = c.is_local ? image.mapping_at(c.symbol.address) : nullptr;
        return at != nullptr && at->kind == code_kind::data;
    };
    m_candidates.erase(std::remove_if(m_candidates.begin(), m_candidates.end(), is_data),
                       m_candidates.end());
}

void function_collector::drop_inner_labels(const elf_image& image) {
    std::vector<std::uint32_t> local;
    for (const candidate& c : m_candidates) {
        if (c.is_local) {
            local.push_back(c.symbol.address);
        }
    }
    const std::vector<bool> called = local.empty() ? std::vector<bool>() : are_called(local, image);
    const auto is_called = [&](std::uint32_t address) { // of a local one
        const auto at = std::lower_bound(local.begin(), local.end(), address) - local.begin();
        return called[static_cast<std::size_t>(at)];
    };
    std::vector<candidate> kept;
    std::uint64_t end = 0;      // of the functions so far
    std::uint64_t open_end = 0; // to which the last one may reach, if it has no size
    for (candidate& c : m_candidates) {
        const elf_symbol& s = c.symbol;
        const bool is_part = c.is_local && s.address < open_end && !is_called(s.address);
        if ((c.is_label && s.address < end) || is_part) {
            continue;
        }
        if (!c.is_label) {
            end = std::max(end, std::uint64_t{s.address} + s.size);
        }
        open_end = s.size != 0 ? std::uint64_t{s.address} + s.size : c.section_end;
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
    std::uint64_t next_address = address_space_bytes;
    std::uint64_t address = address_space_bytes;
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
