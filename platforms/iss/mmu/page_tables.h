// SPDX-License-Identifier: Apache-2.0
// The page tables of ARMv5 and ARMv6 in memory: short descriptors of two levels.
#pragma once

#include <iss/mmu/page_mapping.h>

#include <cstdint>
#include <functional>
#include <optional>

namespace platform::iss {

/// Whose tables they are.
enum class table_format : std::uint8_t {
    xscale, ///< ARMv5 with the bit X; no ASIDs, no XN
    armv6,  ///< by SCTLR.XP those of ARMv6, or those of ARMv5
};

/// The registers of CP15 that say where tables are and what they mean.
struct table_registers {
    std::uint32_t control = 0;      ///< SCTLR
    std::uint32_t base_0 = 0;       ///< TTBR0
    std::uint32_t base_1 = 0;       ///< TTBR1
    std::uint32_t base_control = 0; ///< TTBCR
    std::uint32_t domains = 0;      ///< DACR
    std::uint32_t context = 0;      ///< CONTEXTIDR
};

/// Walks the tables. DDI 0100, B4; the XScale core manual, 3. Not modelled: TEX remap (SCTLR.TRE).
class page_tables {
public:
    /// A word of memory by its physical address; nothing: the bus refuses.
    using word_reader = std::function<std::optional<std::uint32_t>(std::uint32_t)>;

    page_tables(table_format format, word_reader read)
        : m_format(format), m_read(std::move(read)) {}

    void set_registers(const table_registers& registers) { m_registers = registers; }
    const table_registers& registers() const { return m_registers; }

    /// Bits of an address within the pages that walk() tells of: small pages, or subpages where
    /// there are those.
    unsigned page_bits() const { return has_subpages() ? 10 : 12; }
    page_mapping walk(std::uint32_t address) const;
    /// What an access of a page that is mapped takes: a fault, with its domain, in DFSR's place.
    std::optional<std::uint32_t> fault_of(const page_mapping& page, access_type access,
                                          bool is_privileged) const;

private:
    bool has_subpages() const;
    bool may_access(const page_mapping& page, access_type access, bool is_privileged) const;
    std::optional<std::uint32_t> first_level_address(std::uint32_t address) const;
    page_mapping section(std::uint32_t word, std::uint32_t address) const;
    page_mapping page(std::uint32_t first, std::uint32_t word, std::uint32_t address) const;
    memory_kind kind_of(std::uint32_t extension, std::uint32_t cb, bool is_shared) const;

    table_format m_format;
    word_reader m_read;
    table_registers m_registers;
};

} // namespace platform::iss
