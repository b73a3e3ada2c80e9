// SPDX-License-Identifier: Apache-2.0
// Counts what a CPU executes for `stat`: all of it, or in a region of interest, and by intervals.
#pragma once

#include <activity/cycle_activity.h>
#include <iss/cpu/execution_watcher.h>
#include <iss/meter/region_listener.h>
#include <iss/stat/multiplexer.h>

#include <cstdint>
#include <functional>
#include <systemc>

namespace platform::iss {

class stat_counter final : public execution_watcher, public region_listener {
public:
    /// It begins outside of a region if `has_region`, else it counts everything.
    /// \param counters what counts with it; nullptr: nothing \param cycle of the CPU
    stat_counter(multiplexer* counters, bool has_region, const sc_core::sc_time& cycle);

    void enter_region() override;
    void leave_region() override;

    /// Calls f(end) at the end of each interval of simulated time, once the counts are there: at
    /// most one basic block later in fast mode. Not of those in which nothing was executed.
    void call_each(const sc_core::sc_time& interval,
                   std::function<void(const sc_core::sc_time& end)> f);

    // execution_watcher
    void executed(const activity_counts& counts, std::uint32_t pc,
                  const sc_core::sc_time& end) override;
    void look(const sc_core::sc_time& now) override;
    std::uint64_t cycles_to_look(const sc_core::sc_time& now) const override;

    /// What has been executed in the region, whatever the counters hold.
    const activity::activity_totals& totals() const { return m_totals; }
    std::uint64_t cycles() const { return m_totals[activity::activity_kind::cycle]; }
    /// Into the region, where something was executed in it.
    std::uint64_t entries() const { return m_entries; }

private:
    multiplexer* m_counters;
    const sc_core::sc_time m_cycle;
    activity::activity_totals m_totals;
    bool m_is_inside;
    bool m_has_executed = true; ///< since it came to be inside
    std::uint64_t m_entries = 0;
    sc_core::sc_time m_interval;
    sc_core::sc_time m_interval_end;
    std::function<void(const sc_core::sc_time&)> m_on_interval;
};

} // namespace platform::iss
