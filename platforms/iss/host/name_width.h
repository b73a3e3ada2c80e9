// SPDX-License-Identifier: Apache-2.0
// Names of functions in tables that are not as wide as the names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace platform::iss {

/// The columns that a text takes: its characters of UTF-8, and each byte that is of none.
std::size_t columns_of(std::string_view text);

/// A name in so many columns. Of one that is longer, arguments of templates become `<...>`; if it
/// is still longer, parameters become `(...)`; and then its middle becomes `...`. What tells
/// functions of one name apart, @0xADDRESS, stays. \param columns at least 8
std::string fitted_name(const std::string& name, std::size_t columns);

} // namespace platform::iss
