// SPDX-License-Identifier: Apache-2.0
// DWARF as libdw opens it, for those that read parts of it.
#pragma once

#include <elfutils/libdw.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace platform::iss {

struct dwarf_closer {
    void operator()(Dwarf* dwarf) const { ::dwarf_end(dwarf); }
};

using dwarf_handle = std::unique_ptr<Dwarf, dwarf_closer>;

/// \return nothing where there is no DWARF, or none that can be read
inline dwarf_handle open_dwarf(Elf* elf) {
    return dwarf_handle(::dwarf_begin_elf(elf, DWARF_C_READ, nullptr));
}

/// Addresses from `begin` on, and less than `end`.
struct address_range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Where the code of an entry is.
inline std::vector<address_range> ranges_of(Dwarf_Die& entry) {
    std::vector<address_range> ranges;
    Dwarf_Addr base = 0;
    address_range r;
    std::ptrdiff_t next = 0;
    while ((next = ::dwarf_ranges(&entry, next, &base, &r.begin, &r.end)) > 0) {
        ranges.push_back(r);
    }
    return ranges;
}

/// The entries of all units.
inline std::vector<Dwarf_Die> units_of(Dwarf* dwarf) {
    std::vector<Dwarf_Die> units;
    Dwarf_Die unit{};
    for (Dwarf_CU* at = nullptr;
         ::dwarf_get_units(dwarf, at, &at, nullptr, nullptr, &unit, nullptr) == 0;) {
        if (unit.addr != nullptr) {
            units.push_back(unit);
        }
    }
    return units;
}

} // namespace platform::iss
