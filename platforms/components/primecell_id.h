// SPDX-License-Identifier: Apache-2.0
// Rows of the register tables of devices: what they have in common, and identification.
#pragma once

#include <pmu/core/register_map.h>

#include <cstddef>
#include <cstdint>

namespace platform::components {

/// A register that User mode may access while the device lets it, Secure or not.
template <std::size_t N>
constexpr pmu::register_desc rw_register(const char* name, std::uint32_t address,
                                         const pmu::register_field (&fields)[N],
                                         const char* description, std::uint32_t reset = 0) {
    return {name,
            address,
            pmu::register_access::read_write,
            pmu::user_rule::when_enabled,
            pmu::nonsecure_rule::always,
            reset,
            fields,
            description};
}
/// The same, which ignores writes.
template <std::size_t N>
constexpr pmu::register_desc ro_register(const char* name, std::uint32_t address,
                                         const pmu::register_field (&fields)[N],
                                         const char* description, std::uint32_t reset = 0) {
    pmu::register_desc r = rw_register(name, address, fields, description, reset);
    r.access = pmu::register_access::read_only;
    return r;
}

namespace primecell_id_register {
inline constexpr pmu::register_field fields[] = {
    {"ID", 7, 0, pmu::field_access::read_only, "one byte of the identification"}};
} // namespace primecell_id_register

/// One of the eight identification registers of a PrimeCell, at 0xFE0 to 0xFFC.
constexpr pmu::register_desc primecell_id(const char* name, std::uint32_t address,
                                          std::uint32_t value) {
    return ro_register(name, address, primecell_id_register::fields, "identification", value);
}

} // namespace platform::components
