// SPDX-License-Identifier: Apache-2.0
// Who takes samples of what a simulated CPU executes.
#pragma once

#include <iss/meter/activity_counts.h>

#include <systemc>

#include <cstdint>

namespace platform::iss {

/// Gets to know all that a CPU executes, in order, and where. The CPU tells it an instruction at a
/// time whenever a sample may be due.
class execution_sampler {
public:
    execution_sampler() = default;
    execution_sampler(const execution_sampler&) = delete;
    execution_sampler& operator=(const execution_sampler&) = delete;
    virtual ~execution_sampler() = default;

    /// Within how many cycles from now on no sample is due, whatever is executed.
    virtual std::uint64_t quiet_cycles() const = 0;
    /// This has been executed. \param pc of the instruction, or of the last of several
    /// \param end simulated time after it
    virtual void note(const activity_counts& counts, std::uint32_t pc,
                      const sc_core::sc_time& end) = 0;
};

} // namespace platform::iss
