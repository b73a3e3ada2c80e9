// SPDX-License-Identifier: Apache-2.0
// The pins of a part as data: what access programs drive and look at.
#pragma once

#include <pmu/core/enumerators.h>

#include <cstddef>
#include <cstdint>

namespace platform::program {

/// A pin or bus that `pin` drives or `expect pin` looks at.
struct pin_info {
    const char* name;
    bool is_output;
    unsigned bits;           ///< 1 to 256
    const char* description; ///< one line
    std::uint64_t at_start;  ///< the level of an input that nobody has driven
};

/// All pins of a part, whatever the part. It refers to a table, which outlives it.
class pin_map {
public:
    template <std::size_t N>
    constexpr explicit pin_map(const pin_info (&pins)[N]) : m_pins(pins), m_size(N) {}

    constexpr const pin_info* begin() const { return m_pins; }
    constexpr const pin_info* end() const { return m_pins + m_size; }
    constexpr std::size_t size() const { return m_size; }
    /// The pin at a position, 0 to size() - 1.
    constexpr const pin_info& operator[](std::size_t i) const { return m_pins[i]; }

private:
    const pin_info* m_pins;
    std::size_t m_size;
};

/// The pins of one part, by the enumeration of their positions. That each pin has an enumerator of
/// its name at its position, and that none is left over, is checked when it compiles.
/// \tparam Table an array of pin_info
template <class Enum, const auto& Table>
class pin_map_of : public pin_map {
public:
    constexpr pin_map_of() : pin_map(Table) {}

private:
    static_assert(pmu::are_all_positions<Enum>(Table),
                  "pins and enumerators differ in number, name or order");
};

} // namespace platform::program
