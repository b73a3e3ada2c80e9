// SPDX-License-Identifier: Apache-2.0
// Which entry of a set has to go: the policies that caches and TLBs have.
#pragma once

#include <cstdint>

namespace platform::activity {

enum class replacement : std::uint8_t {
    lru,         ///< the one that was used longest ago
    round_robin, ///< the one that a pointer of the set points to; it then points to the next way
    random,      ///< by the number of a `way_generator`
};

/// Where round-robin begins, and whether it looks for empty ways.
enum class round_robin_start : std::uint8_t {
    first_way, ///< the pointer is at way 0 out of reset; an empty way is filled first
    last_way,  ///< at the last way; whether a way is empty is not looked at
};

/// Policies other than round-robin from the last way fill the lowest empty way of a set first.
struct replacement_rules {
    replacement policy = replacement::lru;
    round_robin_start start = round_robin_start::first_way;
};

/// Pseudo-random ways. The manuals name no generator; ours is a Galois LFSR of 16 bits, with taps
/// 0xB400 and so all 65535 states but 0, from a seed that reset restores.
class way_generator {
public:
    /// \param ways at least 1 \return one below that
    std::uint32_t next(std::uint32_t ways) {
        const bool is_odd = (m_state & 1U) != 0;
        m_state = (m_state >> 1U) ^ (is_odd ? taps : 0U);
        return m_state % ways;
    }

private:
    static constexpr std::uint32_t taps = 0xB400;
    static constexpr std::uint32_t seed = 0xACE1;

    std::uint32_t m_state = seed;
};

} // namespace platform::activity
