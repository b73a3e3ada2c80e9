// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/wired_cortex_r5.h>

namespace platform::cortex_r5 {

wired_cortex_r5::wired_cortex_r5(const pmu::cortex_r5_config& parameters,
                                 const sc_core::sc_time& period)
    : unit("pmu", parameters), recorder("recorder", period) {
    unit.event_bus(event_bus);
    unit.aux_events(aux_events);
    unit.DBGEN(m_dbgen);
    unit.NIDEN(m_niden);
    unit.DBG_HALT(m_dbg_halt);
    unit.EVNTBUS(m_evntbus);
    unit.VALIRQ(m_valirq);
    unit.VALFIQ(m_valfiq);
    unit.VALRESET(m_valreset);
    unit.VALEDBGRQ(m_valedbgrq);
    recorder.evntbus(m_evntbus);
}

void wired_cortex_r5::connect_requests(components::interrupt_controller& vic) {
    unsigned line = validation_line;
    for (sc_core::sc_signal<bool>* request : {&m_valirq, &m_valfiq, &m_valreset, &m_valedbgrq}) {
        vic.irq_in[line++](*request);
    }
}

} // namespace platform::cortex_r5
