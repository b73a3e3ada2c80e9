// SPDX-License-Identifier: Apache-2.0
// What stands where a manual leaves the value after reset open.
#pragma once

#include <pmu/core/api.h>

#include <cstdint>

namespace PMU_API pmu {

/// Where the words of a reset_fill come from.
enum class reset_policy : std::uint8_t {
    zero,    ///< all bits are 0
    pattern, ///< the same word in every register
    random,  ///< a word for each register, the same at every reset
};

/// The words that stand for bits that the manual calls unpredictable after reset. Software must
/// work with every one of them.
struct reset_fill {
    reset_policy policy = reset_policy::zero; ///< where the words come from
    std::uint32_t pattern = 0;                ///< for reset_policy::pattern: the word
    std::uint64_t seed = 0; ///< for reset_policy::random: one seed, one set of words

    /// The word of the register at this address.
    constexpr std::uint32_t word(std::uint32_t address) const {
        switch (policy) {
        case reset_policy::zero: return 0;
        case reset_policy::pattern: return pattern;
        case reset_policy::random: break;
        }
        // Two multiplications and shifts spread every bit of seed and address over the word.
        std::uint64_t mix = seed + (address + std::uint64_t{1}) * 0x9E37'79B9'7F4A'7C15U;
        mix = (mix ^ mix >> 30) * 0xBF58'476D'1CE4'E5B9U;
        mix = (mix ^ mix >> 27) * 0x94D0'49BB'1331'11EBU;
        return static_cast<std::uint32_t>(mix >> 32);
    }

    /// Compares all members, used or not.
    friend constexpr bool operator==(const reset_fill& a, const reset_fill& b) {
        return a.policy == b.policy && a.pattern == b.pattern && a.seed == b.seed;
    }
    friend constexpr bool operator!=(const reset_fill& a, const reset_fill& b) { return !(a == b); }
};

} // namespace pmu
