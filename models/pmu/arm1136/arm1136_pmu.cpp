// SPDX-License-Identifier: Apache-2.0
#include <pmu/arm1136/arm1136_pmu.h>
#include <pmu/tlm/pmu_module_definitions.h>

namespace pmu {

template class timed_unit<arm1136_core>;
template class pmu_module<arm1136_core>;
template class with_socket<arm1136_module, 32>;
template class with_socket<arm1136_module, 64>;
template class with_socket<arm1136_module, 128>;

arm1136_module::arm1136_module(const sc_core::sc_module_name& name,
                               const arm1136_config& parameters)
    : pmu_module(name, parameters) {
    optional_pin(ETMEXTOUT, m_etmextout, sc_dt::sc_uint<2>{});
    optional_pin(DEBUG_STATE, m_debug_state, false);
    optional_pin(EVNTBUS, sc_dt::sc_uint<arm1136_event_bus_width>{});
}

arm1136_module::inputs arm1136_module::sample_pins() const {
    inputs in;
    in.lines = event_lines().to_uint64() | m_etmextout.read(ETMEXTOUT).to_uint64()
                                               << arm1136_etmextout_line;
    in.debug_state = m_debug_state.read(DEBUG_STATE);
    return in;
}

void arm1136_module::drive_pins(const outputs& levels) {
    EVNTBUS.write(levels.evntbus);
}

} // namespace pmu
