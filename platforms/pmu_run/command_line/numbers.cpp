// SPDX-License-Identifier: Apache-2.0
#include "numbers.h"

#include <charconv>
#include <cmath>
#include <system_error>

namespace platform::pmu_run {

namespace {

/// \param how the base of a whole number, the format of a floating-point number
template <class Number, class How>
std::optional<Number> read_all(std::string_view text, How how) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, value, how);
    return error == std::errc{} && last == end ? std::optional(value) : std::nullopt;
}

unsigned shift_of(char suffix) {
    switch (suffix) {
    case 'K': return 10;
    case 'M': return 20;
    case 'G': return 30;
    default: return 0;
    }
}

} // namespace

std::optional<std::uint64_t> read_whole_number(std::string_view text) {
    const bool is_hexadecimal = text.substr(0, 2) == "0x" || text.substr(0, 2) == "0X";
    return is_hexadecimal ? read_all<std::uint64_t>(text.substr(2), 16)
                          : read_all<std::uint64_t>(text, 10);
}

std::optional<std::uint64_t> read_size(std::string_view text) {
    const unsigned shift = text.empty() ? 0 : shift_of(text.back());
    const auto value = read_whole_number(text.substr(0, text.size() - (shift != 0 ? 1 : 0)));
    return value && *value << shift >> shift == *value ? std::optional(*value << shift)
                                                       : std::nullopt;
}

std::optional<double> read_number(std::string_view text) {
    const auto value = read_all<double>(text, std::chars_format::general);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

} // namespace platform::pmu_run
