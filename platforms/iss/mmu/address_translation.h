// SPDX-License-Identifier: Apache-2.0
// From virtual addresses to physical ones, as the tables in memory say.
#pragma once

#include <iss/mmu/page_tables.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace platform::iss {

/// The MMU of one CPU beside that of its engine, for all who want to know where an address leads
/// and how it is accessed. It keeps pages that are mapped until refresh(): a fault is never kept,
/// as in a TLB.
class address_translation {
public:
    /// In whose name a TLB keeps a page: of an address space, which has its ASID of 8 bits, of an
    /// MMU that is off, or of all address spaces.
    static constexpr std::uint32_t flat_space = 0x100;
    static constexpr std::uint32_t global_space = 0x101;
    /// Bits of an address within a page of an MMU that is off.
    static constexpr unsigned flat_bits = 12;

    address_translation(table_format format, page_tables::word_reader read)
        : m_tables(format, std::move(read)), m_kept(slots) {}

    /// A register has changed that says where tables are or what they mean, or they may have
    /// changed themselves.
    void refresh(const table_registers& registers);
    /// Keeps no page any more.
    void forget();
    /// Whether the MMU is on; else addresses are physical.
    bool is_on() const { return m_is_on; }

    /// What is mapped at an address.
    const page_mapping& page_at(std::uint32_t address) {
        const std::uint32_t page = address >> m_page_bits;
        kept& k = m_kept[page & (slots - 1)];
        return k.page == page && k.generation == m_generation ? k.mapping : walk(k, address);
    }
    /// The physical address; nothing: nothing is mapped there.
    std::optional<std::uint32_t> physical(std::uint32_t address) {
        if (!m_is_on) {
            return address;
        }
        const page_mapping& page = page_at(address);
        return page.fault ? std::nullopt : std::optional(page.physical | in_page(address));
    }
    /// The same, and nothing of it is kept.
    std::optional<std::uint32_t> look_up(std::uint32_t address) const {
        if (!m_is_on) {
            return address;
        }
        const page_mapping page = m_tables.walk(address);
        return page.fault ? std::nullopt : std::optional(page.physical | in_page(address));
    }
    /// What has to be added to an address of this page for the physical one; 0 if nothing is there.
    std::uint32_t offset(std::uint32_t address) {
        return m_is_on ? physical(address).value_or(address) - address : 0;
    }
    std::uint32_t space(std::uint32_t address) {
        return !m_is_on                     ? flat_space
               : page_at(address).is_global ? global_space
                                            : m_tables.registers().context & 0xFFU;
    }
    /// Bits of an address within its page, whatever that has inside.
    unsigned size_bits(std::uint32_t address) {
        return m_is_on ? page_at(address).bits : flat_bits;
    }
    /// Bits of an address within the parts that lead to one place and have one kind.
    unsigned part_bits() const { return m_is_on ? m_page_bits : flat_bits; }
    memory_kind kind(std::uint32_t address) { return page_at(address).kind; }

    /// The fault that an access takes, in DFSR's place.
    std::optional<std::uint32_t> fault_of(std::uint32_t address, access_type access,
                                          bool is_privileged) {
        return m_is_on ? m_tables.fault_of(page_at(address), access, is_privileged) : std::nullopt;
    }
    /// The first fault of an access of `bytes` bytes, and where.
    struct found_fault {
        std::uint32_t address;
        std::uint32_t status;
    };
    std::optional<found_fault> first_fault(std::uint32_t address, std::uint32_t bytes,
                                           access_type access, bool is_privileged);

private:
    static constexpr std::size_t slots = 1024;

    struct kept {
        std::uint32_t page = 0;
        std::uint32_t generation = 0; ///< 0: nothing is kept
        page_mapping mapping;
    };

    std::uint32_t in_page(std::uint32_t address) const {
        return address & ((1U << m_page_bits) - 1U);
    }
    const page_mapping& walk(kept& into, std::uint32_t address);

    page_tables m_tables;
    std::vector<kept> m_kept; ///< by the lowest bits of the page
    std::uint32_t m_generation = 1;
    unsigned m_page_bits = 12;
    bool m_is_on = false;
};

} // namespace platform::iss
