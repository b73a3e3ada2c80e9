// SPDX-License-Identifier: Apache-2.0
// What a perf driver keeps of a counter that interrupts every so many counts.
#pragma once

#include <cstdint>

namespace platform {

/// The arithmetic of a sampled 32-bit counter: loaded with minus what is left of the period, read
/// again at every overflow and at the end.
class sampled_counter {
public:
    /// Begins to count from 0. \param period counts from interrupt to interrupt, below 2^31
    void begin(std::uint32_t period) {
        *this = {};
        m_is_used = true;
        m_period = period;
        m_left = period;
    }
    void end() { m_is_used = false; }
    bool is_used() const { return m_is_used; }

    /// The value to load: the counter overflows after what is left of the period.
    std::uint32_t reload() {
        while (m_left <= 0) {
            m_left += m_period;
        }
        m_previous = 0U - static_cast<std::uint32_t>(m_left);
        return m_previous;
    }
    /// Takes over what the counter has counted since it was loaded or read.
    void update(std::uint32_t value) {
        const std::uint32_t delta = value - m_previous;
        m_previous = value;
        m_count += delta;
        m_left -= delta;
    }
    void note_interrupt() { ++m_interrupts; }

    std::uint64_t count() const { return m_count; }
    std::uint64_t interrupts() const { return m_interrupts; }

private:
    bool m_is_used = false;
    std::uint32_t m_period = 0;
    std::uint32_t m_previous = 0; ///< the counter when it was last loaded or read
    std::int64_t m_left = 0;      ///< counts to the next interrupt
    std::uint64_t m_count = 0;
    std::uint64_t m_interrupts = 0;
};

} // namespace platform
