// SPDX-License-Identifier: Apache-2.0
// Somebody who looks on while a CPU executes, which the firmware does not notice.
#pragma once

#include <iss/meter/activity_counts.h>

#include <systemc>

#include <cstdint>

namespace platform::iss {

class execution_watcher {
public:
    /// All of this has been executed since the last call, in the order of execution.
    /// \param now the CPU's own time after it
    virtual void executed(const activity_counts& counts, const sc_core::sc_time& now) = 0;
    /// After how many cycles it wants to be told of them at the latest: after the instruction in
    /// exact mode, after the basic block in fast mode; UINT64_MAX: whenever it is.
    /// \param now the CPU's own time
    virtual std::uint64_t cycles_to_look(const sc_core::sc_time& now) const = 0;

protected:
    ~execution_watcher() = default;
};

} // namespace platform::iss
