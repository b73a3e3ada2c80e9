// SPDX-License-Identifier: Apache-2.0
// How arm11_module does what it declares. For the .cpp of a part, which instantiates it.
#pragma once

#include <pmu/arm11_common/arm11_module.h>
#include <pmu/tlm/pmu_module_definitions.h>

namespace PMU_API pmu {

template <class Core>
arm11_module<Core>::arm11_module(const sc_core::sc_module_name& name,
                                 const typename Core::config& parameters)
    : pmu_module<Core>(name, parameters) {
    this->optional_lines(ETMEXTOUT, m_etmextout, arm11_etmextout_line);
    this->optional_pin(DEBUG_STATE, m_debug_state, false);
    this->optional_pin(EVNTBUS, sc_dt::sc_uint<arm11_evntbus_width>{});
}

template <class Core>
typename Core::inputs arm11_module<Core>::sample_pins() const {
    typename Core::inputs in;
    in.lines = this->event_lines().to_uint64() | m_etmextout.read(ETMEXTOUT).to_uint64()
                                                     << arm11_etmextout_line;
    in.debug_state = m_debug_state.read(DEBUG_STATE);
    return in;
}

template <class Core>
void arm11_module<Core>::drive_pins(const typename Core::outputs& levels) {
    EVNTBUS.write(levels.evntbus);
}

} // namespace pmu
