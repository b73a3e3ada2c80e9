// SPDX-License-Identifier: Apache-2.0
#include "address_range.h"

#include <pmu_run/command_line/command.h>
#include <pmu_run/command_line/numbers.h>

#include <iss/host/elf_image.h>
#include <iss/host/function_names.h>
#include <process/printable.h>
#include <process/words.h>

#include <optional>
#include <vector>

namespace platform::pmu_run {

namespace {

/// Reads the words of an option.
class address_reader {
public:
    address_reader(const std::string& option, const std::string& text, const iss::elf_image& image)
        : m_option(option), m_text(text), m_image(image) {}

    /// The only function of that name; nothing: there is none.
    std::optional<std::uint32_t> function_of(const std::string& word) const {
        const std::vector<const iss::elf_symbol*> functions = iss::functions_named(m_image, word);
        if (functions.size() > 1) {
            throw usage_error(m_option, " ", m_text, ": expected one function, got '", word,
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
    /// FROM:TO. Names of C++ have colons, too, and so have lines. \param form for messages
    address_range range(const char* form) const {
        std::string unknown;
        for (std::size_t colon = m_text.rfind(':'); colon != std::string::npos;
             colon = colon == 0 ? std::string::npos : m_text.rfind(':', colon - 1)) {
            const std::string words[] = {m_text.substr(0, colon), m_text.substr(colon + 1)};
            const auto from = address_of(words[0]);
            const auto to = address_of(words[1]);
            if (from && to) {
                return {*from, *to};
            }
            const bool is_in_name = m_text.compare(colon, 2, "::") == 0 ||
                                    (colon != 0 && m_text.compare(colon - 1, 2, "::") == 0);
            if (unknown.empty() && !is_in_name) {
                unknown = "got '" + words[from ? 1 : 0] + "'";
            }
        }
        if (unknown.empty()) {
            throw usage_error(m_option, ": expected ", form, ", got '", m_text, "'");
        }
        throw usage_error(m_option, " ", m_text, ": expected a function of ", m_image.path,
                          ", FILE:LINE with code, or the address of an instruction, ", unknown);
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
            throw usage_error(m_option, " ", m_text, ": expected one file, got '", word,
                              "', which may be ",
                              process::joined(found, " or ", [](const auto& place) {
                                  return process::printable(place.second.file);
                              }));
        }
        return found.empty() ? std::nullopt : std::optional(found.front().first);
    }

    const std::string m_option;
    const std::string& m_text;
    const iss::elf_image& m_image;
};

} // namespace

address_range read_range(const std::string& option, const std::string& text,
                         const iss::elf_image& image) {
    return address_reader(option, text, image).range("FROM:TO");
}

iss::region_of_interest read_region(const std::string& text, const iss::elf_image& image) {
    const address_reader reader("--region", text, image);
    if (const auto function = reader.function_of(text)) {
        return {*function, std::nullopt};
    }
    const address_range range = reader.range("a function, or FROM:TO");
    return {range.from, range.to};
}

} // namespace platform::pmu_run
