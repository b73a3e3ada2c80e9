// SPDX-License-Identifier: Apache-2.0
#include <program/program.h>

#include <program/lexer.h>

namespace platform {
namespace {

constexpr const char* result_names[] = {
    "ok",          "undefined",         "address_error", "command_error",
    "burst_error", "byte_enable_error", "generic_error",
};

} // namespace

const char* to_string(access_result result) {
    return result_names[static_cast<std::size_t>(result)];
}

std::optional<access_result> find_access_result(std::string_view name) {
    std::uint8_t index = 0;
    for (const char* candidate : result_names) {
        if (same_name(candidate, name)) {
            return static_cast<access_result>(index);
        }
        ++index;
    }
    return std::nullopt;
}

} // namespace platform
