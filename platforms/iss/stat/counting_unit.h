// SPDX-License-Identifier: Apache-2.0
// A second PMU of a part, the tool's own: it counts what the firmware does, programmed by its
// registers, and the firmware's PMU knows nothing of it.
#pragma once

#include <activity/event_mapping.h>
#include <iss/meter/activity_counts.h>
#include <iss/stat/register_port.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace platform::iss {

/// How a driver programs a PMU by its registers. All parts have a cycle counter, and event counters
/// of 32 bits that take any event each.
struct counting_driver {
    unsigned event_counters = 0;
    /// All counters begin at 0. An event counter for each of these, from the first one on, counts
    /// it; an overflow of any requests an interrupt.
    void (*start)(register_port& unit, const std::vector<std::uint32_t>& events) = nullptr;
    /// No counter counts any more; all keep their values.
    void (*stop)(register_port& unit) = nullptr;
    /// Reads the overflow flags and clears them. \return bit n is event counter n's, the one after
    /// the last is the cycle counter's
    std::uint32_t (*take_overflows)(register_port& unit) = nullptr;
    /// Makes a counter the one that its register shows. \param counter an event counter, or
    /// `event_counters`: the cycle counter \return the address of that register
    std::uint32_t (*select)(register_port& unit, unsigned counter) = nullptr;
    /// What software does for the software increment of an event counter; nullptr: there is none.
    void (*increment)(register_port& unit, unsigned counter) = nullptr;
};

/// A PMU and its driver.
struct driven_port {
    std::unique_ptr<register_port> port;
    const counting_driver* driver = nullptr;
};

/// Counts of 64 bits: the driver takes the overflow flags before a counter can wrap twice.
class counting_unit {
public:
    /// \param kinds what the events of the part are about
    counting_unit(driven_port unit, const activity::event_map& kinds);

    unsigned event_counters() const { return m_driver.event_counters; }

    /// Counts from 0 on. \param events at most as many as there are event counters, no two alike
    void start(const std::vector<std::uint32_t>& events);
    /// This has been executed.
    void executed(const activity_counts& counts);
    void stop() { m_driver.stop(*m_port); }

    /// Since start(). \param counter position in its events
    std::uint64_t count(std::size_t counter) const;
    std::uint64_t cycles() const { return count(m_driver.event_counters); }

private:
    struct selected_event {
        std::uint32_t number;
        activity::activity_kind kind;
        unsigned counter;
    };

    void report(const selected_event& event, std::uint64_t n);
    void serve_overflows();

    std::unique_ptr<register_port> m_port;
    const counting_driver& m_driver;
    const activity::event_map& m_kinds;
    std::vector<selected_event> m_selected;
    std::vector<std::uint64_t> m_wraps; ///< by counter, times 2^32; the last is the cycle counter's
};

} // namespace platform::iss
