// SPDX-License-Identifier: Apache-2.0
// Numbers of the command line: all of a text is one, or it is none.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace platform::pmu_run {

/// Decimal digits, or hexadecimal ones after 0x. \return nothing for other text, a sign or a blank
/// among it, and for more than 64 bits
std::optional<std::uint64_t> read_whole_number(std::string_view text);

/// The same, with K, M or G after it if one likes: times 2^10, 2^20 or 2^30.
std::optional<std::uint64_t> read_size(std::string_view text);

/// Decimal, as in 2.5, -1 or 1e-3. \return nothing for other text and for what is not finite
std::optional<double> read_number(std::string_view text);

} // namespace platform::pmu_run
