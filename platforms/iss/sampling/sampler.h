// SPDX-License-Identifier: Apache-2.0
// Takes samples of firmware by the overflows of a PMU that the firmware does not see.
#pragma once

#include <activity/cycle_activity.h>
#include <iss/cpu/execution_watcher.h>
#include <iss/meter/region_listener.h>
#include <iss/profile/call_profile.h>
#include <iss/stat/counting_unit.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <vector>

namespace platform::iss {

/// By what samples are taken.
struct sampled_event {
    std::uint32_t number = 0; ///< of no meaning for cycles
    bool is_cycles = false;   ///< of the CPU, on the cycle counter
    activity::activity_kind kind = activity::activity_kind::cycle; ///< that the CPU reports as it
    std::uint64_t period = 0; ///< occurrences from sample to sample, 1 to 2^32
    /// A sample at a random place of each period in place of its end: what begins those numbers.
    /// The period is 2^31 at most then.
    std::optional<std::uint64_t> jitter = std::nullopt;
};

/// One sample.
struct execution_sample {
    std::size_t event = 0;              ///< among those sampled
    std::uint64_t time_ps = 0;          ///< simulated, after the instruction
    std::uint64_t cycles = 0;           ///< of the CPU, up to then
    std::uint32_t pc = 0;               ///< of the instruction during which the counter overflowed
    std::vector<std::uint32_t> callers; ///< see call_profile::callers()
};

/// Counts with a unit of its own, whose counters start at minus the period; where one overflows, a
/// sample is taken and the counter starts there again. So an event that has occurred n times has
/// floor(n / period) samples, and none is early or late: each is of the instruction that brought
/// the occurrence. With jitter the counter starts at minus what is left to a random place of the
/// next period; of the last period, which is not over, there may be one more. An entry to an
/// exception belongs to the first instruction of its vector.
class sampler final : public execution_watcher, public region_listener {
public:
    using sink = std::function<void(const execution_sample&)>;

    /// \param events as many as fits() \param profile who is called by whom; nullptr: not asked for
    sampler(driven_port unit, const std::vector<sampled_event>& events, const call_profile* profile,
            sink take);

    // execution_watcher
    std::uint64_t quiet_cycles() const override;
    void executed(const activity_counts& counts, std::uint32_t pc,
                  const sc_core::sc_time& end) override;

    // region_listener: without a region everything is in it. Outside nothing occurs.

    void enter_region() override { m_is_inside = true; }
    void leave_region() override { m_is_inside = false; }

    /// What has occurred of each event.
    const std::vector<std::uint64_t>& totals() const { return m_totals; }
    /// And the samples that it has brought.
    const std::vector<std::uint64_t>& samples() const { return m_samples; }
    std::uint64_t cycles() const { return m_cycles; }

private:
    struct row {
        sampled_event event;
        unsigned counter = 0;
        std::uint64_t left = 0;  ///< occurrences to the next sample
        std::uint64_t place = 0; ///< of that in its period, 1 to the period
        std::mt19937_64 random = {};
    };

    void reload(row& r);
    void count(row& r, std::uint64_t n, std::uint32_t pc, const sc_core::sc_time& end);
    void take(std::uint32_t overflows, std::uint32_t pc, const sc_core::sc_time& end);

    const std::unique_ptr<register_port> m_port;
    const counting_driver& m_driver;
    std::vector<row> m_rows;
    const call_profile* const m_profile;
    const sink m_sink;
    std::vector<std::uint64_t> m_totals;
    std::vector<std::uint64_t> m_samples;
    std::uint64_t m_cycles = 0;
    bool m_is_inside = true; ///< of the region of interest
};

} // namespace platform::iss
