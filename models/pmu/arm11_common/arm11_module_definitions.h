// SPDX-License-Identifier: Apache-2.0
// How arm11_module does what it declares. For the .cpp of a part, which instantiates it.
#pragma once

#include <pmu/arm11_common/arm11_module.h>
#include <pmu/tlm/pmu_module_definitions.h>

namespace PMU_API pmu {

/// What an edge of every part samples.
template <class Core>
struct arm11_sampled_inputs {
    using module = arm11_module<Core>; ///< the class that has the ports

    sampled_pin<sc_dt::sc_uint<arm11_etmextout_width>> etmextout; ///< ETMEXTOUT
    sampled_pin<bool> debug_state;                                ///< DEBUG_STATE

    /// What the core takes. \param ports the module \param lines of event_bus
    typename Core::inputs sample(const module& ports,
                                 const typename module::event_bus_type& lines) const {
        typename Core::inputs in;
        in.lines = lines.to_uint64() | etmextout.read(ports.ETMEXTOUT).to_uint64()
                                           << arm11_etmextout_line;
        in.debug_state = debug_state.read(ports.DEBUG_STATE);
        return in;
    }
};

template <class Core>
arm11_module<Core>::arm11_module(const sc_core::sc_module_name& name,
                                 const typename Core::config& parameters)
    : pmu_module<Core>(name, parameters) {
    this->optional_lines(ETMEXTOUT, this->sampled().etmextout, arm11_etmextout_line);
    this->optional_pin(DEBUG_STATE, this->sampled().debug_state, false);
    this->optional_pin(EVNTBUS, sc_dt::sc_uint<arm11_evntbus_width>{});
}

template <class Core>
void arm11_module<Core>::drive_pins(const typename Core::outputs& levels) {
    EVNTBUS.write(levels.evntbus);
}

} // namespace pmu
