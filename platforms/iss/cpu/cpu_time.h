// SPDX-License-Identifier: Apache-2.0
// The time of a CPU that runs ahead of the simulation.
#pragma once

#include <systemc>
#include <tlm_utils/tlm_quantumkeeper.h>

#include <cstdint>
#include <functional>

namespace platform::iss {

/// A quantum keeper that counts in cycles, and knows when others have to see what the CPU has done.
/// Everything that waits is to be called from the CPU's thread.
class cpu_time {
public:
    /// \param cycle of the CPU \param on_synchronised is called whenever it has synchronised; it
    /// may be empty, and outlives this
    cpu_time(const sc_core::sc_time& cycle, const std::function<void()>& on_synchronised)
        : m_cycle(cycle.value()), m_on_synchronised(on_synchronised) {}

    std::uint64_t cycle() const { return m_cycle; } ///< in ticks
    /// So many of its cycles.
    sc_core::sc_time cycles(std::uint64_t n) const {
        return sc_core::sc_time::from_value(n * m_cycle);
    }
    /// How far it is ahead of the simulation.
    sc_core::sc_time ahead() const { return m_keeper.get_local_time(); }
    sc_core::sc_time now() const { return sc_core::sc_time_stamp() + ahead(); }
    std::uint64_t picoseconds() const {
        return static_cast<std::uint64_t>(now() / sc_core::sc_time(1, sc_core::SC_PS));
    }
    /// The same without what has passed unnoticed by the firmware.
    sc_core::sc_time firmware_now() const { return now() - sc_core::sc_time::from_value(m_hidden); }

    void pass(std::uint64_t n) { m_keeper.inc(cycles(n)); }
    void set_ahead(const sc_core::sc_time& ahead) { m_keeper.set(ahead); }
    /// These ticks have passed, but not for the firmware.
    void hide(std::uint64_t ticks) { m_hidden += ticks; }

    /// Something may have changed an output: synchronise before the next instruction.
    void expect_change() { m_is_due = true; }
    /// Cycles from now to where it has to synchronise at the latest.
    std::uint64_t cycles_to_synchronise() const {
        const std::uint64_t past = ahead().value() / m_cycle;
        return m_quantum > past ? m_quantum - past : 0;
    }
    /// Synchronises where others have to see what has been executed, or it has to see what they do:
    /// always before it is looked whether an interrupt is due.
    void keep_up();
    /// Waits until now is the CPU's time, then until everybody has seen what was changed.
    void synchronise();

private:
    const std::uint64_t m_cycle; ///< ticks
    const std::function<void()>& m_on_synchronised;
    tlm_utils::tlm_quantumkeeper m_keeper;
    std::uint64_t m_quantum = 0; ///< cycles from a synchronisation to the next
    std::uint64_t m_hidden = 0;  ///< ticks
    bool m_is_due = false;
};

} // namespace platform::iss
