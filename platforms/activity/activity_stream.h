// SPDX-License-Identifier: Apache-2.0
// The cycles of a pipeline, with equal neighbours joined.
#pragma once

#include <activity/pipeline.h>

#include <cstdint>

namespace platform::activity {

/// A number of consecutive cycles in which the same happens.
struct activity_run {
    cycle_activity activity;
    std::uint64_t cycles = 0; ///< at least 1

    friend bool operator==(const activity_run& a, const activity_run& b) {
        return a.activity == b.activity && a.cycles == b.cycles;
    }
};

/// Runs of a pipeline, one after the other, without end. Two runs in a row differ, unless the first
/// has the greatest length.
class activity_stream {
public:
    static constexpr std::uint64_t longest_run = std::uint64_t{1} << 16;
    static constexpr std::uint64_t all_kinds = bit_of(activity_kind::cycle) - 1;

    /// \param visible the kinds that matter, as bits; the others are left out of the activity
    /// \throws std::invalid_argument if the configuration is out of range
    explicit activity_stream(std::uint64_t seed, const pipeline_config& config = {},
                             std::uint64_t visible = all_kinds);

    activity_run next();

private:
    pipeline m_pipeline;
    std::uint64_t m_visible;
    cycle_activity m_ahead; ///< the first cycle of the next run
};

} // namespace platform::activity
