// SPDX-License-Identifier: Apache-2.0
// Which lines of an instruction trace are written.
#pragma once

#include <iss/meter/activity_counts.h>

#include <cstdint>
#include <vector>

namespace platform::iss {

/// A line is written if its instruction is in one of the ranges, and brings one of the activities.
struct trace_filter {
    struct range {
        std::uint32_t first = 0;
        std::uint32_t last = 0; ///< the last byte
    };
    std::vector<range> ranges; ///< of addresses; none: anywhere
    std::uint64_t kinds = 0;   ///< as bits; 0: whatever it brings

    /// \param pc of the instruction; of an entry to an exception the vector
    bool lets_pass(std::uint32_t pc, const activity_counts& counts) const;
};

} // namespace platform::iss
