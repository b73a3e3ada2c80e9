// SPDX-License-Identifier: Apache-2.0
#include "address_range.h"

#include <pmu_run/command_line/command.h>
#include <pmu_run/command_line/numbers.h>

#include <iss/host/elf_image.h>
#include <iss/host/function_names.h>

#include <optional>
#include <vector>

namespace platform::pmu_run {

namespace {

/// Of the function or instruction that a word means; nothing: of none.
/// \throws std::runtime_error where it can mean several
std::optional<std::uint32_t> address_of(const std::string& word, const std::string& option,
                                        const std::string& text, const iss::elf_image& image) {
    const std::vector<const iss::elf_symbol*> functions = iss::functions_named(image, word);
    if (functions.size() > 1) {
        throw usage_error(option, " ", text, ": expected one function, got '", word,
                          "', which may be ", iss::choices_text(functions, image));
    }
    if (!functions.empty()) {
        return functions.front()->address;
    }
    const std::optional<std::uint64_t> address = read_whole_number(word);
    return address && *address <= UINT32_MAX && *address % 2 == 0
               ? std::optional(static_cast<std::uint32_t>(*address))
               : std::nullopt;
}

} // namespace

// Names of C++ have colons, too.
address_range read_range(const std::string& option, const std::string& text,
                         const iss::elf_image& image) {
    std::string unknown;
    for (std::size_t colon = text.rfind(':'); colon != std::string::npos;
         colon = colon == 0 ? std::string::npos : text.rfind(':', colon - 1)) {
        const std::string words[] = {text.substr(0, colon), text.substr(colon + 1)};
        const auto from = address_of(words[0], option, text, image);
        const auto to = address_of(words[1], option, text, image);
        if (from && to) {
            return {*from, *to};
        }
        const bool is_in_name = text.compare(colon, 2, "::") == 0 ||
                                (colon != 0 && text.compare(colon - 1, 2, "::") == 0);
        if (unknown.empty() && !is_in_name) {
            unknown = "got '" + words[from ? 1 : 0] + "'";
        }
    }
    if (unknown.empty()) {
        throw usage_error(option, ": expected FROM:TO, got '", text, "'");
    }
    throw usage_error(option, " ", text, ": expected a function of ", image.path,
                      " or the address of an instruction, ", unknown);
}

} // namespace platform::pmu_run
