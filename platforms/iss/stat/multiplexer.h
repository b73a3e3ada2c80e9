// SPDX-License-Identifier: Apache-2.0
// Events that take turns on the counters of a PMU, as `perf stat` lets them.
#pragma once

#include <iss/stat/counting_unit.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace platform::iss {

/// What is to be counted: an event, or nothing for the cycles of the CPU, which only the cycle
/// counter counts.
using counted_event = std::optional<std::uint32_t>;

/// Groups of events, each on the counters as a whole or not at all. As many groups as fit are on
/// them, in order; after each rotation the first group is the last. So where all fit at once, all
/// count all the time, and so do cycles alone.
class multiplexer {
public:
    using event_group = std::vector<counted_event>;

    /// \param unit has not been started
    /// \param rotation cycles from a rotation to the next, not 0
    multiplexer(counting_unit& unit, std::vector<event_group> groups, std::uint64_t rotation);

    // It counts from start() to stop(), again and again.
    void start();
    void stop();
    /// This has been executed, and it counts.
    void executed(const activity_counts& counts);

    /// Rotates once the cycles of that have been executed; what is executed next counts as from now
    /// on.
    void rotate_if_due();
    /// Cycles to the next rotation; UINT64_MAX: there is none.
    std::uint64_t cycles_to_rotation() const;
    /// Whether a group is on the counters now.
    bool is_on(std::size_t group) const { return m_state[group].is_on; }
    /// Whether it can ever be: groups may have more events than there are counters.
    bool fits(std::size_t group) const { return m_state[group].fits; }

    /// What an event has counted, and for how long, in cycles.
    struct reading {
        std::uint64_t count = 0;
        std::uint64_t enabled = 0; ///< cycles from start() to stop()
        std::uint64_t running = 0; ///< cycles of those on a counter

        /// count * enabled / running, rounded; nothing if it was never on a counter.
        std::optional<std::uint64_t> scaled() const;
        reading since(const reading& earlier) const {
            return {count - earlier.count, enabled - earlier.enabled, running - earlier.running};
        }
    };
    reading read(std::size_t group, std::size_t member) const;

private:
    struct group_state {
        event_group events;
        std::vector<std::uint64_t> counts; ///< of the windows that are over
        std::vector<std::size_t> counters; ///< of this window
        std::uint64_t running = 0;
        bool fits = false;
        bool is_on = false;
    };

    void schedule();
    bool try_to_place(group_state& g);
    void end_window();

    counting_unit& m_unit;
    const std::uint64_t m_rotation;
    std::vector<group_state> m_state;
    std::vector<std::size_t> m_always;   ///< those that need no event counter
    std::vector<std::size_t> m_order;    ///< of the others that fit, the next ones first
    std::vector<std::size_t> m_on;       ///< the groups that are on the counters
    std::vector<std::uint32_t> m_events; ///< on the event counters
    std::uint64_t m_enabled = 0;
    std::uint64_t m_left = 0; ///< cycles to the next rotation
    bool m_is_started = false;
    bool m_rotates = false; ///< not all fit at once
};

} // namespace platform::iss
