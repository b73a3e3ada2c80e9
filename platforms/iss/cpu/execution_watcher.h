// SPDX-License-Identifier: Apache-2.0
// Somebody who looks on while a CPU executes, which the firmware does not notice.
#pragma once

#include <iss/meter/activity_counts.h>

#include <systemc>

#include <cstdint>

namespace platform::iss {

/// Gets to know all that a CPU executes, in order, and where.
class execution_watcher {
public:
    /// For how many cycles from now on it can be told of several instructions at once, whatever is
    /// executed; after that of each one. UINT64_MAX: always.
    virtual std::uint64_t quiet_cycles() const { return UINT64_MAX; }
    /// This has been executed since the last call.
    /// \param pc of the instruction, or of the last of several \param end the CPU's own time after
    /// it
    virtual void executed(const activity_counts& counts, std::uint32_t pc,
                          const sc_core::sc_time& end) = 0;
    /// The CPU has come to where interrupts are taken: in exact mode after each instruction, in
    /// fast mode after each basic block, whoever else makes it stop elsewhere.
    /// \param now the CPU's own time
    virtual void look(const sc_core::sc_time& /*now*/) {}
    /// After how many cycles that is to happen at the latest; UINT64_MAX: whenever it does.
    virtual std::uint64_t cycles_to_look(const sc_core::sc_time& /*now*/) const {
        return UINT64_MAX;
    }

protected:
    ~execution_watcher() = default;
};

} // namespace platform::iss
