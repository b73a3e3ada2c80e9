// SPDX-License-Identifier: Apache-2.0
// How a coprocessor register becomes a bus address.
#pragma once

#include <pmu/core/api.h>

#include <cstdint>

namespace PMU_API pmu {

/// The operands of an MCR or MRC that name a register.
struct coprocessor_register {
    unsigned coproc = 0; ///< coprocessor number, 0 to 15
    unsigned opc1 = 0;   ///< 0 to 7
    unsigned crn = 0;    ///< 0 to 15
    unsigned crm = 0;    ///< 0 to 15
    unsigned opc2 = 0;   ///< 0 to 7

    /// Equal operands name one register.
    friend constexpr bool operator==(const coprocessor_register& a, const coprocessor_register& b) {
        return a.coproc == b.coproc && a.opc1 == b.opc1 && a.crn == b.crn && a.crm == b.crm &&
               a.opc2 == b.opc2;
    }
    friend constexpr bool operator!=(const coprocessor_register& a, const coprocessor_register& b) {
        return !(a == b);
    }
};

/// Bytes in the coprocessor space of one CPU: 1 MiB. A system maps the space at a base of its own.
/// A PMU looks at the low 20 bits of an address only.
constexpr std::uint64_t coprocessor_window_size = 0x10'0000;

/// Address of a coprocessor register, 20 bits. Each register is one word:
/// `coproc << 16 | CRn << 12 | opc1 << 9 | CRm << 5 | opc2 << 2`.
/// Operands are taken modulo their width.
constexpr std::uint32_t encode(const coprocessor_register& r) {
    return (r.coproc & 15U) << 16 | (r.crn & 15U) << 12 | (r.opc1 & 7U) << 9 | (r.crm & 15U) << 5 |
           (r.opc2 & 7U) << 2;
}

/// The register at an address: the inverse of encode(). Bits 1:0 and 31:20 are ignored.
constexpr coprocessor_register decode_coprocessor_address(std::uint32_t address) {
    return {address >> 16 & 15U, address >> 9 & 7U, address >> 12 & 15U, address >> 5 & 15U,
            address >> 2 & 7U};
}

} // namespace pmu
