// SPDX-License-Identifier: Apache-2.0
#include <pmu/arm1176/arm1176_pmu.h>
#include <pmu/arm11_common/arm11_module_definitions.h>

namespace pmu {

template class timed_unit<arm1176_core>;
template class pmu_module<arm1176_core>;
template class arm11_module<arm1176_core>;
template class with_socket<arm1176_module, 32>;
template class with_socket<arm1176_module, 64>;
template class with_socket<arm1176_module, 128>;

arm1176_module::arm1176_module(const sc_core::sc_module_name& name,
                               const arm1176_config& parameters)
    : arm11_module(name, parameters) {
    optional_lines(aux_events, m_aux_events, arm11_return_stack_line);
    optional_pin(V, m_v, parameters.user_access, pin_use::accesses);
}

arm1176_module::inputs arm1176_module::sample_pins() const {
    inputs in = arm11_module::sample_pins();
    in.lines |= m_aux_events.read(aux_events).to_uint64() << arm11_return_stack_line;
    in.v = m_v.read(V);
    return in;
}

} // namespace pmu
