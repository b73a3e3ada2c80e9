// SPDX-License-Identifier: Apache-2.0
// What a demonstration counts, and by which driver.
#pragma once

#include <components/memory_map.h>
#include <report/perf_table.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace platform::demo {

constexpr std::uint32_t cycle_period = 100'003; ///< counts between two interrupts of counter 0
constexpr std::uint32_t event_period = 10'007;  ///< and of an event counter

/// A hardware counter of 32 bits that a driver reloads so that it overflows once in a period: how
/// far it is in its period, and what it counted in all.
class sampled_counter {
public:
    sampled_counter() = default;
    /// \param period counts from interrupt to interrupt, 1 to 2^31 - 1
    explicit sampled_counter(std::uint32_t period) : m_period(period), m_left(period) {}

    bool is_used() const { return m_period != 0; }
    std::uint64_t count() const { return m_count; }
    std::uint64_t interrupts() const { return m_interrupts; }

    /// What the hardware counter is to start from, to overflow after what is left of the period.
    std::uint32_t reload() {
        while (m_left <= 0) {
            m_left += m_period;
        }
        m_previous = 0U - static_cast<std::uint32_t>(m_left);
        return m_previous;
    }

    /// Takes over what the hardware counter has come to; it has overflowed at most once.
    void take(std::uint32_t now) {
        const std::uint32_t delta = now - m_previous;
        m_previous = now;
        m_count += delta;
        m_left -= delta;
    }

    void take_interrupt() { ++m_interrupts; }

    /// The counter is free again; what it has counted stays.
    void release() { m_period = 0; }

private:
    std::uint32_t m_period = 0;   ///< 0: not used
    std::uint32_t m_previous = 0; ///< the hardware counter when it was last looked at
    std::int64_t m_left = 0;      ///< counts to the next interrupt
    std::uint64_t m_count = 0;
    std::uint64_t m_interrupts = 0;
};

/// A driver of a PMU, reduced to what perf asks of it. Counter 0 is the cycle counter; the event
/// counters follow. Runs in the stub CPU's thread.
class perf_driver {
public:
    perf_driver(const perf_driver&) = delete;
    perf_driver& operator=(const perf_driver&) = delete;
    virtual ~perf_driver() = default;

    /// What the driver does before it is used; throws if the unit is not what it expects.
    virtual void probe() {}
    /// Makes a counter count an event, from 0, with an overflow interrupt every `period` counts.
    virtual void add(unsigned counter, std::uint32_t event, std::uint32_t period) = 0;
    virtual void start() = 0;
    /// The interrupt handler. \return false: none of our counters overflowed
    virtual bool interrupt() = 0;
    /// Stops all counters and takes the events off.
    virtual void stop() = 0;

    /// Occurrences that a counter has counted in all, periods included.
    std::uint64_t count(unsigned counter) const { return m_counters[counter].count(); }
    /// Interrupts that a counter has caused.
    std::uint64_t interrupts(unsigned counter) const { return m_counters[counter].interrupts(); }
    /// Edges between start() and the first edge that counts.
    virtual unsigned start_delay() const { return 0; }

protected:
    /// \param counters with the cycle counter
    explicit perf_driver(std::size_t counters) : m_counters(counters) {}

    std::vector<sampled_counter> m_counters;
};

/// An event to be counted.
struct demo_event {
    std::string name;
    std::uint32_t number = 0;                 ///< as software writes it
    std::uint32_t period = 0;                 ///< counts from interrupt to interrupt
    std::function<std::uint64_t()> generated; ///< occurrences so far, by the generator
};

/// What is counted, and how it is shown.
struct demo_plan {
    std::string title;
    std::string unit;  ///< in front of the names where a table shows several units
    demo_event cycles; ///< on counter 0, in every pass
    std::vector<demo_event> events;
    unsigned event_counters = 2; ///< how many events one pass counts
    std::vector<report::perf_ratio> ratios;
    std::vector<unsigned> interrupt_lines{
        components::memory_map::pmuirq_line}; ///< of the controller
    std::function<void(std::uint64_t seed)> restart_activity;
    /// Other software that the CPU runs before any driver; may be empty. Throws std::runtime_error
    /// if something is wrong.
    std::function<void()> prologue;
};

} // namespace platform::demo
