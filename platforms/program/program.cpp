// SPDX-License-Identifier: Apache-2.0
#include <program/program.h>

#include <program/lexer.h>

#include <pmu/core/same_word.h>

namespace platform::program {
std::optional<components::access_result> find_access_result(std::string_view name) {
    std::uint8_t index = 0;
    for (const char* candidate : components::access_result_names) {
        if (pmu::is_same_word(candidate, name)) {
            return static_cast<components::access_result>(index);
        }
        ++index;
    }
    return std::nullopt;
}

} // namespace platform::program
