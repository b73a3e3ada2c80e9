// SPDX-License-Identifier: Apache-2.0
// What a CPU executes while its PMU is enabled.
#pragma once

#include <activity/cycle_activity.h>
#include <iss/meter/activity_counts.h>

#include <cstdint>

namespace platform::iss {

/// A count beside the PMU's, for all events at once, with User mode apart. An operating system
/// enables the PMU for the process that is counted and disables it for all others, so that is what
/// this has: the process in User mode, and what the kernel did for it.
class enabled_counts {
public:
    enabled_counts() = default;
    /// \param start_delay, stop_delay of the PMU: cycles that do not count once it is enabled, and
    /// that still do once it is disabled
    enabled_counts(std::uint64_t start_delay, std::uint64_t stop_delay)
        : m_start_delay(start_delay), m_stop_delay(stop_delay) {}

    /// Software has enabled the PMU or disabled it: from the next cycle on.
    void set_enabled(bool is_enabled) {
        m_is_enabled = is_enabled;
        m_delay = is_enabled ? m_start_delay : m_stop_delay;
    }
    /// What comes is executed in User mode, or not.
    void set_user(bool is_user) { m_is_user = is_user; }
    /// This has been executed; in one cycle at most within a delay.
    void add(const activity_counts& counts) {
        const bool counts_now = m_is_enabled == (m_delay == 0);
        if (counts_now) {
            counts.add_to(m_is_user ? m_user : m_privileged);
        }
        m_delay -= m_delay < counts.cycles() ? m_delay : counts.cycles();
    }
    /// From now on only what comes.
    void clear() { m_user = m_privileged = {}; }

    const activity::activity_totals& user() const { return m_user; }
    const activity::activity_totals& privileged() const { return m_privileged; }

private:
    std::uint64_t m_start_delay = 0;
    std::uint64_t m_stop_delay = 0;
    std::uint64_t m_delay = 0;
    bool m_is_enabled = false;
    bool m_is_user = false;
    activity::activity_totals m_user;
    activity::activity_totals m_privileged;
};

} // namespace platform::iss
