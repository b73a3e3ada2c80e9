// SPDX-License-Identifier: Apache-2.0
#include <iss/mmu/address_translation.h>

#include <iss/decode/sctlr.h>

#include <algorithm>

namespace platform::iss {

void address_translation::refresh(const table_registers& registers) {
    m_tables.set_registers(registers);
    m_is_on = (registers.control & sctlr::translation) != 0;
    m_page_bits = m_tables.page_bits();
    forget();
}

void address_translation::forget() {
    if (++m_generation == 0) {
        std::fill(m_kept.begin(), m_kept.end(), kept{});
        m_generation = 1;
    }
}

const page_mapping& address_translation::walk(kept& into, std::uint32_t address) {
    into.mapping = m_tables.walk(address);
    into.page = address >> m_page_bits;
    into.generation = into.mapping.fault ? 0 : m_generation;
    return into.mapping;
}

std::optional<address_translation::found_fault>
address_translation::first_fault(std::uint32_t address, std::uint32_t bytes, access_type access,
                                 bool is_privileged) {
    if (!m_is_on || bytes == 0) {
        return std::nullopt;
    }
    const std::uint32_t last = address + (bytes - 1);
    for (std::uint32_t at = address;;) {
        if (const auto status = fault_of(at, access, is_privileged)) {
            return found_fault{at, *status};
        }
        if (at >> m_page_bits == last >> m_page_bits) {
            return std::nullopt;
        }
        at = ((at >> m_page_bits) + 1) << m_page_bits;
    }
}

} // namespace platform::iss
