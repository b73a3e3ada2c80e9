// SPDX-License-Identifier: Apache-2.0
#include "firmware_region.h"

#include <pmu_run/command_line/command.h>
#include <pmu_run/command_line/numbers.h>

#include <iss/host/function_names.h>
#include <process/printable.h>
#include <process/words.h>

#include <optional>
#include <vector>

namespace platform::pmu_run {

namespace {

/// Reads the words of a region.
class region_reader {
public:
    region_reader(const std::string& text, const iss::elf_image& image)
        : m_text(text), m_image(image) {}

    /// The only function of that name; nothing: there is none.
    std::optional<std::uint32_t> function_of(const std::string& word) const {
        const std::vector<const iss::elf_symbol*> functions = iss::functions_named(m_image, word);
        if (functions.size() > 1) {
            throw usage_error("--region ", m_text, ": expected one function, got '", word,
                              "', which may be ", iss::choices_text(functions, m_image));
        }
        return functions.empty() ? std::nullopt : std::optional(functions.front()->address);
    }
    /// Of the function, line or instruction that a word means; nothing: of none.
    std::optional<std::uint32_t> address_of(const std::string& word) const {
        if (const auto function = function_of(word)) {
            return function;
        }
        if (const auto line = line_of(word)) {
            return line;
        }
        const std::optional<std::uint64_t> address = read_whole_number(word);
        return address && *address <= UINT32_MAX && *address % 2 == 0
                   ? std::optional(static_cast<std::uint32_t>(*address))
                   : std::nullopt;
    }

private:
    std::optional<std::uint32_t> line_of(const std::string& word) const {
        const std::size_t colon = word.rfind(':');
        const auto line =
            colon == std::string::npos ? std::nullopt : read_whole_number(word.substr(colon + 1));
        if (!line || *line == 0 || *line > UINT32_MAX) {
            return std::nullopt;
        }
        const auto found =
            m_image.lines.find(word.substr(0, colon), static_cast<std::uint32_t>(*line));
        if (found.size() > 1) {
            throw usage_error("--region ", m_text, ": expected one file, got '", word,
                              "', which may be ",
                              process::joined(found, " or ", [](const auto& place) {
                                  return process::printable(place.second.file);
                              }));
        }
        return found.empty() ? std::nullopt : std::optional(found.front().first);
    }

    const std::string& m_text;
    const iss::elf_image& m_image;
};

} // namespace

// Names of C++ have colons, too, and so have lines.
iss::region_of_interest read_region(const std::string& text, const iss::elf_image& image) {
    const region_reader reader(text, image);
    if (const auto function = reader.function_of(text)) {
        return {*function, std::nullopt};
    }
    std::string unknown;
    for (std::size_t colon = text.rfind(':'); colon != std::string::npos;
         colon = colon == 0 ? std::string::npos : text.rfind(':', colon - 1)) {
        const std::string words[] = {text.substr(0, colon), text.substr(colon + 1)};
        const auto from = reader.address_of(words[0]);
        const auto to = reader.address_of(words[1]);
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
        throw usage_error("--region: expected a function, or FROM:TO, got '", text, "'");
    }
    throw usage_error("--region ", text, ": expected a function of ", image.path,
                      ", FILE:LINE with code, or the address of an instruction, ", unknown);
}

} // namespace platform::pmu_run
