// SPDX-License-Identifier: Apache-2.0
// When the counters of a unit overflow.
#pragma once

#include <pmu/core/counter.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace pmu {

/// When each counter of a unit overflows, in edges or in occurrences from now on, while what they
/// count stays as it is. Masks have one bit a counter.
template <std::size_t Counters>
struct overflow_schedule {
    struct times {
        std::uint64_t first = never; ///< the next overflow, 1 or more
        std::uint64_t turn = never;  ///< from one overflow to the next
    };
    std::array<times, Counters> counters{};

    /// The counters that overflow within the next n.
    constexpr std::uint32_t within(std::uint64_t n) const {
        std::uint32_t mask = 0;
        for (std::size_t i = 0; i < Counters; ++i) {
            mask |= static_cast<std::uint32_t>(counters[i].first <= n) << i;
        }
        return mask;
    }

    /// The first overflow of any counter of a mask, or `never`.
    constexpr std::uint64_t first_of(std::uint32_t mask) const {
        std::uint64_t first = never;
        for (std::size_t i = 0; i < Counters; ++i) {
            if ((mask >> i & 1U) != 0) {
                first = std::min(first, counters[i].first);
            }
        }
        return first;
    }
};

} // namespace pmu
