// SPDX-License-Identifier: Apache-2.0
#include <iss/mmu/page_tables.h>

#include <iss/decode/sctlr.h>

namespace platform::iss {

namespace {

constexpr std::uint32_t bits(std::uint32_t word, unsigned first, unsigned count) {
    return word >> first & ((1U << count) - 1U);
}

enum class descriptor : std::uint32_t { fault, coarse, section, fine };
enum class page_form : std::uint32_t { fault, large, small, tiny_or_extended };

/// The inner policy, by C and B where TEX has the outer one.
constexpr memory_kind policy(std::uint32_t two_bits) {
    switch (two_bits) {
    case 0: return memory_kind::uncached;
    case 2: return memory_kind::write_through;
    default: return memory_kind::write_back;
    }
}

page_mapping faulting(std::uint32_t status, std::uint32_t domain = 0) {
    page_mapping none;
    none.fault = status | domain << fault_status::domain_shift;
    return none;
}

} // namespace

bool page_tables::has_subpages() const {
    return m_format == table_format::xscale || (m_registers.control & sctlr::extended_pages) == 0;
}

/// \return nothing: there is no table for it
std::optional<std::uint32_t> page_tables::first_level_address(std::uint32_t address) const {
    constexpr std::uint32_t no_walk_0 = 1U << 4;
    constexpr std::uint32_t no_walk_1 = 1U << 5;
    const bool has_two = m_format == table_format::armv6;
    const std::uint32_t control = has_two ? m_registers.base_control : 0;
    const unsigned n = control & 7U;
    const bool is_upper = n != 0 && address >> (32 - n) != 0;
    if ((control & (is_upper ? no_walk_1 : no_walk_0)) != 0) {
        return std::nullopt;
    }
    const unsigned table_bits = is_upper ? 14 : 14 - n;
    const std::uint32_t base = is_upper ? m_registers.base_1 : m_registers.base_0;
    const std::uint32_t index = (address >> 20U << 2U) & ((1U << table_bits) - 1U);
    return (base >> table_bits << table_bits) | index;
}

page_mapping page_tables::walk(std::uint32_t address) const {
    const auto at = first_level_address(address);
    if (!at) {
        return faulting(fault_status::section_translation);
    }
    const auto first = m_read(*at);
    if (!first) {
        return faulting(fault_status::external_first_level);
    }
    const auto form = static_cast<descriptor>(*first & 3U);
    // Reserved in ARMv6, with subpages too (DDI 0211, 6.11.1).
    const bool is_fine = form == descriptor::fine && m_format == table_format::xscale;
    if (form == descriptor::section) {
        return section(*first, address);
    }
    if (form != descriptor::coarse && !is_fine) {
        return faulting(fault_status::section_translation);
    }
    const std::uint32_t second_at = is_fine ? (*first & 0xFFFF'F000U) | (address >> 8U & 0xFFCU)
                                            : (*first & 0xFFFF'FC00U) | (address >> 10U & 0x3FCU);
    const auto second = m_read(second_at);
    if (!second) {
        return faulting(fault_status::external_second_level, bits(*first, 5, 4));
    }
    return page(*first, *second, address);
}

page_mapping page_tables::section(std::uint32_t word, std::uint32_t address) const {
    const bool is_extended = !has_subpages();
    const bool is_super = is_extended && bits(word, 18, 1) != 0;
    const std::uint32_t in_page = (1U << page_bits()) - 1U;
    page_mapping found;
    found.is_section = true;
    found.bits = is_super ? 24 : 20;
    const std::uint32_t offset_mask = (1U << found.bits) - 1U;
    found.physical = (word & ~offset_mask) | (address & offset_mask & ~in_page);
    found.domain = static_cast<std::uint8_t>(is_super ? 0 : bits(word, 5, 4));
    found.permission =
        static_cast<std::uint8_t>(bits(word, 10, 2) | (is_extended ? bits(word, 15, 1) << 2U : 0));
    found.never_executes = is_extended && bits(word, 4, 1) != 0;
    found.is_global = !is_extended || bits(word, 17, 1) == 0;
    found.kind =
        kind_of(bits(word, 12, 3), bits(word, 2, 2), is_extended && bits(word, 16, 1) != 0);
    return found;
}

page_mapping page_tables::page(std::uint32_t first, std::uint32_t word,
                               std::uint32_t address) const {
    const std::uint32_t domain = bits(first, 5, 4);
    const auto form = static_cast<page_form>(word & 3U);
    const bool is_of_fine = static_cast<descriptor>(first & 3U) == descriptor::fine;
    if (form == page_form::fault) {
        return faulting(fault_status::page_translation, domain);
    }
    const std::uint32_t in_page = (1U << page_bits()) - 1U;
    page_mapping found;
    found.domain = static_cast<std::uint8_t>(domain);
    const auto maps = [&](std::uint8_t size) {
        found.bits = size;
        const std::uint32_t offset_mask = (1U << size) - 1U;
        found.physical = (word & ~offset_mask) | (address & offset_mask & ~in_page);
    };
    std::uint32_t extension = 0;
    bool is_shared = false;
    if (!has_subpages()) {
        maps(form == page_form::large ? 16 : 12);
        found.permission = static_cast<std::uint8_t>(bits(word, 4, 2) | bits(word, 9, 1) << 2U);
        found.never_executes = bits(word, form == page_form::large ? 15 : 0, 1) != 0;
        found.is_global = bits(word, 11, 1) == 0;
        extension = bits(word, form == page_form::large ? 12 : 6, 3);
        is_shared = bits(word, 10, 1) != 0;
    } else if (form == page_form::large) { // four subpages of 16 KiB
        maps(16);
        found.permission = static_cast<std::uint8_t>(bits(word, 4 + 2 * bits(address, 14, 2), 2));
        extension = bits(word, 12, 3);
    } else if (form == page_form::small) { // four subpages of 1 KiB
        maps(12);
        found.permission = static_cast<std::uint8_t>(bits(word, 4 + 2 * bits(address, 10, 2), 2));
    } else {
        maps(is_of_fine ? 10 : 12);
        found.permission = static_cast<std::uint8_t>(bits(word, 4, 2));
        extension = is_of_fine ? 0 : bits(word, 6, 3);
    }
    found.kind = kind_of(extension, bits(word, 2, 2), is_shared);
    return found;
}

/// \param extension TEX \param cb C above B
memory_kind page_tables::kind_of(std::uint32_t extension, std::uint32_t cb, bool is_shared) const {
    if (m_format == table_format::xscale) { // X, C, B: the core manual, 3.2.2
        constexpr std::uint32_t x = 1;
        switch ((extension & x) << 2U | cb) {
        case 0: return memory_kind::strongly_ordered;
        case 1:
        case 4:
        case 5: return memory_kind::uncached;
        case 2: return memory_kind::write_through;
        case 3: return memory_kind::read_allocate;
        case 6: return memory_kind::mini_data;
        default: return memory_kind::write_back;
        }
    }
    memory_kind kind = memory_kind::uncached;
    if ((extension & 4U) != 0) {
        kind = policy(cb);
    } else {
        switch (extension << 2U | cb) { // DDI 0100, Table B4-3
        case 0: return memory_kind::strongly_ordered;
        case 1:
        case 8: return memory_kind::device;
        case 2: kind = memory_kind::write_through; break;
        case 3:
        case 7: kind = memory_kind::write_back; break;
        default: break;
        }
    }
    // The ARM1136 does not cache shared memory (DDI 0211, 6.6).
    return is_shared ? memory_kind::uncached : kind;
}

std::optional<std::uint32_t> page_tables::fault_of(const page_mapping& page, access_type access,
                                                   bool is_privileged) const {
    if (page.fault) {
        return page.fault;
    }
    const std::uint32_t domain = std::uint32_t{page.domain} << fault_status::domain_shift;
    constexpr std::uint32_t client = 1;
    constexpr std::uint32_t manager = 3;
    const std::uint32_t rights = bits(m_registers.domains, 2U * page.domain, 2);
    const auto status = [&](std::uint32_t of_section, std::uint32_t of_page) {
        return (page.is_section ? of_section : of_page) | domain;
    };
    if (rights == manager) {
        return std::nullopt;
    }
    if (rights != client) {
        return status(fault_status::section_domain, fault_status::page_domain);
    }
    const bool has_access_flag = !has_subpages() && (m_registers.control & sctlr::access_flag) != 0;
    if (has_access_flag && (page.permission & 1U) == 0) {
        return status(fault_status::section_access_flag, fault_status::page_access_flag);
    }
    if ((access == access_type::fetch && page.never_executes) ||
        !may_access(page, access, is_privileged)) {
        return status(fault_status::section_permission, fault_status::page_permission);
    }
    return std::nullopt;
}

/// DDI 0100, Table B4-1.
bool page_tables::may_access(const page_mapping& page, access_type access,
                             bool is_privileged) const {
    const bool is_store = access == access_type::store;
    const bool has_access_flag = !has_subpages() && (m_registers.control & sctlr::access_flag) != 0;
    switch (has_access_flag ? page.permission | 1U : page.permission) {
    case 0: {
        const std::uint32_t s_and_r =
            m_registers.control & (sctlr::system_protection | sctlr::rom_protection);
        const bool reads = s_and_r == sctlr::rom_protection ||
                           (s_and_r == sctlr::system_protection && is_privileged);
        return reads && !is_store;
    }
    case 1: return is_privileged;
    case 2: return is_privileged || !is_store;
    case 3: return true;
    case 5: return is_privileged && !is_store;
    case 6:
    case 7: return !is_store;
    default: return false;
    }
}

} // namespace platform::iss
