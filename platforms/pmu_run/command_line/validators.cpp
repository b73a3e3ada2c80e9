// SPDX-License-Identifier: Apache-2.0
#include "validators.h"

#include "command.h"
#include "numbers.h"

#include <filesystem>
#include <system_error>
#include <type_traits>

namespace platform::pmu_run {

namespace {

/// A number that `read` reads, from first to last.
template <class Number, class Read>
CLI::Validator number_in(const char* kind, Read read, Number first, Number last) {
    const std::string range = text_of(first, " to ", last);
    return CLI::Validator(
        [kind, read, first, last, range](std::string& text) {
            const std::optional<Number> value = read(text);
            if (!value || *value < first || *value > last) {
                return text_of("expected ", kind, " from ", range, ", got '", text, "'");
            }
            if constexpr (std::is_integral_v<Number>) {
                text = std::to_string(*value); // so that nobody takes it for an octal one
            }
            return std::string();
        },
        range);
}

} // namespace

CLI::Validator whole_number(std::uint64_t first, std::uint64_t last) {
    return number_in("a whole number", read_whole_number, first, last);
}

CLI::Validator number(double first, double last) {
    return number_in("a number", read_number, first, last);
}

CLI::Validator some_text(const std::string& what) {
    return CLI::Validator(
        [what](const std::string& text) {
            return text.empty() ? "expected " + what + ", got ''" : std::string();
        },
        "");
}

CLI::Validator tab_of_escape() {
    return CLI::Validator(
        [](std::string& text) {
            text = text == "\\t" ? "\t" : text;
            return std::string();
        },
        "");
}

CLI::Validator path() {
    return some_text("a path");
}

CLI::Validator folder() {
    return CLI::Validator(
        [](const std::string& text) {
            std::error_code failed;
            const bool is_one = std::filesystem::is_directory(text, failed);
            return is_one ? std::string() : "expected a folder, got '" + text + "'";
        },
        "");
}

} // namespace platform::pmu_run
