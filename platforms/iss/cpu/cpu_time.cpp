// SPDX-License-Identifier: Apache-2.0
#include <iss/cpu/cpu_time.h>

#include <components/settling.h>

#include <algorithm>

namespace platform::iss {

/// A device that does something at a time of its own ends the quantum: what it raises is taken at
/// the same place for every quantum.
void cpu_time::synchronise() {
    if (ahead() != sc_core::SC_ZERO_TIME) {
        m_keeper.sync();
    }
    if (m_is_due || sc_core::sc_pending_activity_at_current_time()) {
        components::wait_deltas(components::deltas_to_interrupt);
        m_is_due = false;
    }
    if (m_on_synchronised) {
        m_on_synchronised();
    }
    const sc_core::sc_time quantum = tlm::tlm_global_quantum::instance().compute_local_quantum();
    const std::uint64_t others = sc_core::sc_time_to_pending_activity().value();
    m_quantum = std::min<std::uint64_t>(quantum.value() / m_cycle,
                                        others / m_cycle + (others % m_cycle != 0 ? 1 : 0));
}

void cpu_time::keep_up() {
    if (m_is_due || ahead().value() >= m_quantum * m_cycle) {
        synchronise();
    }
}

} // namespace platform::iss
