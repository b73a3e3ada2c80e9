// SPDX-License-Identifier: Apache-2.0
// A hardware counter of 32 bits that a driver reloads so that it overflows once in a period.
#pragma once

#include <cstdint>

namespace platform::demo {

/// What a perf driver keeps of a counter: how far it is in its period, and what it counted in all.
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

} // namespace platform::demo
