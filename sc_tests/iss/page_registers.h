// SPDX-License-Identifier: Apache-2.0
// The registers of an MMU that is on.
#pragma once

#include <iss/decode/sctlr.h>
#include <iss/mmu/address_translation.h>

#include <cstdint>

namespace platform::iss {

/// Rights are looked at in domain 0; ARMv6 has its own format of descriptors.
/// \param table of the first level, an address
inline table_registers registers_of_mmu(std::uint32_t table,
                                        table_format format = table_format::armv6) {
    table_registers registers;
    registers.control =
        sctlr::translation | (format == table_format::armv6 ? sctlr::extended_pages : 0);
    registers.base_0 = table;
    registers.domains = 1;
    return registers;
}

} // namespace platform::iss
