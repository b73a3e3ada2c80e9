// SPDX-License-Identifier: Apache-2.0
// How the PMU of a simulated CPU gets to know what that executes: the difference between the modes.
#pragma once

#include <iss/cpu/counting_units.h>
#include <iss/cpu/cpu_time.h>
#include <iss/cpu/enabled_counts.h>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace platform::iss {

enum class execution_mode : std::uint8_t {
    exact, ///< each cycle on the event lines, at its own time
    fast,  ///< in batches, ahead of time by up to the global quantum
};

class event_delivery {
public:
    event_delivery(const event_delivery&) = delete;
    event_delivery& operator=(const event_delivery&) = delete;
    virtual ~event_delivery() = default;

    /// Whether it wants each instruction at its own time: others look, and interrupts are taken,
    /// after each one. Else that is where a basic block ends.
    bool is_stepwise() const { return m_is_stepwise; }
    /// This has been executed: its time passes, and the PMU counts it.
    virtual void deliver(const activity_counts& counts) = 0;
    /// The PMU begins to count, or ends, within so many cycles from now on.
    void settle(std::uint64_t cycles) { m_settling = m_is_stepwise ? 0 : cycles; }
    /// Whether it wants to be told of each instruction until that is over.
    bool is_settling() const { return m_settling != 0; }
    /// An input word of the PMU.
    virtual void add_lines(const activity::line_map& /*lines*/, const pin_player::sink& /*drive*/) {
    }
    /// Nothing is executed for a while.
    virtual void rest() {}

protected:
    explicit event_delivery(bool is_stepwise) : m_is_stepwise(is_stepwise) {}
    /// So many cycles have passed while it is_settling().
    void pass_settling(std::uint64_t cycles) { m_settling -= std::min(m_settling, cycles); }

private:
    const bool m_is_stepwise;
    std::uint64_t m_settling = 0; ///< cycles left for which events are reported by cycle
};

/// \param enabled gets what is executed while the PMU is enabled, in fast mode; nullptr: nobody
/// wants to know
std::unique_ptr<event_delivery> make_delivery(execution_mode mode, cpu_time& time,
                                              counting_units& units, enabled_counts* enabled);

} // namespace platform::iss
