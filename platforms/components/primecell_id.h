// SPDX-License-Identifier: Apache-2.0
// Rows of the register tables of devices: registers without access rules, and identification.
#pragma once

#include <pmu/core/register_desc.h>

#include <cstddef>
#include <cstdint>

namespace platform::components {

/// A register that every mode may access, Secure or not.
template <std::size_t N>
constexpr pmu::register_desc describe_open(const char* name, std::uint32_t address,
                                           pmu::register_access access,
                                           const pmu::register_field (&fields)[N],
                                           const char* description, std::uint32_t reset = 0) {
    return {name,  address, access,     pmu::user_rule::always, pmu::nonsecure_rule::always,
            reset, fields,  description};
}

namespace primecell_id_register {
inline constexpr pmu::register_field fields[] = {
    {"ID", 7, 0, pmu::field_access::read_only, "one byte of the identification"}};
} // namespace primecell_id_register

/// One of the eight identification registers of a PrimeCell, at 0xFE0 to 0xFFC.
constexpr pmu::register_desc primecell_id(const char* name, std::uint32_t address,
                                          std::uint32_t value) {
    return describe_open(name, address, pmu::register_access::read_only,
                         primecell_id_register::fields, "identification", value);
}

} // namespace platform::components
