// SPDX-License-Identifier: Apache-2.0
// How an access of a CPU ends, and what each ending is called: in access programs and in messages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace platform::components {

/// How an access ends: the Undefined exception of MCR and MRC, or the response to a load or store.
enum class access_result : std::uint8_t {
    ok,
    undefined,
    address_error,
    command_error,
    burst_error,
    byte_enable_error,
    generic_error,
};

/// The names of the results, in the order of the enumeration.
constexpr std::array<const char*, 7> access_result_names{
    "ok",          "undefined",         "address_error", "command_error",
    "burst_error", "byte_enable_error", "generic_error"};

constexpr const char* to_string(access_result result) {
    return access_result_names[static_cast<std::size_t>(result)];
}

} // namespace platform::components
