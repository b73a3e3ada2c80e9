// SPDX-License-Identifier: Apache-2.0
#include <cci400/wired_cci400.h>

namespace platform::cci400 {

wired_cci400::wired_cci400(const pmu::cci400_config& parameters, const sc_core::sc_time& period)
    : unit("pmu", parameters), recorder("recorder", period) {
    unit.event_bus(event_bus);
    unit.secure_event_bus(secure_event_bus);
    unit.NIDEN(m_niden);
    unit.SPNIDEN(m_spniden);
    unit.ECOREVNUM(m_ecorevnum);
    unit.nEVNTCNTOVERFLOW(m_n_overflow.pins);
    unit.EVNTBUS(m_evntbus);
    recorder.evntbus(m_evntbus);
}

void wired_cci400::connect_overflow(components::interrupt_controller& vic) {
    unsigned line = overflow_line;
    for (sc_core::sc_signal<bool>& request : m_n_overflow.requests) {
        vic.irq_in[line++](request);
    }
}

} // namespace platform::cci400
