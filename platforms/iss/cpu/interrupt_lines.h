// SPDX-License-Identifier: Apache-2.0
// IRQ and FIQ of a CPU: levels, and the masks of the CPSR.
#pragma once

#include <iss/decode/psr.h>

#include <systemc>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace platform::iss {

/// Which interrupt is due, and how long it has been requested.
class interrupt_lines {
public:
    interrupt_lines(const sc_core::sc_in<bool>& irq, const sc_core::sc_in<bool>& fiq)
        : m_irq{irq}, m_fiq{fiq} {}

    /// The process that notes requests, sensitive to both: the CPU may be ahead.
    void note_requests() {
        for (line* l : {&m_irq, &m_fiq}) {
            if (l->level.posedge()) {
                l->requested = sc_core::sc_time_stamp();
                l->is_new = true;
            }
        }
    }
    /// The CPU, which runs ahead, has come to where it takes interrupts: what was requested before
    /// is requested from now on, whatever made the CPU find out. \param now of the CPU
    void come_to_pause(const sc_core::sc_time& now) {
        for (line* l : {&m_irq, &m_fiq}) {
            if (l->is_new && l->requested) {
                l->requested = std::max(*l->requested, now);
            }
            l->is_new = false;
        }
    }
    /// Whether something was requested since the CPU has come to such a place last.
    bool awaits_pause() const { return m_irq.is_new || m_fiq.is_new; }
    /// The CPSR is another now.
    void set_status(std::uint32_t cpsr) {
        m_irq.is_masked = (cpsr & psr::irq_masked) != 0;
        m_fiq.is_masked = (cpsr & psr::fiq_masked) != 0;
    }
    bool is_irq_masked() const { return m_irq.is_masked; }
    bool is_fiq_masked() const { return m_fiq.is_masked; }
    /// Whether one is requested, masked or not.
    bool is_requested() const { return m_irq.level.read() || m_fiq.level.read(); }
    /// Whether one is to be taken.
    bool is_due() const { return m_irq.is_due() || m_fiq.is_due(); }
    /// Takes the one that is due: FIQ before IRQ. \param now of the CPU \return whether it is FIQ
    bool take(const sc_core::sc_time& now, const sc_core::sc_time& cycle) {
        const bool is_fiq = m_fiq.is_due();
        std::optional<sc_core::sc_time>& requested = (is_fiq ? m_fiq : m_irq).requested;
        if (requested && *requested <= now) {
            m_longest_delay =
                std::max(m_longest_delay, static_cast<std::uint64_t>((now - *requested) / cycle));
        }
        requested.reset();
        ++m_taken;
        return is_fiq;
    }
    std::uint64_t taken() const { return m_taken; }
    /// In cycles, from the request to the entry of its exception.
    std::uint64_t longest_delay() const { return m_longest_delay; }

private:
    struct line {
        bool is_due() const { return level.read() && !is_masked; }

        const sc_core::sc_in<bool>& level;
        bool is_masked = true;
        std::optional<sc_core::sc_time> requested = {}; ///< when; and not taken since
        bool is_new = false;                            ///< the CPU has not paused since
    };

    line m_irq;
    line m_fiq;
    std::uint64_t m_taken = 0;
    std::uint64_t m_longest_delay = 0;
};

} // namespace platform::iss
